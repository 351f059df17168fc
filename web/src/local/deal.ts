// What follows from the seed of a deal of the day, as in src/brocante/table/daily.py.
import { fromHex, sha256 } from '../lib/sha256'

/** A deal that is the same for everyone. One that stands is the attempt of its day; others are for fun. */
export type Deal = { day: string; seed: string; stands: boolean }

/** A number of 64 bits that follows from a seed. */
export function numberOf(purpose: string, seed: string, more: number[] = []): bigint {
  const bytes = [...new TextEncoder().encode(`brocante ${purpose} `), ...fromHex(seed), ...more]
  return BigInt(`0x${sha256(Uint8Array.from(bytes)).slice(0, 16)}`)
}

/** What a bot chooses with after so many moves. */
export const botSeed = (seed: string, moves: number): bigint => numberOf('bot', seed, [0, 0, moves >> 8, moves & 255])
