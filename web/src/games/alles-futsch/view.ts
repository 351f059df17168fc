// Made from the game's layout and facts by web/wire.py; do not edit.
import type { Counts } from '../../lib/counts'
import type { FactKind } from '../../lib/facts'

export const KINDS = ['painting', 'sculpture', 'furniture', 'clock', 'vase'] as const
export const PHASES = ['offer', 'auction', 'use', 'over'] as const
export const REASONS = ['ruin', 'full'] as const
export const TIE_BREAKS = ['none', 'more_objects', 'shared'] as const

export type Seat = {
  lacks: 'painting' | 'sculpture' | 'furniture' | 'clock' | 'vase'
  stones: Counts
  money: number | null
  out: boolean
}

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

export type Fact =
  | { fact: 'won_auction'; seat: number; card: string; bid: number; paid: number }
  | { fact: 'bonus'; seat: number; kind: (typeof KINDS)[number]; stone: number; money: number }
  | { fact: 'bought'; buyer: number; seller: number; kind: (typeof KINDS)[number]; price: number; paid: number }
  | { fact: 'fined'; seat: number; kind: (typeof KINDS)[number]; stone: number; fee: number; paid: number }
  | { fact: 'lost'; kind: (typeof KINDS)[number]; number: number }
  | { fact: 'discarded'; card: string }
  | { fact: 'shuffled'; number: number }
  | { fact: 'drew'; card: string }
  | { fact: 'in_charge'; seat: number }
  | { fact: 'ruined'; seat: number; owed: number; paid: number }
  | { fact: 'ended'; why: (typeof REASONS)[number] }
  | { fact: 'won'; seat: number; money: number; objects: number; tie_break: (typeof TIE_BREAKS)[number] }

export const FACTS: Record<Fact['fact'], FactKind> = {
  won_auction: { name: 'won_auction', clause: 'A2.3', values: [{ name: 'seat', kind: 'seat' }, { name: 'card', kind: 'word' }, { name: 'bid', kind: 'number' }, { name: 'paid', kind: 'number' }] },
  bonus: { name: 'bonus', clause: 'A3.1', values: [{ name: 'seat', kind: 'seat' }, { name: 'kind', kind: 'word' }, { name: 'stone', kind: 'number' }, { name: 'money', kind: 'number' }] },
  bought: { name: 'bought', clause: 'A3.3', values: [{ name: 'buyer', kind: 'seat' }, { name: 'seller', kind: 'seat' }, { name: 'kind', kind: 'word' }, { name: 'price', kind: 'number' }, { name: 'paid', kind: 'number' }] },
  fined: { name: 'fined', clause: 'A3.3', values: [{ name: 'seat', kind: 'seat' }, { name: 'kind', kind: 'word' }, { name: 'stone', kind: 'number' }, { name: 'fee', kind: 'number' }, { name: 'paid', kind: 'number' }] },
  lost: { name: 'lost', clause: 'A3.4', values: [{ name: 'kind', kind: 'word' }, { name: 'number', kind: 'number' }] },
  discarded: { name: 'discarded', clause: 'A3.5', values: [{ name: 'card', kind: 'word' }] },
  shuffled: { name: 'shuffled', clause: 'A3.5', values: [{ name: 'number', kind: 'number' }] },
  drew: { name: 'drew', clause: 'A3.5', values: [{ name: 'card', kind: 'word' }] },
  in_charge: { name: 'in_charge', clause: 'A3.5', values: [{ name: 'seat', kind: 'seat' }] },
  ruined: { name: 'ruined', clause: 'A4.1', values: [{ name: 'seat', kind: 'seat' }, { name: 'owed', kind: 'number' }, { name: 'paid', kind: 'number' }] },
  ended: { name: 'ended', clause: 'A4.2', values: [{ name: 'why', kind: 'word' }] },
  won: { name: 'won', clause: 'A4.3', values: [{ name: 'seat', kind: 'seat' }, { name: 'money', kind: 'number' }, { name: 'objects', kind: 'number' }, { name: 'tie_break', kind: 'word' }] },
}
