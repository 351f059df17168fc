// What a browser remembers of its person: name, level, sound.
const KEY = 'brocante.prefs'
/** `atOnce`: bots of this device do not take a moment. */
type Prefs = { name: string; level: Level; sound: boolean; atOnce: boolean; players: Record<string, number> }
export type Level = 'easy' | 'medium' | 'hard' | 'expert'
export const LEVELS: Level[] = ['easy', 'medium', 'hard', 'expert']

function stored(): Prefs {
  const fresh: Prefs = { name: '', level: 'medium', sound: false, atOnce: false, players: {} }
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
  localStorage.setItem(KEY, JSON.stringify(prefs))
}
