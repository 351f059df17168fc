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

const each = (words: string | Run): string[] =>
  typeof words === 'string' ? [words] : Array.from({ length: words.most - words.least + 1 }, (_, i) => `${words.words} ${words.least + i}`)
