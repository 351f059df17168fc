// What the page and the worker say to each other.
import type { GameShown } from '../lib/api'
import type { Deal } from './deal'
import type { FromClient, FromServer, Listed, NewTable, Problem, Replay } from '../lib/wire'

/** What a page may ask the worker for, and what it gets. */
export type Calls = {
  games: { ask: object; answer: Record<string, GameShown> }
  open: { ask: { table: NewTable; person: string; deal?: Deal | undefined }; answer: string }
  list: { ask: object; answer: Listed[] }
  forget: { ask: object; answer: null }
  attend: { ask: { id: string; since: number | null; line: number }; answer: null }
  leave: { ask: { line: number }; answer: null }
  request: { ask: { id: string; line: number; message: FromClient }; answer: null }
  record: { ask: { id: string }; answer: Record<string, unknown> }
  replay: { ask: { id: string; seat: number | null }; answer: Replay }
  look: { ask: { record: Record<string, unknown>; seat: number | null }; answer: Replay }
}
export type Name = keyof Calls
export type Call = { [Each in Name]: { call: number; name: Each } & Calls[Each]['ask'] }[Name]
export type Reply = { call: number; answer: unknown } | { call: number; problem: Problem } | { line: number; message: FromServer }
