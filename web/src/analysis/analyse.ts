// A record analysed: luck first, then decisions. The same as src/brocante/analysis/analyse.py.
import { BadRecord, replay } from '../rules/game'
import type { Net } from '../rules/nets'
import { ThinkingAhead } from './ahead'
import { judge } from './decisions'
import type { Analyst } from './estimator'
import type { Analysis, Course } from './found'
import { courseOf, stepsOf } from './luck'

/** What is told on the way: how much is done, and how the game went as soon as that is known. */
export type Tell = { progress: (done: number, total: number) => void; course: (course: Course) => void }

/** With the net of the game, or as in games without one. */
export function analyse(analyst: Analyst, net: Net | null, record: unknown, { progress, course: tellCourse }: Tell, simulations?: number): Analysis {
  const { effort } = analyst.about
  const game = replay(analyst.engine, record)
  if (game.turn !== null) throw new BadRecord('unfinished')
  const steps = stepsOf(game)
  const choices = steps.flatMap(({ forced }, number) => (forced ? [] : [number]))
  const estimator = analyst.estimator(game)
  const thinker = net ? new ThinkingAhead(net, estimator) : estimator
  const { of_a_game, of_a_decision } = thinker.thinking
  const thought = simulations ?? Math.max(effort.fewest, Math.min(of_a_decision, Math.floor(of_a_game / Math.max(choices.length, 1))))
  const total = steps.length + choices.length
  const playouts = Math.min(simulations ?? effort.playouts, effort.playouts)
  const course = courseOf(game, steps, estimator, playouts, (done) => progress(done, total))
  tellCourse(course)
  const decisions = choices.map((number, i) => {
    const { before, seat, move } = steps[number]!
    const decision = judge(before, seat, number, move, estimator, thinker, thought)
    progress(steps.length + i + 1, total)
    return decision
  })
  return { game: game.name, rules: game.description.rules, players: game.players, simulations: thought, ...course, decisions }
}
