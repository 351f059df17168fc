// The games there are, in the order they are shown. What a game needs at the table is loaded when it is needed.
import { loadArt } from '../art'
import type { GameModule } from './game'

export type GameInfo = { name: string; title: string; author: string; year: number; players: number[] }

export const GAMES: GameInfo[] = [
  { name: 'klunker', title: 'Klunker', author: 'Uwe Rosenberg', year: 1999, players: [3, 4, 5] },
  { name: 'alles-futsch', title: 'Alles futsch!', author: 'Hermann Huth', year: 1998, players: [2, 3, 4, 5] },
  { name: 'zwergezocken', title: 'ZwergeZocken', author: 'Volker Cullmann', year: 2005, players: [3, 4, 5] },
]

export const gameInfo = (name: string): GameInfo | undefined => GAMES.find((game) => game.name === name)

const modules: Record<string, () => Promise<{ default: GameModule }>> = {
  klunker: () => import('./klunker'),
  'alles-futsch': () => import('./alles-futsch'),
  zwergezocken: () => import('./zwergezocken'),
}

export async function gameModule(name: string): Promise<GameModule> {
  const load = modules[name]
  if (!load) throw new Error(`There is no game ${name}.`)
  const [module] = await Promise.all([load(), loadArt(name)])
  return module.default
}
