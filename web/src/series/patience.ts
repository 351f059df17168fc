// How long the others wait for somebody.
import { t } from './texts'

const DAY = 86_400
/** Seconds that can be chosen. */
export const PATIENCE = [120, 300, 600, 1800, DAY, 3 * DAY, 7 * DAY]

export function lasting(seconds: number): string {
  if (seconds >= DAY) return t('days', { n: Math.round(seconds / DAY) })
  return seconds >= 60 ? t('minutes', { n: Math.round(seconds / 60) }) : t('seconds', { n: seconds })
}
