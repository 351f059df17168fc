// What is kept of a game on this device. It follows from setup, seed and moves alone, so that any later version of the
// client can play it again.
import type { Level } from '../lib/prefs.svelte'
import type { NewTable, Told } from '../lib/wire'
import type { Deal } from './deal'

export const SCHEMA = 1

export type Player = { kind: 'person'; name: string } | { kind: 'bot'; level: Level }

export type Kept = {
  schema: typeof SCHEMA
  id: string
  /** Milliseconds since 1970. */
  created: number
  changed: number
  game: string
  /** The version of the rules that it is played by. */
  rules: number
  /** All options, the first player drawn. */
  options: Record<string, unknown>
  seed: string
  hints: boolean
  substitute: Level
  seats: Player[]
  moves: string[]
  told: Told[]
  /** Each move and each thing told is a version. */
  version: number
  over: boolean
  /** How it ended; games that ended in an earlier version of the client do not say. */
  result?: Result | null
  next: string | null
  /** Where it is a deal of the day. */
  deal?: Omit<Deal, 'seed'>
}

/** Scores and places by seat. */
export type Result = Record<string, number[]>

export type Change =
  | { kind: 'moved'; move: string; result: Result | null }
  | { kind: 'undone'; seat: number; moves: number }
  | { kind: 'resigned'; seat: number }
  | { kind: 'rematch'; table: string }

const PREFIX = 'here-'

/** Whether a table is one of this device. */
export const isHere = (id: string): boolean => id.startsWith(PREFIX)
export const newId = (): string => PREFIX + hex(crypto.getRandomValues(new Uint8Array(8)))

/** The name of the one table at which a deal of the day is tried. */
export const dealId = (day: string, game: string): string => `${PREFIX}${day}-${game}`

export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Whether all seats of a table are for people at this device and for bots. */
export const staysHere = (seats: NewTable['seats']): boolean => seats.every(({ kind }) => kind === 'me' || kind === 'bot')

/** The same table after a change. */
export function after(kept: Kept, change: Change, at: number): Kept {
  const next = { ...kept, changed: at, version: kept.version + 1 }
  const told = (more: Omit<Told, 'version' | 'at' | 'moves'>, moves = kept.moves.length) => [...kept.told, { ...more, at, moves, version: next.version }]
  switch (change.kind) {
    case 'moved':
      return { ...next, moves: [...kept.moves, change.move], over: change.result !== null, result: change.result }
    case 'undone': {
      const left = kept.moves.length - change.moves
      return { ...next, moves: kept.moves.slice(0, left), told: told({ kind: 'undone', seat: change.seat }, left) }
    }
    case 'resigned': {
      const gone = kept.seats[change.seat]
      const name = gone?.kind === 'person' ? gone.name : ''
      const seats = kept.seats.map((player, seat): Player => (seat === change.seat ? { kind: 'bot', level: kept.substitute } : player))
      return { ...next, seats, told: told({ kind: 'resigned', seat: change.seat, name, level: kept.substitute }) }
    }
    case 'rematch':
      return { ...next, next: change.table, told: told({ kind: 'rematch_begun' }) }
  }
}

/** The name of the person who sits or, before a bot took over, sat at a seat. */
export function nameAt({ seats, told }: Kept, seat: number): string | null {
  const player = seats[seat]!
  return player.kind === 'person' ? player.name : (told.findLast((each) => each.kind === 'resigned' && each.seat === seat)?.name ?? null)
}

/** What a table has at first: the deal is its first version. */
export const begun = (at: number) => ({ moves: [], told: [{ version: 1, at, kind: 'started' }], version: 1, over: false, result: null, next: null })

/** The next table of the same people and bots, one seat further. */
export function rematch(kept: Kept, id: string, seed: string, options: Record<string, unknown>, at: number): Kept {
  const seats = [...kept.seats.slice(1), kept.seats[0]!]
  const { deal, ...same } = kept
  return { ...same, id, seed, options, seats, created: at, changed: at, ...begun(at) }
}
