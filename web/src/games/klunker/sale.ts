// What sales pay (K5), told before they happen.
import { added, type Counts } from '../../lib/counts'

const SET = 4
const BILLS = [4, 3, 2, 1]

/** Bills for four of a kind, were they sold from this safe: the fewer kinds lie there, the more (K5.1 to K5.3). */
export function pays(safe: Counts, kind: string): number {
  if (kind === 'necklace') return 4
  const left = { ...safe, [kind]: Math.max(0, (safe[kind] ?? 0) - SET) }
  const kinds = 1 + Object.values(left).filter((n) => n > 0).length
  return BILLS[Math.min(kinds, 4) - 1] ?? 1
}

/** The most that a safe brings at once, with the kinds sold in the best order (K6.3). */
export function brings(safe: Counts): number {
  const ready = Object.keys(safe).filter((kind) => (safe[kind] ?? 0) >= SET)
  return Math.max(0, ...ready.map((kind) => pays(safe, kind) + brings({ ...safe, [kind]: (safe[kind] ?? 0) - SET })))
}

export const withCards = (safe: Counts, cards: Counts): Counts => added(safe, cards)

/** Kinds that are complete once these cards lie in the safe. */
export const completed = (safe: Counts, cards: Counts): string[] =>
  Object.entries(added(safe, cards)).filter(([, n]) => n >= SET).map(([kind]) => kind)

/** Prices by how often they were had: 3 × 4 and 1 × 2. */
export function grouped(prices: number[]): string[] {
  const each = [...new Set(prices)].sort((a, b) => b - a)
  return each.map((price) => `${prices.filter((one) => one === price).length} × ${price}`)
}
