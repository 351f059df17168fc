// The HTTP interface: what is asked for outside a table's socket.
import type { FactKind } from './facts'
import type { Layout } from './decode'
import type { Catalogue, Language } from './i18n.svelte'
import { at } from './root'
import type { Listed, NewTable, Opened, Problem, Replay, Token, Who } from './wire'

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

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(at(path), {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as Answer
  throw new Refusal((await answer.json().catch(() => ({ code: 'bad_request', text: answer.statusText }))) as Problem)
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
}
/** All that a game says of itself. */
export type GameTold = GameShown & {
  layout: Layout
  facts: Record<string, FactKind>
  words: string[]
  sentences: Catalogue
  rules: string
}

export const api = {
  me: () => ask<Who | null>('GET', '/api/me'),
  meet: (name: string) => ask<Who>('PUT', '/api/me', { name }),
  forget: () => ask<void>('DELETE', '/api/me'),
  games: () => ask<Record<string, GameShown>>('GET', '/api/games'),
  game: (name: string, language: Language, rules?: number) =>
    ask<GameTold>('GET', `/api/games/${encodeURIComponent(name)}?language=${language}${rules === undefined ? '' : `&version=${rules}`}`),
  open: (table: NewTable) => ask<Opened>('POST', '/api/tables', table),
  publicTables: () => ask<Listed[]>('GET', '/api/tables'),
  myTables: () => ask<Listed[]>('GET', '/api/tables/mine'),
  record: (table: string) => ask<Record<string, unknown>>('GET', `/api/tables/${table}/record`),
  replay: (table: string, seat: number | null) =>
    ask<Replay>('GET', `/api/tables/${table}/replay${seat === null ? '' : `?seat=${seat}`}`),
  upload: (record: unknown, seat: number | null) =>
    ask<Replay>('POST', `/api/replays${seat === null ? '' : `?seat=${seat}`}`, record),
  seatLink: (table: string, seat: number) => ask<Token>('POST', `/api/tables/${table}/seats/${seat}/link`),
  programToken: (table: string, seat: number) => ask<Token>('POST', `/api/tables/${table}/seats/${seat}/token`),
  claim: (token: string) => ask<Opened>('POST', '/api/links', { token }),
}
