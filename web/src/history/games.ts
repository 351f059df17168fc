// Games that are over, those of this device and those of the server, in one list.
import { api } from '../lib/api'
import type { Played, SeatPlayed } from '../lib/wire'
import { device } from '../local/device'
import { nameAt, type Kept, type Result } from '../local/kept'
import { Store } from '../local/store'

export type Found = { games: Played[]; /** Whether the server has not answered. */ cut: boolean }

/** All games, the last one first. */
export async function finishedGames(): Promise<Found> {
  const [here, there] = await Promise.all([ofThisDevice(), ofTheServer().catch(() => null)])
  return { games: [...here, ...(there ?? [])].sort((a, b) => b.at - a.at), cut: there === null }
}

async function ofTheServer(): Promise<Played[]> {
  const all = new Map<string, Played>()
  for (let skipped = 0; ; ) {
    const page = await api.finished(skipped)
    if (!page.length) return [...all.values()]
    for (const game of page) all.set(game.id, game)
    skipped += page.length
  }
}

async function ofThisDevice(): Promise<Played[]> {
  const over = (await new Store().all()).filter((kept) => kept.over)
  const games = await Promise.all(over.map(async (kept) => (await resultOf(kept).then((result) => result && played(kept, result)))))
  return games.filter((game) => game !== null)
}

/** Null where the game cannot be played again to its end: its rules are not on this device any more. */
export const resultOf = async (kept: Kept): Promise<Result | null> =>
  kept.result ?? device.record(kept.id).then((record) => record.result as Result, () => null)

/** A game of this device as a server lists one. Everyone sits here. */
export function played(kept: Kept, { scores = [], ranks = [] }: Result): Played {
  const seats = kept.seats.map((player, seat): SeatPlayed => {
    const came = { place: ranks[seat]!, score: scores[seat]! }
    const name = nameAt(kept, seat)
    if (player.kind === 'bot' && name === null) return { kind: 'bot', ...came, level: player.level }
    return { kind: 'person', ...came, name: name ?? '', ...(player.kind === 'bot' && { resigned: true }), yours: true }
  })
  return { id: kept.id, game: kept.game, at: kept.changed, seats }
}
