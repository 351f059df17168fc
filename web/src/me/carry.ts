// All that there is of a guest in one file (docs/export.schema.json), and back. What a server has stored is told in it, and
// not taken back: anyone could have written it.
import { allShares, areShares, takeShares, type Share } from '../analysis/kept'
import { seedOf } from '../day/deals'
import { shelf } from '../games/shelf.svelte'
import { finishedGames, resultOf } from '../history/games'
import { api, Refusal } from '../lib/api'
import { keepPrefs, prefs } from '../lib/prefs.svelte'
import { SITE } from '../lib/site'
import type { PersonRating, Played, SeriesListed, Ways } from '../lib/wire'
import { device } from '../local/device'
import { dealId, isHere, SCHEMA, type Kept } from '../local/kept'
import { Store } from '../local/store'

const EXPORT = 1
type Stored = { games: (Played & { record: unknown })[]; ratings: Record<string, PersonRating>; notices: Ways | null; series: SeriesListed[] }
export type Carried = { brocante: 'export'; schema: typeof EXPORT; made: string; name: string; games: Kept[]; luck?: Record<string, Share[]>; server: Stored | null }

/** Why a file is not taken in: the key of a sentence, and which game is at fault. */
export class Unfit extends Error {
  constructor(readonly key: 'not_export' | 'newer' | 'broken_game' | 'no_room', readonly values: Record<string, string | number> = {}) {
    super(key)
  }
}

export async function everything(): Promise<Carried> {
  const games = await Promise.all((await new Store().all()).map(async (kept) => (kept.over ? { ...kept, result: await resultOf(kept) } : kept)))
  return { brocante: 'export', schema: EXPORT, made: new Date().toISOString(), name: prefs.name, games, luck: allShares(), server: SITE ? null : await stored() }
}

async function stored(): Promise<Stored> {
  const { games } = await finishedGames()
  const there = []
  for (const game of games) if (!isHere(game.id)) there.push({ ...game, record: await api.record(game.id).catch(() => null) })
  const ratings: Record<string, PersonRating> = {}
  for (const { name } of shelf.games) {
    const own = (await api.ratings(name).catch(() => null))?.own
    if (own) ratings[name] = own
  }
  return { games: there, ratings, notices: await api.notices().catch(() => null), series: await api.mySeries().catch(() => []) }
}

/** Take in the games of a file, all or none; how many are new, and how many were here already. */
export async function takeIn(file: unknown): Promise<{ fresh: number; known: number }> {
  const carried = checked(file)
  for (const [i, kept] of carried.games.entries()) if (!(await isSound(kept))) throw new Unfit('broken_game', { n: i + 1 })
  const store = new Store()
  const here = new Set((await store.all()).map(({ id }) => id))
  const fresh = carried.games.filter(({ id }) => !here.has(id))
  try {
    await store.writeAll(fresh)
  } catch {
    throw new Unfit('no_room')
  }
  takeShares(carried.luck ?? {})
  if (!prefs.name && carried.name) {
    prefs.name = carried.name.slice(0, 24)
    keepPrefs()
  }
  return { fresh: fresh.length, known: carried.games.length - fresh.length }
}

export function checked(file: unknown): Carried {
  const { brocante, schema, games, name, luck = {} } = (typeof file === 'object' && file ? file : {}) as Partial<Carried>
  if (brocante !== 'export' || typeof schema !== 'number' || !Array.isArray(games) || typeof name !== 'string' || !isLuck(luck)) throw new Unfit('not_export')
  if (schema > EXPORT) throw new Unfit('newer')
  games.forEach((kept, i) => {
    if (!isKept(kept)) throw new Unfit('broken_game', { n: i + 1 })
  })
  return file as Carried
}

const isLuck = (luck: unknown): boolean => typeof luck === 'object' && luck !== null && Object.values(luck).every(areShares)

/** Whether something has the shape of a game that this device keeps. */
function isKept(kept: Partial<Kept> | null): boolean {
  if (!kept || kept.schema !== SCHEMA || !isHere(String(kept.id)) || !/^[\w-]{12,60}$/.test(String(kept.id))) return false
  const texts = [kept.game, kept.seed, kept.substitute].every((each) => typeof each === 'string')
  const numbers = [kept.created, kept.changed, kept.version, kept.rules].every((each) => Number.isSafeInteger(each))
  const lists = [kept.seats, kept.moves, kept.told].every(Array.isArray)
  return texts && numbers && lists && isOfItsDay(kept as Kept)
}

/** Whether an attempt at a deal of the day has that day's cards: else it would be listed for what it is not. */
const isOfItsDay = ({ id, game, seed, deal }: Kept): boolean => !deal?.stands || (id === dealId(deal.day, game) && seed === seedOf(deal.day, game))

/** Whether the rules allow a game, move by move, and give its result. */
async function isSound({ game, rules, options, seed, moves, seats, over, result }: Kept): Promise<boolean> {
  const record = { game, rules, options, seed, moves, players: seats.length, result: over ? (result ?? null) : null }
  try {
    await device.look(record, null)
    return over
  } catch (error) {
    return error instanceof Refusal && error.reason === 'unfinished' && !over
  }
}
