// What analyses have found of finished games, kept on this device under the names of their tables: luck and skill of each
// seat. It can be found again, so what there is no room for is not kept.
import { remember } from '../lib/remember'
import type { Parts } from './objects'

/** What the cards did to the chance of a seat to win, and what its own moves did. */
export type Share = { luck: number; skill: number }

const PREFIX = 'brocante.luck.'
const rounded = (change: number): number => Math.round(1e4 * change) / 1e4

export function keepShares(table: string, parts: readonly Parts[]): Share[] {
  const shares = parts.map(({ cards, own }) => ({ luck: rounded(cards), skill: rounded(own) }))
  store(table, shares)
  return shares
}

export function sharesOf(table: string): Share[] | null {
  try {
    const shares: unknown = JSON.parse(localStorage.getItem(PREFIX + table) ?? 'null')
    return areShares(shares) ? shares : null
  } catch {
    return null
  }
}

const kept = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))

/** All that are kept, by table, to carry along. */
export const allShares = (): Record<string, Share[]> =>
  Object.fromEntries(kept().map((key) => [key.slice(PREFIX.length), sharesOf(key.slice(PREFIX.length)) ?? []]))

/** Take in what another device has kept. */
export function takeShares(all: Record<string, Share[]>): void {
  for (const [table, shares] of Object.entries(all)) if (!sharesOf(table)) store(table, shares)
}

export const areShares = (shares: unknown): shares is Share[] =>
  Array.isArray(shares) && shares.every((each) => Number.isFinite(each?.luck) && Number.isFinite(each?.skill))

export function forgetShares(): void {
  for (const key of kept()) localStorage.removeItem(key)
}

const store = (table: string, shares: Share[]): void => remember(PREFIX + table, JSON.stringify(shares))
