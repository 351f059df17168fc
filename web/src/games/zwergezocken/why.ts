// Why a trick is taken, in words (Z4.2, Z4.3).
import { listed } from '../../lib/i18n.svelte'
import { cards } from './cards'
import type { TrickMoment } from './moments'
import { t, word } from './texts'
import { counting, value } from './trick'

export function reasons({ trick, chip, by }: TrickMoment): string[] {
  if (by === null) return []
  const counts = counting(trick)
  const idle = [...new Set(trick.filter((card) => !counts.includes(card)).map(({ face }) => cards.name(face)))]
  const alike = idle.length ? [t('why.alike', { cards: listed(idle) })] : []
  if (!counts.length) return [...alike, t('why.none')]
  const most = Math.max(...counts.map(({ face }) => value(face, chip)))
  const equal = counts.filter(({ face }) => value(face, chip) === most).length > 1
  return [...alike, t(equal ? 'why.equal' : 'why.highest', { value: most, side: word(`side.${chip}`) })]
}
