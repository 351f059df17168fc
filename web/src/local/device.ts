// This device as a place to play: the page's end of the worker, which is started when it is first needed.
import { Refusal, Unreachable, type GameShown } from '../lib/api'
import type { FromClient, FromServer, Listed, NewTable, Replay } from '../lib/wire'
import type { Deal } from './deal'
import type { Call, Calls, Name, Reply } from './calls'

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void }

class Device {
  #worker: Worker | null = null
  #waiting = new Map<number, Waiting>()
  #lines = new Map<number, (message: FromServer) => void>()
  #last = 0
  #answers = false

  games = (): Promise<Record<string, GameShown>> => this.#ask('games', {})
  open = (table: NewTable, person: string, deal?: Deal): Promise<string> => this.#ask('open', { table, person, deal })
  list = (): Promise<Listed[]> => this.#ask('list', {})
  /** Delete all tables of this device. */
  forget = (): Promise<null> => this.#ask('forget', {})
  record = (id: string): Promise<Record<string, unknown>> => this.#ask('record', { id })
  replay = (id: string, seat: number | null): Promise<Replay> => this.#ask('replay', { id, seat })
  look = (record: Record<string, unknown>, seat: number | null): Promise<Replay> => this.#ask('look', { record, seat })

  /** A line to a table of this device; `lost` is called where there is no such table. */
  connect(id: string, since: number | null, hear: (message: FromServer) => void, lost: () => void): { send: (message: FromClient) => void; close: () => void } {
    const line = ++this.#last
    this.#lines.set(line, hear)
    this.#ask('attend', { id, since, line }).catch(lost)
    return {
      send: (message) => void this.#ask('request', { id, line, message }).catch(lost),
      close: () => {
        this.#lines.delete(line)
        void this.#ask('leave', { line })
      },
    }
  }

  #ask<Each extends Name>(name: Each, asked: Calls[Each]['ask']): Promise<Calls[Each]['answer']> {
    const call = ++this.#last
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject })
      this.#started().postMessage({ call, name, ...asked } as unknown as Call)
    })
  }

  #started(): Worker {
    if (!this.#worker) {
      this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
      this.#worker.onmessage = (event: MessageEvent<Reply>) => this.#hear(event.data)
      this.#worker.onerror = () => this.#broken()
    }
    return this.#worker
  }

  /** The worker, or the rules, could not be fetched: the next call tries again. */
  #broken(): void {
    if (this.#answers) return
    this.#worker = null
    for (const { reject } of this.#waiting.values()) reject(new Unreachable())
    this.#waiting.clear()
  }

  #hear(reply: Reply): void {
    this.#answers = true
    if ('line' in reply) {
      this.#lines.get(reply.line)?.(reply.message)
      return
    }
    const waiting = this.#waiting.get(reply.call)
    this.#waiting.delete(reply.call)
    if ('problem' in reply) waiting?.reject(new Refusal(reply.problem))
    else waiting?.resolve(reply.answer as never)
  }
}

export const device = new Device()
