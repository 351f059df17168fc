// What a game brings to the table: its board, and its moves and events in words of the reader's language.
import type { Component } from 'svelte'
import type { Legal } from '../lib/legal'
import type { Flight } from '../lib/flight'
import type { LogLine, Step } from '../lib/wire'

/** A game as one seat (or a watcher, null) sees it. Positions are typed by each game. */
export type Sight<Position> = { seat: number | null; turn: number | null; position: Position; legal: Legal }
export type Name = (seat: number) => string

export type BoardProps<Position = any> = {
  sight: Sight<Position>
  names: string[]
  options: Record<string, unknown>
  /** Make these moves one after the other; what is not legal is refused with the rule that forbids it. */
  play: (...moves: string[]) => void
  busy: boolean
}

export type Figure = { label: string; values: string[] }
export type Chart = { label: string; ticks: string[]; series: number[][] }

export type GameModule<Position = any> = {
  Board: Component<BoardProps<Position>>
  /** A move, as on a button and in the log. */
  phrase: (move: string, name: Name, mover?: number) => string
  /** What there is to decide now, in one line. */
  todo: (sight: Sight<Position>, name: Name) => string
  /** What a legal move would do, as far as the table tells; empty where there is nothing to tell. */
  because: (move: string, sight: Sight<Position>, name: Name) => string
  /** What followed from moves by itself. */
  news: (before: Position, after: Position, moves: LogLine[], name: Name) => string[]
  /** Which cards go where by these moves. */
  flights: (before: Position, after: Position, moves: LogLine[]) => Flight[]
  /** Whether what is in hand must be covered from others at the same device. */
  secret: (options: Record<string, unknown>) => boolean
  round: (position: Position) => string
  chart: (steps: Step[]) => Chart
  figures: (steps: Step[]) => Figure[]
}
