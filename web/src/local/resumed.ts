// A game that is played on from one of its positions: a new table of this device.
import type { Level } from '../lib/prefs.svelte'
import { begun, newId, SCHEMA, type Kept, type Player } from './kept'
import { Store } from './store'

export type Played = Pick<Kept, 'game' | 'rules' | 'options' | 'seed' | 'moves'>

/** The game after its first `at` moves, for these players; the name of its table. */
export async function resumed({ game, rules, options, seed, moves }: Played, at: number, seats: Player[], substitute: Level): Promise<string> {
  const now = Date.now()
  const kept: Kept = {
    ...begun(now), schema: SCHEMA, id: newId(), created: now, changed: now, game, rules, options, seed,
    hints: true, substitute, version: at + 1, moves: moves.slice(0, at), seats,
  }
  await new Store().write(kept, null)
  return kept.id
}
