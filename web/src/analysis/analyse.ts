// A record analysed: luck first, then decisions. The same as src/brocante/analysis/analyse.py.
import { BadRecord, replay } from '../rules/game'
import { judge } from './decisions'
import type { Analyst } from './estimator'
import type { Analysis, Course } from './found'
import { courseOf, stepsOf } from './luck'

/** What is told on the way: how much is done, and how the game went as soon as that is known. */
export type Tell = { progress: (done: number, total: number) => void; course: (course: Course) => void }

export function analyse(analyst: Analyst, record: unknown, { progress, course: tellCourse }: Tell, simulations?: number): Analysis {
  const { effort } = analyst.about
  const game = replay(analyst.engine, record)
  if (game.turn !== null) throw new BadRecord('unfinished')
  const steps = stepsOf(game)
  const choices = steps.flatMap(({ forced }, number) => (forced ? [] : [number]))
  const thought = simulations ?? Math.max(effort.fewest, Math.floor(effort.of_a_game / Math.max(choices.length, effort.few_choices)))
  const total = steps.length + choices.length
  const estimator = analyst.estimator(game)
  const course = courseOf(game, steps, estimator, Math.min(thought, effort.playouts), (done) => progress(done, total))
  tellCourse(course)
  const decisions = choices.map((number, i) => {
    const { before, seat, move } = steps[number]!
    const decision = judge(before, seat, number, move, estimator, thought)
    progress(steps.length + i + 1, total)
    return decision
  })
  return { game: game.name, rules: game.description.rules, players: game.players, simulations: thought, ...course, decisions }
}
