// What a browser remembers of its person: name, level, and how the table shall be.
import type { HandOrder } from './counts'
import type { Pace } from './moments'
import { remember } from './remember'
import type { Theme } from './theme'

const KEY = 'brocante.prefs'
type Prefs = {
  name: string
  level: Level
  sound: boolean
  pace: Pace
  theme: Theme
  /** Whether a card is played by a second touch rather than the first. */
  confirm: boolean
  order: HandOrder
  /** Whether single keys do something at the table. */
  keys: boolean
  players: Record<string, number>
}
export type Level = 'easy' | 'medium' | 'hard' | 'expert'
export const LEVELS: Level[] = ['easy', 'medium', 'hard', 'expert']

function stored(): Prefs {
  const fresh: Prefs = { name: '', level: 'medium', sound: false, pace: 'normal', theme: 'system', confirm: true, order: 'kind', keys: true, players: {} }
  try {
    return { ...fresh, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
  } catch {
    return fresh
  }
}

export const prefs = $state(stored())

/** Three, where the game allows. */
export const usualPlayers = (players: number[]): number => Math.min(Math.max(3, players[0] ?? 3), players.at(-1) ?? 3)

export function keepPrefs(): void {
  remember(KEY, JSON.stringify(prefs))
}
