// What is worth a pause: a sale.
import type { Moment } from '../../lib/moments'
import type { LogLine } from '../../lib/wire'
import type { Fact } from './view'

export const STARTING_BILLS = 1

/** `before`: the seller's bills; `unsold`: jewels that become no money. */
export type SaleMoment = Moment & { kind: 'sale'; seat: number; card: string; bills: number; before: number; unsold: number; to: string }

export function moments(log: readonly LogLine[], from: number): SaleMoment[] {
  const bills = new Map<number, number>()
  const gain = (seat: number, more: number) => bills.set(seat, (bills.get(seat) ?? STARTING_BILLS) + more)
  const found: SaleMoment[] = []
  for (const [i, [, , facts]] of log.entries()) {
    for (const fact of facts as Fact[]) {
      if (fact.fact === 'sold') {
        const { seat, kind: card } = fact
        const before = gain(seat, 0).get(seat)!
        gain(seat, fact.bills)
        if (i >= from) found.push({ kind: 'sale', weight: 'look', rank: 0, sound: 'coins', seat, card, bills: fact.bills, before, unsold: 0, to: 'pile' })
      } else if (fact.fact === 'unsold' && i >= from) Object.assign(found.at(-1) ?? {}, { unsold: fact.number, to: fact.to })
      else if (fact.fact === 'bought') {
        gain(fact.seat, -fact.bills)
        gain(fact.owner, fact.bills)
      }
    }
  }
  return found
}
