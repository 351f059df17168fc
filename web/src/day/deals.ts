// The deal of the day: of the server, or on a static site of this device, where it follows from the date.
import { shelf } from '../games/shelf.svelte'
import { api, type GameShown } from '../lib/api'
import { t } from '../lib/i18n.svelte'
import { me } from '../lib/me.svelte'
import { prefs, usualPlayers, type Level } from '../lib/prefs.svelte'
import { sha256 } from '../lib/sha256'
import { SITE } from '../lib/site'
import type { Attempted, AttemptShown, DayShown, DealShown, NewTable } from '../lib/wire'
import { numberOf } from '../local/deal'
import { device } from '../local/device'
import { dealId, type Kept } from '../local/kept'
import { Store } from '../local/store'
import { played } from '../history/games'

const LEVEL: Level = 'hard'
/** The first day of the static site's calendar. */
const FIRST = '2026-11-01'
const DAY = 24 * 3600 * 1000
/** How far a clock may be off before that is worth a word. */
const FAR = 10 * 60 * 1000

export const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)
/** A day some days later. */
export const later = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY)

/** The seed of a day's deal on the static site: anyone can work it out. */
export const seedOf = (day: string, game: string): string => sha256(new TextEncoder().encode(`brocante deal of the day ${day} ${game}`))

/** A day's deals; today's if none is named. */
export async function dealsOf(day?: string): Promise<DayShown> {
  if (!SITE) return api.deals(day)
  const now = Date.now()
  const today = dayOf(now)
  const tries = await triesHere()
  return {
    day: day ?? today,
    today,
    left: Date.parse(later(today, 1)) - now,
    since: FIRST,
    deals: shelf.games.map((game) => dealHere(day ?? today, game, tries)),
  }
}

/** What time it is by the clock that settles the day, where the one of this device is far from it. */
export function offClock({ today, left }: DayShown, here = Date.now()): number | null {
  const there = Date.parse(later(today, 1)) - left
  return Math.abs(there - here) > FAR ? there : null
}

/** Deals that were finished, the last day first. */
export async function finishedDeals(): Promise<Attempted[]> {
  if (!SITE) return api.finishedDeals()
  return (await triesHere())
    .filter((kept) => kept.over)
    .map((kept) => ({ day: kept.deal!.day, game: kept.game, players: kept.seats.length, ...cameOut(kept)! }))
    .sort((a, b) => (a.day < b.day ? 1 : -1))
}

/** Play today's deal, or go on with it; the table's name. */
export async function playDeal(day: string, deal: DealShown): Promise<string> {
  if (SITE) return device.open(tableOf(deal), await me.be(prefs.name), { day, seed: deal.seed!, stands: true })
  await me.be(prefs.name)
  return (await api.playDeal(day, deal.game)).id
}

/** Play a deal that everyone may know, on this device; the table's name. */
export const playForFun = async (day: string, deal: DealShown): Promise<string> =>
  device.open(tableOf(deal), prefs.name || t('me.guest'), { day, seed: deal.seed!, stands: false })

const tableOf = ({ game, seats, options }: DealShown): NewTable => ({ game, seats, options })

function dealHere(day: string, game: GameShown, tries: Kept[]): DealShown {
  const seed = seedOf(day, game.name)
  const players = usualPlayers(game.players)
  const drawn = Object.entries(game.options).filter(([, option]) => option.choices === 'a seat')
  const own = tries.find((kept) => kept.id === dealId(day, game.name))
  const result = own && cameOut(own)
  return {
    game: game.name,
    rules: game.rules ?? 1,
    options: Object.fromEntries(drawn.map(([name]) => [name, Number(numberOf('seat', seed) % BigInt(players))])),
    seats: [{ kind: 'me' }, ...Array.from({ length: players - 1 }, () => ({ kind: 'bot' as const, level: LEVEL }))],
    commitment: '',
    committed: 0,
    seed,
    table: own?.id ?? null,
    results: result ? [{ ...result, yours: true }] : [],
  }
}

const triesHere = async (): Promise<Kept[]> => (await new Store().all()).filter((kept) => kept.deal?.stands)

function cameOut(kept: Kept): (AttemptShown & { table: string }) | null {
  const own = kept.result && played(kept, kept.result).seats.find((seat) => seat.yours)
  return own ? { name: own.name ?? '', place: own.place, score: own.score, resigned: own.resigned ?? false, table: kept.id } : null
}
