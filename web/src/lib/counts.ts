// Cards as numbers by face, as views hold them.
export type Counts = Record<string, number>

export const total = (cards: Counts): number => Object.values(cards).reduce((sum, n) => sum + n, 0)

/** Each card by itself, in the order given. */
export const spread = (cards: Counts, order: readonly string[]): string[] =>
  order.flatMap((face) => Array.from({ length: cards[face] ?? 0 }, () => face))

/** How a hand is sorted: as the rules list the kinds, the other way round, or by how many there are. */
export const HAND_ORDERS = ['kind', 'back', 'many'] as const
export type HandOrder = (typeof HAND_ORDERS)[number]

export function sorted(cards: Counts, kinds: readonly string[], order: HandOrder): string[] {
  if (order === 'kind') return spread(cards, kinds)
  return spread(cards, order === 'back' ? [...kinds].reverse() : [...kinds].sort((a, b) => (cards[b] ?? 0) - (cards[a] ?? 0)))
}

export function added(one: Counts, other: Counts): Counts {
  const sum = { ...one }
  for (const [face, n] of Object.entries(other)) sum[face] = (sum[face] ?? 0) + n
  return sum
}
