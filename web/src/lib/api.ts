// The HTTP interface: what is asked for outside a table's socket.
import type { Listed, NewTable, Opened, Problem, Replay, Step, Token, Who } from './wire'

export class Refusal extends Error {
  constructor(readonly code: string, text: string) {
    super(text)
  }
}

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as Answer
  const problem = (await answer.json().catch(() => ({ code: 'bad_request', text: answer.statusText }))) as Problem
  throw new Refusal(problem.code, problem.text)
}

export type GameShown = {
  name: string
  title: string
  author: string
  year: number
  players: number[]
  options: Record<string, { choices: string[] | string; default: unknown; each?: string }>
}

export const api = {
  me: () => ask<Who | null>('GET', '/api/me'),
  meet: (name: string) => ask<Who>('PUT', '/api/me', { name }),
  games: () => ask<Record<string, GameShown>>('GET', '/api/games'),
  open: (table: NewTable) => ask<Opened>('POST', '/api/tables', table),
  publicTables: () => ask<Listed[]>('GET', '/api/tables'),
  myTables: () => ask<Listed[]>('GET', '/api/tables/mine'),
  record: (table: string) => ask<Record<string, unknown>>('GET', `/api/tables/${table}/record`),
  replay: (table: string, seat: number | null) =>
    ask<Replay>('GET', `/api/tables/${table}/replay${seat === null ? '' : `?seat=${seat}`}`),
  history: (table: string) => ask<Step[]>('GET', `/api/tables/${table}/history`),
  upload: (record: unknown, seat: number | null) =>
    ask<Replay>('POST', `/api/replays${seat === null ? '' : `?seat=${seat}`}`, record),
  seatLink: (table: string, seat: number) => ask<Token>('POST', `/api/tables/${table}/seats/${seat}/link`),
  programToken: (table: string, seat: number) => ask<Token>('POST', `/api/tables/${table}/seats/${seat}/token`),
  claim: (token: string) => ask<Opened>('POST', '/api/links', { token }),
}
