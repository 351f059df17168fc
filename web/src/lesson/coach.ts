// What a game brings to its lesson: a tour of the table, a reason for each move, and a word on what happens. The same
// words accompany a practice game.
import type { Sight } from '../games/game'
import type { LogLine, NewTable } from '../lib/wire'

/** What is filled into a text: a number, or something that has a name in the reader's language. */
export type Filling = number | { seat: number } | { card: string } | { word: string }

/** A text of the lesson: its key, what is filled in, and the zone of the board that it speaks of. */
export type Said = { key: string; values?: Record<string, Filling>; zone?: string }

/** A word on what happened. It is said whenever it happens to the learner; else the first time. */
export type Remark = Said & { always: boolean }

export type Coach<Position = any> = {
  tour: Said[]
  /** How it goes, for who decides such a thing for the first time. */
  topics: (sight: Sight<Position>) => Said[]
  reason: (move: string, sight: Sight<Position>) => Said
  /** What a line of the log means to a seat. */
  remarks: (log: readonly LogLine[], at: number, seat: number) => Remark[]
  /** Whether the board makes both moves in one go. */
  together: (move: string, next: string) => boolean
  /** A short game to go on with. */
  practice: Pick<NewTable, 'options'> & { players: number }
}

/** The one who learns sits here in every lesson. */
export const LEARNER = 0

export const own = (key: string, values: Said['values'] = {}, zone?: string): Remark => ({ key, values, always: true, ...(zone ? { zone } : {}) })
export const once = (key: string, values: Said['values'] = {}, zone?: string): Remark => ({ key, values, always: false, ...(zone ? { zone } : {}) })
