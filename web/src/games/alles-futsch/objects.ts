// What an object would do to each collector (A3).
import type { Position } from './view'

const PRICE = 20
const BONUS = 30
const FINE = 10
const BONUS_AT = 3
const MOST = 5

export type Buyer = { seat: number; stone: number; pays: number; gets: number }
export type Use = { kind: string } & ({ how: 'keep'; stone: number; gets: number } | { how: 'sell'; buyers: Buyer[] } | { how: 'lost' })

const fine = (stone: number) => (stone > BONUS_AT ? FINE : 0)
const bonus = (stone: number) => (stone === BONUS_AT ? BONUS : 0)

/** What a seat that has the card must do with an object of this kind. */
export function use(position: Position, seat: number, kind: string): Use {
  const held = position.seats[seat]?.stones[kind]
  if (held !== undefined && held < BONUS_AT) return { kind, how: 'keep', stone: held + 1, gets: bonus(held + 1) }
  const buyers = position.seats.flatMap((each, other): Buyer[] => {
    const stone = each.stones[kind]
    if (other === seat || stone === undefined || stone >= MOST) return []
    return [{ seat: other, stone: stone + 1, pays: PRICE + fine(stone + 1), gets: bonus(stone + 1) }]
  })
  return buyers.length ? { kind, how: 'sell', buyers } : { kind, how: 'lost' }
}

/** A bid that leaves nothing would be the last one (A4.1). */
export const ruinous = (bid: number, money: number | null): boolean => money !== null && bid >= money
