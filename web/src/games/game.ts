// What a game brings to the table: its board and its cards, and its moves and facts in words of the reader's language.
import type { Component } from 'svelte'
import type { Cards } from '../lib/cards'
import type { Layout } from '../lib/decode'
import type { FactKind } from '../lib/facts'
import type { Flight } from '../lib/flight'
import type { Texts } from '../lib/i18n.svelte'
import type { Legal } from '../lib/legal'
import type { Moment } from '../lib/moments'
import type { Sound } from '../lib/sound'
import type { LogLine } from '../lib/wire'

/** A game as one seat (or a watcher, null) sees it. Positions are typed by each game. */
export type Sight<Position> = { seat: number | null; turn: number | null; position: Position; legal: Legal; log: LogLine[] }
export type Name = (seat: number) => string

export type BoardProps<Position = any> = {
  game: GameModule
  sight: Sight<Position>
  names: string[]
  options: Record<string, unknown>
  /** Make these moves one after the other; what is not legal is refused with the rule that forbids it. */
  play: (...moves: string[]) => void
  busy: boolean
  /** The move that a hint speaks of. */
  hinted?: string | undefined
}

export type MomentProps<Shown = any> = { moment: Shown; game: GameModule; names: string[]; options: Record<string, unknown> }

export type Figure = { label: string; values: string[] }
export type Chart = { label: string; ticks: string[]; series: number[][] }

/** How a log has a fact: on a line of its own, on the line before, instead of the move that says less, or not. */
export type Telling = 'line' | 'joined' | 'instead' | 'not'

export type GameModule<Position = any, Fact = any> = {
  Board: Component<BoardProps<Position>>
  cards: Cards
  texts: Texts
  kinds: Record<string, FactKind>
  /** What a generic board shows. */
  layout?: Layout
  /** A move, as on a button and in the log. */
  phrase: (move: string, name: Name, mover?: number) => string
  /** What there is to decide now, in one line. */
  todo: (sight: Sight<Position>, name: Name) => string
  /** What a legal move would do, as far as the table tells; empty where there is nothing to tell. */
  because: (move: string, sight: Sight<Position>, name: Name) => string
  telling: (fact: Fact, mover: number, move: string) => Telling
  /** Which cards go where by these moves and what followed from them. */
  flights: (lines: LogLine[]) => Flight[]
  /** What is worth a pause in a log from a line on, to a seat or a watcher (null); and how that is shown. */
  moments?: (log: readonly LogLine[], from: number, reader: number | null) => Moment[]
  Moment?: Component<MomentProps>
  /** Facts that are heard. */
  sounds?: Partial<Record<string, Sound>>
  /** Moves of one seat that are one act: whether a move goes on with the one before, and all of them in words. */
  act?: { goesOn: (before: string, move: string) => boolean; phrase: (moves: string[], name: Name) => string }
  /** Whether what is in hand must be covered from others at the same device. */
  secret: (options: Record<string, unknown>) => boolean
  round: (position: Position) => string
  /** Of a game that is over. */
  chart?: (log: LogLine[], position: Position) => Chart
  figures?: (log: LogLine[], position: Position) => Figure[]
}
