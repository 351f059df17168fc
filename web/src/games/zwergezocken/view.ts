// Made from the game's layout and facts by web/wire.py; do not edit.
import type { Counts } from '../../lib/counts'
import type { FactKind } from '../../lib/facts'

export const FACES = ['0/10', '1/9', '2/8', '3/7', '4/6', '6/4', '7/3', '8/2', '9/1', '10/0', 'draw', 'give', 'swap', 'blue', 'yellow', 'rainbow', 'quad-low', 'quad-high'] as const
export const SIDES = ['yellow', 'blue'] as const
export const PHASES = ['start', 'turn', 'laid', 'to', 'give', 'pass', 'over'] as const
export const REASONS = ['limit', 'rounds'] as const
export const TIE_BREAKS = ['none', 'shared'] as const

export type Seat = {
  hand: Counts | null
  cards: number
  known: Counts
  chosen: '0/10' | '1/9' | '2/8' | '3/7' | '4/6' | '6/4' | '7/3' | '8/2' | '9/1' | '10/0' | 'draw' | 'give' | 'swap' | 'blue' | 'yellow' | 'rainbow' | 'quad-low' | 'quad-high' | null
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
  chip: 'yellow' | 'blue' | null
  trick: { seat: number; face: string }[]
  receiver: number | null
  pile: number
  discarded: Counts
  seats: Seat[]
}

export type Fact =
  | { fact: 'round_began'; round: number; leader: number }
  | { fact: 'dealt'; seat: number; number: number; cards: string[] | null }
  | { fact: 'chip_turned'; seat: number; side: (typeof SIDES)[number] }
  | { fact: 'drew'; seat: number; number: number; cards: string[] | null }
  | { fact: 'gave'; seat: number; to: number; face: (typeof FACES)[number] | null }
  | { fact: 'passed'; seat: number; to: number; face: (typeof FACES)[number] | null }
  | { fact: 'set_laid'; seat: number; set: string; points: number }
  | { fact: 'trick_taken'; seat: number; by: (typeof FACES)[number]; points: number; cards: string[] }
  | { fact: 'trick_discarded'; cards: string[] }
  | { fact: 'leads'; seat: number }
  | { fact: 'round_ended'; round: number; empty: number }
  | { fact: 'revealed'; seat: number; number: number; cards: string[] }
  | { fact: 'scored'; seat: number; taken: number; hand: number; sets: number; total: number }
  | { fact: 'ended'; why: (typeof REASONS)[number] }
  | { fact: 'won'; seat: number; total: number; tie_break: (typeof TIE_BREAKS)[number] }

export const FACTS: Record<Fact['fact'], FactKind> = {
  round_began: { name: 'round_began', clause: 'Z1.4', values: [{ name: 'round', kind: 'number' }, { name: 'leader', kind: 'seat' }] },
  dealt: { name: 'dealt', clause: 'Z1.2', values: [{ name: 'seat', kind: 'seat' }, { name: 'number', kind: 'number' }, { name: 'cards', kind: 'cards', known_to: ['seat'] }] },
  chip_turned: { name: 'chip_turned', clause: 'Z5.3', values: [{ name: 'seat', kind: 'seat' }, { name: 'side', kind: 'word' }] },
  drew: { name: 'drew', clause: 'Z5.1', values: [{ name: 'seat', kind: 'seat' }, { name: 'number', kind: 'number' }, { name: 'cards', kind: 'cards', known_to: ['seat'] }] },
  gave: { name: 'gave', clause: 'Z5.2', values: [{ name: 'seat', kind: 'seat' }, { name: 'to', kind: 'seat' }, { name: 'face', kind: 'word', known_to: ['seat', 'to'] }] },
  passed: { name: 'passed', clause: 'Z5.4', values: [{ name: 'seat', kind: 'seat' }, { name: 'to', kind: 'seat' }, { name: 'face', kind: 'word', known_to: ['seat', 'to'] }] },
  set_laid: { name: 'set_laid', clause: 'Z3.1', values: [{ name: 'seat', kind: 'seat' }, { name: 'set', kind: 'word' }, { name: 'points', kind: 'number' }] },
  trick_taken: { name: 'trick_taken', clause: 'Z4.4', values: [{ name: 'seat', kind: 'seat' }, { name: 'by', kind: 'word' }, { name: 'points', kind: 'number' }, { name: 'cards', kind: 'cards' }] },
  trick_discarded: { name: 'trick_discarded', clause: 'Z4.2', values: [{ name: 'cards', kind: 'cards' }] },
  leads: { name: 'leads', clause: 'Z4.4', values: [{ name: 'seat', kind: 'seat' }] },
  round_ended: { name: 'round_ended', clause: 'Z6.1', values: [{ name: 'round', kind: 'number' }, { name: 'empty', kind: 'seat' }] },
  revealed: { name: 'revealed', clause: 'Z6.5', values: [{ name: 'seat', kind: 'seat' }, { name: 'number', kind: 'number' }, { name: 'cards', kind: 'cards' }] },
  scored: { name: 'scored', clause: 'Z6.2', values: [{ name: 'seat', kind: 'seat' }, { name: 'taken', kind: 'number' }, { name: 'hand', kind: 'number' }, { name: 'sets', kind: 'number' }, { name: 'total', kind: 'number' }] },
  ended: { name: 'ended', clause: 'Z6.3', values: [{ name: 'why', kind: 'word' }] },
  won: { name: 'won', clause: 'Z6.3', values: [{ name: 'seat', kind: 'seat' }, { name: 'total', kind: 'number' }, { name: 'tie_break', kind: 'word' }] },
}
