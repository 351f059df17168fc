// Luck: each seat's chances to win followed through a game, and their changes split into cards and moves. The same as
// src/brocante/analysis/luck.py, which says why.
import { numbersOf, type Game } from '../rules/game'
import { record } from '../rules/memory'
import { dice, type Estimator } from './estimator'
import { THE_DEAL, type Course } from './found'
import type { Change, Parts } from './objects'

/** One move of a game: the position before it, who made it, whether it was forced, and whether it drew. */
export type Step = { before: Uint8Array; move: number; seat: number; forced: boolean; drew: boolean }

export function stepsOf(game: Game): Step[] {
  const { position: type } = game.description
  const [moves, numbers] = [game.moves, numbersOf(game.description)]
  const drawn = (position: Uint8Array): number => record(position.buffer as ArrayBuffer, 0, type).drawn
  const steps: Step[] = []
  let before: { position: Uint8Array; seat: number; forced: boolean } | null = null
  for (const then of game.sinceTheDeal()) {
    const position = then.position
    if (before) {
      const { seat, forced } = before
      steps.push({ before: before.position, move: numbers.get(moves[steps.length]!)!, seat, forced, drew: drawn(position) !== drawn(before.position) })
    }
    before = { position, seat: then.turn ?? -1, forced: then.legalNumbers().length === 1 }
  }
  return steps
}

/** Follow a finished game. `tell` gets how many moves have been followed. */
export function courseOf(game: Game, steps: readonly Step[], estimator: Estimator, playouts: number, tell: (done: number) => void): Course {
  const { dice: begin, effort } = estimator.analyst.about
  const rolled = dice(begin.luck)
  const chances: number[][] = Array.from({ length: steps.length + 1 }, () => [])
  const changes: Change[] = []
  const less = (now: number[], before: number[]) => now.map((each, seat) => each - before[seat]!)
  chances[steps.length] = shareOfWin(game.result()!.ranks, estimator)
  for (let number = steps.length - 1; number >= 0; number--) {
    const { before, move, seat, forced, drew } = steps[number]!
    let now = chances[number + 1]!
    if (drew) {
      const mean = estimator.chances(before, playouts, rolled, move)
      changes.push({ by: 'cards', number, seat: null, changes: less(now, mean) })
      now = mean
    }
    if (forced) chances[number] = now // what is forced is worth what comes of it
    else {
      chances[number] = estimator.chances(before, playouts, rolled)
      changes.push({ by: 'move', number, seat, changes: less(now, chances[number]!) })
    }
    tell(steps.length - number)
  }
  const start = estimator.atTheStart(playouts, rolled)
  changes.push({ by: 'cards', number: THE_DEAL, seat: null, changes: less(chances[0]!, start) })
  changes.reverse()
  return { chances, changes, parts: partsOf(start, changes, chances.at(-1)!), turning_points: turningPoints(changes, effort.turning_points) }
}

/** What each seat owes to the cards, to its own moves and to those of others. Sums are exact. */
function partsOf(start: number[], changes: readonly Change[], result: number[]): Parts[] {
  return start.map((expected, seat) => {
    const sum = (of: (each: Change) => boolean) => changes.filter(of).reduce((total, each) => total + each.changes[seat]!, 0)
    return {
      expected,
      cards: sum(({ by }) => by === 'cards'),
      own: sum((each) => each.seat === seat),
      others: sum((each) => each.by === 'move' && each.seat !== seat),
      result: result[seat]!,
    }
  })
}

/** The points of the game at which chances changed most, in their order. */
function turningPoints(changes: readonly Change[], most: number): number[] {
  const changed = new Map<number, number>()
  for (const each of changes) changed.set(each.number, (changed.get(each.number) ?? 0) + each.changes.reduce((sum, one) => sum + Math.abs(one), 0) / 2)
  return [...changed].sort(([, a], [, b]) => b - a).slice(0, most).map(([number]) => number).sort((a, b) => a - b)
}

/** What each seat has won: a shared win counts its share. */
function shareOfWin(ranks: number[], estimator: Estimator): number[] {
  const winners = ranks.filter((rank) => rank === 1).length
  return ranks.map((rank) => estimator.exact(rank === 1 ? 1 / winners : 0))
}
