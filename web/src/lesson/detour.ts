// Another order of the learner's moves, where it leads to the same game: then the lesson goes on with it.
import { logOf } from '../lib/log'
import type { Replay } from '../lib/wire'
import { LEARNER } from './coach'
import type { Lesson } from './stops'

/** A record, checked and step by step. */
type Look = (record: Lesson['record'], seat: number) => Promise<Replay>
export type Detour = { lesson: Lesson; replay: Replay }

/** The lesson with a move of the learner made at once that would come later, if nothing else changes by that; else null. */
export async function detour({ record, legal }: Lesson, replay: Replay, at: number, move: string, look: Look): Promise<Detour | null> {
  const later = replay.steps.findIndex(({ move: line }, i) => i > at + 1 && line?.[0] === LEARNER && line[1] === move) - 1
  if (later < 0) return null
  const moves = record.moves.with(at, move).with(later, record.moves[at]!)
  const swapped = { record: { ...record, moves }, legal: legal.map((each, i) => (each && i > at && i <= later ? [...each, record.moves[at]!] : each)) }
  const other = await look(swapped.record, LEARNER).catch(() => null)
  return other && facts(other) === facts(replay) ? { lesson: swapped, replay: other } : null
}

const facts = ({ steps }: Replay): string => JSON.stringify(logOf(steps).map(([seat, , facts]) => [seat, facts]))
