// A table's socket: what the table is like, what was asked for and not yet answered, and whether the line is up.
// A line that is cut is tried again; what was asked for under an id is asked for again, and happens once.
import { Refusal } from './api'
import { merged } from './log'
import type { ClockShown, FromClient, FromServer, LogLine, News, TableShown, Thought, Told, View } from './wire'
import { at } from './root'

export type Wish = FromClient extends infer Each ? (Each extends FromClient ? Omit<Each, 'id'> : never) : never
export type Answer = { ok: true; thoughts?: Thought[] } | { ok: false; refusal: Refusal }
type Waiting = { message: FromClient; answered: (answer: Answer) => void }

const GONE = 4404
const BACKOFF = [300, 700, 1500, 3000, 5000]
const PING_EVERY = 15_000
const PATIENCE = 8_000
const AFTER_HASTE = 1_000

export class Line {
  state = $state<'connecting' | 'open' | 'lost' | 'gone'>('connecting')
  version = $state<number | null>(null)
  table = $state.raw<TableShown | null>(null)
  told = $state.raw<Told[]>([])
  views = $state.raw<View[]>([])
  logs = $state.raw<Map<number | null, LogLine[]>>(new Map())
  clock = $state.raw<(ClockShown & { here: number }) | null>(null)
  sending = $state(0)

  #socket: WebSocket | null = null
  #waiting = new Map<string, Waiting>()
  #tries = 0
  #timer = 0
  #pulse = 0
  #heard = 0
  #closed = false

  constructor(readonly id: string) {
    addEventListener('offline', this.#cut)
    addEventListener('online', this.#now)
    this.#pulse = window.setInterval(this.#beat, 2_000)
    this.#open()
  }

  /** Begin anew, as who the server takes me for now. */
  afresh(): void {
    this.version = null
    this.#cutSocket()
    this.#open()
  }

  close(): void {
    this.#closed = true
    removeEventListener('offline', this.#cut)
    removeEventListener('online', this.#now)
    clearInterval(this.#pulse)
    clearTimeout(this.#timer)
    this.#cutSocket()
  }

  ask(wish: Wish): Promise<Answer> {
    const message = { ...wish, id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` } as FromClient
    return new Promise((resolve) => {
      this.sending += 1
      this.#waiting.set(message.id, { message, answered: resolve })
      this.#send(message)
    })
  }

  play(move: string, seat: number): Promise<Answer> {
    return this.ask({ do: 'play', move, version: this.version ?? 0, seat })
  }

  #open(): void {
    clearTimeout(this.#timer)
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const since = this.version === null ? '' : `?since=${this.version}`
    const socket = new WebSocket(`${scheme}://${location.host}${at(`/api/tables/${this.id}/socket`)}${since}`)
    this.#socket = socket
    this.#heard = Date.now()
    socket.onopen = () => {
      this.#tries = 0
      this.state = 'open'
      this.#again()
    }
    socket.onmessage = (event) => {
      this.#heard = Date.now()
      this.#hear(JSON.parse(String(event.data)) as FromServer)
    }
    socket.onclose = (event) => {
      if (socket !== this.#socket || this.#closed) return
      if (event.code === GONE) this.state = 'gone'
      else this.#retry()
    }
  }

  #cutSocket(): void {
    const socket = this.#socket
    this.#socket = null
    socket?.close()
  }

  #retry(): void {
    this.state = 'lost'
    const pause = BACKOFF[Math.min(this.#tries, BACKOFF.length - 1)]
    this.#tries += 1
    this.#timer = window.setTimeout(() => this.#open(), pause)
  }

  #cut = (): void => {
    this.state = 'lost'
    this.#cutSocket()
  }

  #now = (): void => {
    if (this.state === 'gone') return
    this.#cutSocket()
    this.#open()
  }

  #again = (): void => {
    for (const { message } of this.#waiting.values()) this.#send(message)
  }

  #lastPing = 0
  #beat = (): void => {
    if (this.state !== 'open') return
    const now = Date.now()
    if (now - this.#heard > PING_EVERY + PATIENCE) this.#now()
    else if (now - this.#heard > PING_EVERY && now - this.#lastPing > PATIENCE) {
      this.#lastPing = now
      this.#send({ do: 'ping', id: 'ping' })
    }
  }

  #send(message: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #hear(message: FromServer): void {
    if (message.type === 'news') this.#take(message)
    else if (message.id === '') setTimeout(this.#again, AFTER_HASTE) // too fast to be read: nothing has happened
    else {
      const waiting = this.#waiting.get(message.id)
      if (!waiting) return
      this.#waiting.delete(message.id)
      this.sending -= 1
      if (message.type === 'done') waiting.answered({ ok: true })
      else if (message.type === 'hint') waiting.answered({ ok: true, thoughts: message.thoughts })
      else waiting.answered({ ok: false, refusal: new Refusal(message) })
    }
  }

  #take(news: News): void {
    const first = this.version === null
    this.version = news.version
    if (news.table) this.table = news.table
    if (first) this.told = news.told ?? []
    else if (news.told?.length) this.told = [...this.told, ...news.told]
    if (news.views?.length) {
      if (!first && news.views.some((view) => view.log_from > (this.logs.get(view.seat)?.length ?? 0))) {
        this.afresh() // a seat has changed hands: its log is not known here
        return
      }
      const logs = new Map<number | null, LogLine[]>()
      for (const view of news.views) {
        logs.set(view.seat, merged(first ? [] : (this.logs.get(view.seat) ?? []), view.log_from, view.log))
      }
      this.logs = logs
      this.views = news.views
    }
    if (news.clock) this.clock = { ...news.clock, here: Date.now() }
  }
}
