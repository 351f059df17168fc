// What is asked for outside a table's line: of the server by HTTP, or of this device. Addresses are relative to the page's base.
import { device } from '../local/device'
import { isHere } from '../local/kept'
import type { FactKind } from './facts'
import type { Layout } from './decode'
import type { Catalogue, Language } from './i18n.svelte'
import { SITE } from './site'
import type { AddressShown, Attempted, ChatPage, DayShown, Listed, Listing, NewSeries, NewTable, Opened, Played, Problem, RatingsShown, Replay, SeriesListed, SeriesShown, Token, Ways, Who } from './wire'

/** Something cannot be: a code and an English sentence, and what the sentence is made from. */
export class Refusal extends Error {
  readonly code: string
  readonly reason: string | null
  readonly clause: string | null
  readonly values: Record<string, unknown>

  constructor({ code, text, reason = null, clause = null, values = {} }: Problem) {
    super(text)
    this.code = code
    this.reason = reason
    this.clause = clause
    this.values = values
  }
}

/** The server did not answer, or something on the way did in its place. */
export class Unreachable extends Error {}

const unreachable = (): never => {
  throw new Unreachable()
}

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch(unreachable)
  const told: unknown = answer.status === 204 ? undefined : await answer.json().catch(unreachable)
  if (answer.ok) return told as Answer
  throw new Refusal(told as Problem)
}

/** Some words, of which one is chosen (one for `each` seat), a whole number from `least` to `most`, or a seat. */
export type OptionShown = { choices: string[] | string; default: unknown; least?: number; most?: number; each?: string }
export type GameShown = {
  name: string
  title: string
  author: string
  year: number
  players: number[]
  options: Record<string, OptionShown>
  /** The version of the rules, where they are on this device. */
  rules?: number
}
/** All that a game says of itself. */
export type GameTold = GameShown & {
  layout: Layout
  facts: Record<string, FactKind>
  words: string[]
  sentences: Catalogue
  rules: string
}

/** Whether this device has the rules of a game, in that version. */
export async function playableHere(game: unknown, rules?: unknown): Promise<boolean> {
  const known = (await device.games().catch(() => null))?.[String(game)]
  return known !== undefined && (rules === undefined || rules === known.rules)
}

export const api = {
  me: () => ask<Who | null>('GET', 'api/me'),
  meet: (name: string) => ask<Who>('PUT', 'api/me', { name }),
  forget: () => ask<void>('DELETE', 'api/me'),
  /** The server's games; this device's where there is no server. */
  games: () => (SITE ? device.games() : ask<Record<string, GameShown>>('GET', 'api/games').catch(() => device.games())),
  game: (name: string, language: Language, rules?: number) =>
    ask<GameTold>('GET', `api/games/${encodeURIComponent(name)}?language=${language}${rules === undefined ? '' : `&version=${rules}`}`),
  /** Open a table on the server. */
  open: (table: NewTable) => ask<Opened>('POST', 'api/tables', table),
  publicTables: (): Promise<Listed[]> => (SITE ? Promise.resolve([]) : ask('GET', 'api/tables')),
  /** Those of this device, then those of the server. */
  myTables: async (): Promise<Listed[]> => {
    const [here, there] = await Promise.all([device.list().catch(() => []), SITE ? [] : ask<Listed[]>('GET', 'api/tables/mine').catch(() => [])])
    return [...here, ...there]
  },
  /** Games finished on the server, after so many. */
  finished: (after: number): Promise<Played[]> => (SITE ? Promise.resolve([]) : ask('GET', `api/me/games?after=${after}`)),
  finishedGame: (table: string) => ask<Played>('GET', `api/me/games/${table}`),
  /** The deals of a day, today's if none is named; those that were finished; the table at which today's is played. */
  deals: (day?: string) => ask<DayShown>('GET', `api/deals${day ? `/${day}` : ''}`),
  finishedDeals: () => ask<Attempted[]>('GET', 'api/deals/mine'),
  playDeal: (day: string, game: string) => ask<Opened>('POST', `api/deals/${day}/${game}`),
  ratings: (game: string) => ask<RatingsShown>('GET', `api/ratings/${encodeURIComponent(game)}`),
  beListed: (on: boolean) => ask<Listing>('PUT', 'api/ratings/listed', { on }),
  openSeries: (series: NewSeries) => ask<Opened>('POST', 'api/series', series),
  series: (id: string) => ask<SeriesShown>('GET', `api/series/${id}`),
  mySeries: (): Promise<SeriesListed[]> => (SITE ? Promise.resolve([]) : ask('GET', 'api/series/mine')),
  /** Join, leave or begin a series, or remove somebody from it. */
  inSeries: (id: string, wish: 'join' | 'leave' | 'begin' | `remove/${number}`) => ask<SeriesShown>('POST', `api/series/${id}/${wish}`),
  endSeries: (id: string) => ask<void>('DELETE', `api/series/${id}`),
  /** A link that makes another device this guest's, and what it does there. */
  move: () => ask<Token>('POST', 'api/me/move'),
  claimGuest: (token: string) => ask<Who>('POST', 'api/me/move/claim', { token }),
  /** Where this guest is told of turns, and that this browser is one of them, or none any more. */
  notices: () => ask<Ways>('GET', 'api/me/notices'),
  subscribe: (subscription: PushSubscription, language: Language) => ask<void>('PUT', 'api/me/notices/push', { ...subscription.toJSON(), language }),
  unsubscribe: () => ask<void>('DELETE', 'api/me/notices/push'),
  /** Letters go to an address once it is confirmed by the link in the first. */
  writeTo: (address: string, language: Language) => ask<AddressShown>('PUT', 'api/me/notices/mail', { address, language }),
  writeNoMore: () => ask<void>('DELETE', 'api/me/notices/mail'),
  confirmMail: (token: string) => ask<void>('POST', 'api/mail/confirm', { token }),
  stopMail: (token: string) => ask<void>('POST', `api/mail/stop/${encodeURIComponent(token)}`),
  chat: (table: string, before: number) => ask<ChatPage>('GET', `api/tables/${table}/chat?before=${before}`),
  record: (table: string) => (isHere(table) ? device.record(table) : ask<Record<string, unknown>>('GET', `api/tables/${table}/record`)),
  replay: (table: string, seat: number | null) =>
    isHere(table)
      ? device.replay(table, seat)
      : ask<Replay>('GET', `api/tables/${table}/replay${seat === null ? '' : `?seat=${seat}`}`),
  /** A record, checked and step by step: here if the rules are, else by the server. */
  look: async (record: Record<string, unknown>, seat: number | null): Promise<Replay> =>
    (await playableHere(record.game, record.rules)) || SITE
      ? device.look(record, seat)
      : ask<Replay>('POST', `api/replays${seat === null ? '' : `?seat=${seat}`}`, record),
  seatLink: (table: string, seat: number) => ask<Token>('POST', `api/tables/${table}/seats/${seat}/link`),
  programToken: (table: string, seat: number) => ask<Token>('POST', `api/tables/${table}/seats/${seat}/token`),
  claim: (token: string) => ask<Opened>('POST', 'api/links', { token }),
}
