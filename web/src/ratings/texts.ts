import { textsOf, tongue } from '../lib/i18n.svelte'
import type { Rating } from '../lib/wire'
import type en from './messages/en.json'

export const { t } = textsOf<keyof typeof en>('ratings')

/** A rating with twice its uncertainty. */
export function ratingText({ mu, sigma }: Rating): string {
  const numbers = new Intl.NumberFormat(tongue.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return `${numbers.format(mu)} ± ${numbers.format(2 * sigma)}`
}
