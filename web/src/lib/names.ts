// What those at a table are called. Bots have names of their own by seat, so that a log reads well.
import { t } from './i18n.svelte'
import type { SeatShown } from './wire'

const BOTS = ['Odette', 'Basil', 'Pina', 'Gustl', 'Minna']

export function seatName(seat: SeatShown, number: number): string {
  if (seat.kind === 'open') return t('seat.open')
  return seat.name || (BOTS[number] ?? t('setup.bot'))
}

export function seatKind(seat: SeatShown): string {
  if (seat.away) return t('seat.away')
  if (seat.kind === 'bot') return seat.level ? t(`level.${seat.level}`) : t('setup.bot')
  if (seat.kind === 'program') return t('setup.program')
  return seat.yours ? t('seat.you') : ''
}
