// What this device remembers of lessons: how far each has come, and which tables are played with comments.
import { remember } from '../lib/remember'

const PLACES = 'brocante.lessons'
const COACHED = 'brocante.coached'
const MOST_TABLES = 20

/** A stop counts only in the lesson it was reached in, which has a seed of its own. */
type Place = { seed: string; stop: number }

function read<Kept>(key: string, fresh: Kept): Kept {
  try {
    return { ...fresh, ...JSON.parse(localStorage.getItem(key) ?? '{}') }
  } catch {
    return fresh
  }
}

export function placeIn(game: string, seed: string): number {
  const place = read<Record<string, Place>>(PLACES, {})[game]
  return place?.seed === seed && Number.isInteger(place.stop) && place.stop > 0 ? place.stop : 0
}

export function keepPlace(game: string, seed: string, stop: number): void {
  remember(PLACES, JSON.stringify({ ...read<Record<string, Place>>(PLACES, {}), [game]: { seed, stop } }))
}

export const isCoached = (table: string): boolean => table in read<Record<string, boolean>>(COACHED, {})

export function keepCoached(table: string, coached: boolean): void {
  const { [table]: _, ...others } = read<Record<string, boolean>>(COACHED, {})
  const kept = Object.entries(others).slice(1 - MOST_TABLES)
  remember(COACHED, JSON.stringify(Object.fromEntries(coached ? [...kept, [table, true]] : kept)))
}

export function forgetLessons(): void {
  for (const key of [PLACES, COACHED]) localStorage.removeItem(key)
}
