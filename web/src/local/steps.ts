// A finished game step by step, like src/brocante/table/replay.py.
import type { Step } from '../lib/wire'
import type { Game } from '../rules/game'
import { lines } from './table'

export function steps(whole: Game, seat: number | null): Step[] {
  const log = lines(whole, seat)
  const shown: Step[] = []
  for (const game of whole.sinceTheDeal()) {
    const move = log[shown.length - 1] ?? null
    shown.push({ move, turn: game.turn, position: game.table(seat), facts: move ? move[2] : game.dealFacts(seat) })
  }
  return shown
}
