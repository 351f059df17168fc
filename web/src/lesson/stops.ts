// A lesson as a row of stops: what is told, and what the learner does. Between two stops the game goes on by itself.
import type { Sight } from '../games/game'
import type { Legal } from '../lib/legal'
import { logOf } from '../lib/log'
import type { Step } from '../lib/wire'
import { LEARNER, type Coach, type Said } from './coach'

/** A recorded game, and all that was legal where the learner decides; made by web/lessons.py. */
export type Lesson = {
  record: { game: string; rules: number; players: number; options: Record<string, unknown>; seed: string; moves: string[] }
  legal: (Legal | null)[]
}

/** `at`: how many moves have been made. `moves`: how many the learner makes here, in one go. */
export type Stop = { kind: 'tell' | 'do' | 'end'; at: number; said: Said[]; moves: number }

/** More at once would not fit on a phone. */
const MOST_SAID = 2

export function stopsOf({ record, legal }: Lesson, steps: readonly Step[], coach: Coach): Stop[] {
  const log = logOf(steps)
  const told = new Set<string>()
  const stops: Stop[] = [{ key: 'goal' }, ...coach.tour].map((said) => ({ kind: 'tell', at: 0, said: [said], moves: 0 }))
  const tell = (at: number, said: Said[]) => said.length && stops.push({ kind: 'tell', at, said, moves: 0 })
  const first = ({ key }: Said) => !told.has(key) && told.add(key)

  for (let at = 0; at < log.length; ) {
    let moves = 1
    const [seat, move] = log[at]!
    const choices = legal[at]
    if (seat === LEARNER && choices && isChoice(choices)) {
      const sight: Sight<unknown> = { seat, turn: seat, position: steps[at]!.position, legal: choices, log: log.slice(0, at) }
      for (const topic of coach.topics(sight)) if (first(topic)) tell(at, [topic])
      while (log[at + moves]?.[0] === seat && coach.together(record.moves[at + moves - 1]!, record.moves[at + moves]!)) moves += 1
      stops.push({ kind: 'do', at, said: [coach.reason(move, sight)], moves })
    }
    for (const end = at + moves; at < end; at += 1) {
      const remarks = coach.remarks(log, at, LEARNER).filter((remark) => first(remark) || remark.always)
      for (let i = 0; i < remarks.length; i += MOST_SAID) tell(at + 1, remarks.slice(i, i + MOST_SAID))
    }
  }
  return [...stops, { kind: 'end', at: log.length, said: [{ key: 'end' }], moves: 0 }]
}

/** What leaves no choice is not asked. */
const isChoice = (legal: Legal): boolean => legal.length > 1 || typeof legal[0] === 'object'
