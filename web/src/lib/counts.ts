// Cards as numbers by face, as views hold them.
export type Counts = Record<string, number>

export const total = (cards: Counts): number => Object.values(cards).reduce((sum, n) => sum + n, 0)

/** Each card by itself, in the order given. */
export const spread = (cards: Counts, order: readonly string[]): string[] =>
  order.flatMap((face) => Array.from({ length: cards[face] ?? 0 }, () => face))

export function added(one: Counts, other: Counts): Counts {
  const sum = { ...one }
  for (const [face, n] of Object.entries(other)) sum[face] = (sum[face] ?? 0) + n
  return sum
}
