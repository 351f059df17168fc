// The description of the rules as it is used: with every move in words. In rules.json a run stands for many.
import type { Run } from '../lib/wire'
import type * as made from './description'

export type Built = made.Description
export type GameDescription = Omit<made.GameDescription, 'words'> & { words: string[] }
export type Description = Omit<Built, 'games'> & { games: Record<string, GameDescription> }

export function expanded(built: Built): Description {
  const games = Object.entries(built.games).map(([name, game]) => [name, { ...game, words: game.words.flatMap(each) }])
  return { ...built, games: Object.fromEntries(games) }
}

const versions = new WeakMap<GameDescription, Map<number, GameDescription>>()

/** A game by the rules of a version; undefined where they are not here. */
export function asOf(game: GameDescription, rules: number): GameDescription | undefined {
  if (rules === game.rules) return game
  const known = versions.get(game) ?? new Map<number, GameDescription>()
  versions.set(game, known)
  const options = game.earlier[rules]
  if (!known.has(rules) && options) known.set(rules, { ...game, rules, options })
  return known.get(rules)
}

const each = (words: string | Run): string[] =>
  typeof words === 'string' ? [words] : Array.from({ length: words.most - words.least + 1 }, (_, i) => `${words.words} ${words.least + i}`)
