// What finished games say of who played them.
import { LEVELS, type Level } from '../lib/prefs.svelte'
import type { Share } from '../analysis/kept'
import type { Played, SeatPlayed } from '../lib/wire'

/** Against whom: bots of a level (the strongest at the table), or people, where at least one played. */
export type Against = Level | 'people'
export const AGAINST: Against[] = [...LEVELS, 'people']

export type Figures = {
  games: number
  wins: number
  against: { whom: Against; games: number; wins: number }[]
  /** The mean of places; of games that were played to the end, like all that follows. */
  place: number | null
  best: number | null
  /** Games won in a row: now, and the most. */
  streak: number
  longest: number
  /** Of each ten games in a row, the share of others that were beaten, from the first ten to the last. */
  curve: number[]
  /** The means of games that were analysed. */
  analysed: (Share & { games: number }) | null
}

/** Games that are looked at together. */
export const WINDOW = 10

/** The seat of the reader; of several people at one device the first. */
export const own = (game: Played): SeatPlayed | undefined => game.seats.find((seat) => seat.yours)
export const others = (game: Played): SeatPlayed[] => game.seats.filter((seat) => seat !== own(game))
export const won = (game: Played): boolean => own(game)?.place === 1 && !own(game)?.resigned

export function against(game: Played): Against {
  const bots = others(game)
  if (bots.some(({ kind }) => kind !== 'bot')) return 'people'
  return LEVELS[Math.max(...bots.map(({ level }) => LEVELS.indexOf(level ?? 'medium')))]!
}

/** Luck and skill of all seats of a table, where they are known. */
export type Known = (table: string) => Share[] | null

/** Luck and skill of the reader. */
export const ownShare = (game: Played, known: Known): Share | null => known(game.id)?.[game.seats.indexOf(own(game)!)] ?? null

/** Figures of games, given the last one first. */
export function figures(all: Played[], known: Known): Figures {
  const games = all.filter((game) => own(game))
  const complete = games.filter((game) => !own(game)!.resigned)
  const places = complete.map((game) => own(game)!.place)
  const rows = AGAINST.map((whom) => {
    const these = games.filter((game) => against(game) === whom)
    return { whom, games: these.length, wins: these.filter(won).length }
  })
  const { streak, longest } = streaks(games.map(won).reverse())
  return {
    games: games.length,
    wins: games.filter(won).length,
    against: rows.filter((row) => row.games),
    place: places.length ? mean(places) : null,
    best: best(complete),
    streak,
    longest,
    curve: curveOf(complete.map(beaten).reverse()),
    analysed: analysed(complete.map((game) => ownShare(game, known)).filter((share) => share !== null)),
  }
}

function analysed(shares: Share[]): Figures['analysed'] {
  return shares.length ? { games: shares.length, luck: mean(shares.map(({ luck }) => luck)), skill: mean(shares.map(({ skill }) => skill)) } : null
}

/** The best score: the highest, or the lowest where winners have that. */
function best(games: Played[]): number | null {
  if (!games.length) return null
  const scores = games.map((game) => own(game)!.score)
  return games.some(fewerWins) ? Math.min(...scores) : Math.max(...scores)
}

/** Whether somebody came before somebody with a higher score. */
const fewerWins = ({ seats }: Played): boolean => seats.some((one) => seats.some((other) => one.place < other.place && one.score < other.score))

/** Wins in a row, the oldest game first. */
export function streaks(wins: boolean[]): { streak: number; longest: number } {
  let [streak, longest] = [0, 0]
  for (const win of wins) {
    streak = win ? streak + 1 : 0
    longest = Math.max(longest, streak)
  }
  return { streak, longest }
}

/** The share of the others who came behind the reader: 1 for the first, 0 for the last. */
function beaten(game: Played): number {
  return (game.seats.length - own(game)!.place) / (game.seats.length - 1)
}

function curveOf(shares: number[]): number[] {
  const last = shares.length - WINDOW
  return last < 0 ? [] : Array.from({ length: last + 1 }, (_, i) => mean(shares.slice(i, i + WINDOW)))
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Whether a game was against a level of bots, or against somebody of this name. */
export const wasAgainst = (game: Played, whom: string): boolean =>
  others(game).some((seat) => (seat.kind === 'bot' ? `level:${seat.level}` : `name:${seat.name}`) === whom)

/** All whom somebody has played against, as `wasAgainst` takes them: levels first, then names by frequency. */
export function opponents(games: Played[]): { levels: Level[]; names: string[] } {
  const seats = games.flatMap(others)
  const count = new Map<string, number>()
  for (const { kind, name = '' } of seats) if (kind !== 'bot') count.set(name, (count.get(name) ?? 0) + 1)
  return {
    levels: LEVELS.filter((level) => seats.some((seat) => seat.level === level)),
    names: [...count].sort((a, b) => b[1] - a[1]).map(([name]) => name),
  }
}
