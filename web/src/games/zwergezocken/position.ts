import type { Counts } from '../../lib/counts'

export const FACES = [
  '0/10', '1/9', '2/8', '3/7', '4/6', '6/4', '7/3', '8/2', '9/1', '10/0',
  'draw', 'give', 'swap', 'blue', 'yellow', 'rainbow', 'quad-low', 'quad-high',
] as const

export type Side = 'yellow' | 'blue'
export type Played = { seat: number; face: string }

export type Seat = {
  hand: Counts | null
  cards: number
  known: Counts
  chosen: string | null
  taken: Counts
  sets: string[]
  total: number
  last_hand: Counts
  last_points: number
}

export type Position = {
  phase: 'start' | 'turn' | 'laid' | 'to' | 'give' | 'pass' | 'over'
  round: number
  leader: number
  chip: Side | null
  trick: Played[]
  receiver: number | null
  pile: number
  discarded: Counts
  seats: Seat[]
}
