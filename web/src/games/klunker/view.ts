// Made from the game's layout and facts by web/wire.py; do not edit.
import type { Counts } from '../../lib/counts'
import type { FactKind } from '../../lib/facts'

export const KINDS = ['stud', 'earring', 'tooth', 'shoe', 'monocle', 'tiara', 'necklace'] as const
export const PHASES = ['windows', 'safes', 'purchases', 'selling', 'over'] as const
export const PLACES = ['pile', 'box'] as const
export const TIE_BREAKS = ['none', 'fewer_cards', 'shared'] as const

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
  pile: {
    cards: number
    known_top: string[]
  }
  box: Counts
  money: Counts
  seats: Seat[]
}

export type Fact =
  | { fact: 'filled'; seat: number; number: number; cards: string[] | null }
  | { fact: 'round_began'; round: number; first: number }
  | { fact: 'took_purchase_card'; seat: number; number: number }
  | { fact: 'sold'; seat: number; kind: (typeof KINDS)[number]; cards: number; bills: number }
  | { fact: 'unsold'; seat: number; kind: (typeof KINDS)[number]; number: number; to: (typeof PLACES)[number] }
  | { fact: 'bought'; seat: number; owner: number; bills: number; cards: string[] }
  | { fact: 'became_first'; seat: number }
  | { fact: 'ended'; pile: number; missing: number }
  | { fact: 'won'; seat: number; bills: number; leftovers: number; tie_break: (typeof TIE_BREAKS)[number] }

export const FACTS: Record<Fact['fact'], FactKind> = {
  filled: { name: 'filled', clause: 'K7.2', values: [{ name: 'seat', kind: 'seat' }, { name: 'number', kind: 'number' }, { name: 'cards', kind: 'cards', known_to: ['seat'] }] },
  round_began: { name: 'round_began', clause: 'K2', values: [{ name: 'round', kind: 'number' }, { name: 'first', kind: 'seat' }] },
  took_purchase_card: { name: 'took_purchase_card', clause: 'K4.2', values: [{ name: 'seat', kind: 'seat' }, { name: 'number', kind: 'number' }] },
  sold: { name: 'sold', clause: 'K5.2', values: [{ name: 'seat', kind: 'seat' }, { name: 'kind', kind: 'word' }, { name: 'cards', kind: 'number' }, { name: 'bills', kind: 'number' }] },
  unsold: { name: 'unsold', clause: 'K5.4', values: [{ name: 'seat', kind: 'seat' }, { name: 'kind', kind: 'word' }, { name: 'number', kind: 'number' }, { name: 'to', kind: 'word' }] },
  bought: { name: 'bought', clause: 'K6.1', values: [{ name: 'seat', kind: 'seat' }, { name: 'owner', kind: 'seat' }, { name: 'bills', kind: 'number' }, { name: 'cards', kind: 'cards' }] },
  became_first: { name: 'became_first', clause: 'K6.4', values: [{ name: 'seat', kind: 'seat' }] },
  ended: { name: 'ended', clause: 'K7.1', values: [{ name: 'pile', kind: 'number' }, { name: 'missing', kind: 'number' }] },
  won: { name: 'won', clause: 'K7.3', values: [{ name: 'seat', kind: 'seat' }, { name: 'bills', kind: 'number' }, { name: 'leftovers', kind: 'number' }, { name: 'tie_break', kind: 'word' }] },
}
