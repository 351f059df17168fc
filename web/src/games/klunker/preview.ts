// What a move would do, told before it is made.
import type { Counts } from '../../lib/counts'
import { listed } from '../../lib/i18n.svelte'
import type { Sight } from '../game'
import { cards } from './cards'
import { brings, completed, pays, withCards } from './sale'
import { t } from './texts'
import type { Position } from './view'

const named = (kinds: string[]) => listed(kinds.map(cards.name))

/** A card put into a safe: a sale, or how far it is and what it costs the others. */
export function storing(safe: Counts, face: string): string {
  const after = withCards(safe, { [face]: 1 })
  if ((after[face] ?? 0) >= 4) return t('sells', { card: named([face]), n: pays(after, face) })
  const begun = Object.keys(safe).filter((kind) => kind !== face && (safe[kind] ?? 0) >= 2)
  const worse = begun.filter((kind) => pays({ ...safe, [kind]: 4 }, kind) > pays({ ...after, [kind]: 4 }, kind))
  const have = t('then_have', { n: after[face] ?? 1, card: named([face]), pays: pays({ ...after, [face]: 4 }, face) })
  return worse.length ? `${have} ${t('lowers', { card: named(worse) })}` : have
}

/** What buying a window costs and brings. */
export function buying(safe: Counts, window: Counts, own: boolean): string {
  const bills = brings(withCards(safe, window))
  const cost = own ? t('free') : t('costs')
  return bills ? `${cost} · ${t('sells', { card: named(completed(safe, window)), n: bills })}` : cost
}

/** The same in figures, as on a price tag: what is paid, and what sales bring. */
export function inFigures(safe: Counts, window: Counts, own: boolean): string {
  const bills = brings(withCards(safe, window))
  return [own ? '0' : '−1', ...(bills ? [`+${bills}`] : [])].join(' ')
}

export const nextPurchaseCard = (position: Position): number => 1 + position.seats.filter((each) => each.purchase_card).length

export function because(move: string, { position, seat }: Sight<Position>): string {
  const [verb, what = ''] = move.split(' ')
  const safe = seat === null ? undefined : position.seats[seat]?.safe
  if (!safe) return ''
  if (verb === 'store') return storing(safe, what)
  if (verb === 'buy') return buying(safe, position.seats[+what]!.window, +what === seat)
  if (verb === 'sell') return t('sells', { card: named([what]), n: pays(safe, what) })
  if (verb === 'pass') return t('purchase_card', { n: nextPurchaseCard(position) })
  return ''
}
