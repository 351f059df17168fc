// People and bots on one scale.
import type { Level } from '../lib/prefs.svelte'
import type { RatingsShown } from '../lib/wire'

export type Line = { name: string; level?: Level; mu: number; sigma: number; games?: number; provisional?: boolean; yours?: boolean }

/** The list with the bots in it, the strongest first; people whose ratings are provisional come after all others. */
export function around({ bots, people, own, listed }: Pick<RatingsShown, 'bots' | 'people' | 'own' | 'listed'>): Line[] {
  const guests: Line[] = own && !listed ? [...people, own] : people
  const lines: Line[] = [...bots.map((bot) => ({ name: '', ...bot })), ...guests]
  return lines.sort((a, b) => Number(a.provisional ?? false) - Number(b.provisional ?? false) || b.mu - 3 * b.sigma - (a.mu - 3 * a.sigma))
}
