// Decisions: what the expert thinks of each legal move from what a seat knew then, and what the one played cost. The same
// as src/brocante/analysis/decisions.py, which says why.
import { dice, type Dice, type Estimator, type Thinker } from './estimator'
import { mean, standardError } from './means'
import type { Decision } from './found'
import type { Difference, Marks } from './objects'
import { reasonsFor } from './reasons'

type Verdict = { chances: Map<number, number>; best: number; other: number; cost: number; error: number }

/** The decision at a position in which move `number` of the record was played. Only what the seat to move knows counts:
 * all else is dealt anew first. */
export function judge(position: Uint8Array, seat: number, number: number, played: number, estimator: Estimator, thinker: Thinker, simulations: number): Decision {
  const { about } = estimator.analyst
  const { words } = estimator.room.game
  const rolled = dice((number << 8) + about.dice.decision)
  const root = estimator.knownTo(position, seat, rolled)
  const { chances, best, other, cost, error } = measure(root, seat, played, thinker, about.effort.least_worlds, simulations, rolled)
  return {
    number,
    seat,
    played: words[played]!,
    best: words[best]!,
    other: words[other]!,
    cost,
    error,
    mark: markOf(cost, error, about.marks),
    moves: estimator.legal(root).map((move) => ({ move: words[move]!, chance: chances.get(move) ?? null })),
    reasons: reasons(root, seat, best, other, estimator, simulations, rolled),
  }
}

/** What the best move has over the other: facts of futures that begin with either, in the same worlds. */
export function reasons(root: Uint8Array, seat: number, best: number, other: number, estimator: Estimator, simulations: number, { at }: Dice): Difference[] {
  const worlds = Math.max(estimator.analyst.about.effort.least_worlds, Math.floor(simulations / 4))
  return reasonsFor(estimator, seat, estimator.foresee(root, seat, best, worlds, dice(at)), estimator.foresee(root, seat, other, worlds, dice(at)))
}

/** Look at all moves; then at the one played and at the best other once more, as often and in the same worlds. */
function measure(root: Uint8Array, seat: number, played: number, thinker: Thinker, least: number, simulations: number, rolled: Dice): Verdict {
  const { tried } = thinker.explore(root, seat, Math.max(least, Math.floor(simulations / 2)), rolled)
  const byVisits = [...tried].sort(([, a], [, b]) => b.visits - a.visits || b.chance - a.chance).map(([move]) => move)
  const rival = [...byVisits, ...thinker.legal(root)].find((move) => move !== played)!
  const again = Math.max(least, Math.floor(simulations / 4))
  const [own, better] = [played, rival].map((move) => thinker.explore(root, seat, again, dice(rolled.at), move).won) as [number[], number[]]
  const chances = new Map([...tried].map(([move, { chance }]) => [move, chance]))
  chances.set(played, mean(own)).set(rival, mean(better))
  const lost = better.map((each, i) => each - own[i]!)
  const [cost, error] = [mean(lost), standardError(lost)]
  if (byVisits[0] === played) return { chances, best: played, other: rival, cost: 0, error }
  return cost > 0 ? { chances, best: rival, other: played, cost, error } : { chances, best: played, other: rival, cost, error }
}

/** The mark of a decision that cost so much, with this standard error. */
export function markOf(cost: number, error: number, { inaccuracy, mistake, blunder, certain }: Marks): Decision['mark'] {
  if (cost <= 0) return 'best'
  if (cost < inaccuracy || cost < certain * error) return 'good'
  if (cost < mistake) return 'inaccuracy'
  return cost < blunder ? 'mistake' : 'blunder'
}
