import type { Counts } from '../../lib/counts'

export const KINDS = ['painting', 'sculpture', 'furniture', 'clock', 'vase'] as const

export type Seat = { lacks: string; stones: Counts; money: number | null; out: boolean }

export type Position = {
  phase: 'offer' | 'auction' | 'use' | 'over'
  in_charge: number
  row: string[]
  card: string | null
  objects: string[]
  bid: number
  bidder: number | null
  pile: number
  discards: string[]
  bankrupt: number | null
  seats: Seat[]
}
