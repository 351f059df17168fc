import type { Counts } from '../../lib/counts'

export const KINDS = ['stud', 'earring', 'tooth', 'shoe', 'monocle', 'tiara', 'necklace'] as const

export type Seat = {
  hand: Counts | null
  cards: number
  known: Counts
  window: Counts
  safe: Counts
  bills: number
  purchase_card: number | null
}

export type Position = {
  phase: 'windows' | 'safes' | 'purchases' | 'selling' | 'over'
  round: number
  first: number
  pile: { cards: number; known_top: string[] }
  box: Counts
  money: Counts
  seats: Seat[]
}
