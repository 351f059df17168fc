// Why the move that an expert prefers is better than the next best, while a game goes on. The same as
// src/brocante/analysis/hints.py.
import type { Hint, Thought } from '../lib/wire'
import { numbersOf, type Game } from '../rules/game'
import { reasons } from './decisions'
import { dice, type Analyst } from './estimator'
import { loadAnalyst } from './load'

const FORESEEN = 1000
let loaded: Promise<Analyst> | null = null

/** A game that is being played, as far as hints need it. */
export type Standing = Pick<Game, 'name' | 'players' | 'options' | 'description' | 'turn' | 'moveCount' | 'position'>
export type Advice = Pick<Hint, 'thoughts' | 'best' | 'other' | 'reasons'>

/** These thoughts with reasons; without them where what finds them cannot be loaded. */
export async function advice(game: Standing, thoughts: Thought[]): Promise<Advice> {
  loaded ??= loadAnalyst()
  const analyst = await loaded.catch(() => (loaded = null))
  return advised(analyst, game, thoughts)
}

/** From what the seat to move may know: all else is dealt anew first. */
export function advised(analyst: Analyst | null, game: Standing, thoughts: Thought[]): Advice {
  const [first, second] = [...thoughts].sort((a, b) => b[1] - a[1] || b[2] - a[2])
  const best = first![0]
  if (!second) return { thoughts, best, other: null, reasons: [] }
  const other = second[0]
  if (!analyst || game.turn === null) return { thoughts, best, other, reasons: [] }
  const numbers = numbersOf(game.description)
  const estimator = analyst.estimator(game)
  const rolled = dice((game.moveCount << 8) + analyst.about.dice.decision)
  const root = estimator.knownTo(game.position, game.turn, rolled)
  return { thoughts, best, other, reasons: reasons(root, game.turn, numbers.get(best)!, numbers.get(other)!, estimator, FORESEEN, rolled) }
}
