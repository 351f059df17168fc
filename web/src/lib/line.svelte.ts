// The line to a table: what the table is like, what was asked for and not yet answered, and whether the line is up.
// A line to a server that is cut is tried again; what was asked for under an id is asked for again, and happens once.
import { isHere } from '../local/kept'
import { api, Refusal } from './api'
import { merged } from './log'
import { byDevice, bySocket, type Way } from './way'
import type { ClockShown, FromClient, FromServer, Hint, LogLine, News, TableShown, Told, View } from './wire'

export type Wish = FromClient extends infer Each ? (Each extends FromClient ? Omit<Each, 'id'> : never) : never
export type Answer = { ok: true; version: number; hint?: Hint } | { ok: false; refusal: Refusal }
type Expected = { version: number; resolve: () => void }
type Waiting = { message: FromClient; answered: (answer: Answer) => void }

const BACKOFF = [300, 700, 1500, 3000, 5000]
const PING_EVERY = 15_000
const PATIENCE = 8_000
const AFTER_HASTE = 1_000

export class Line {
  state = $state<'connecting' | 'open' | 'lost' | 'gone'>('connecting')
  version = $state<number | null>(null)
  table = $state.raw<TableShown | null>(null)
  told = $state.raw<Told[]>([])
  /** What is being written in the chat; it is kept when the game begins and the chat moves beside the board. */
  draft = $state('')
  /** Lines of chat before this version have not been sent. */
  earlier = $state<number | null>(null)
  views = $state.raw<View[]>([])
  logs = $state.raw<Map<number | null, LogLine[]>>(new Map())
  clock = $state.raw<(ClockShown & { here: number }) | null>(null)
  /** Seats whose people are connected; null where it is not known. */
  present = $state.raw<number[] | null>(null)
  /** Why a bot of this device cannot go on. */
  trouble = $state.raw<Refusal | null>(null)

  /** Whether it is a table of this device, which needs no network. */
  readonly here: boolean
  #way: Way | null = null
  #waiting = new Map<string, Waiting>()
  #expected: Expected[] = []
  #tries = 0
  #timer = 0
  #pulse = 0
  #heard = 0
  #closed = false

  constructor(readonly id: string) {
    this.here = isHere(id)
    if (!this.here) {
      addEventListener('offline', this.#cut)
      addEventListener('online', this.#now)
      document.addEventListener('visibilitychange', this.#look)
      this.#pulse = window.setInterval(this.#beat, 2_000)
    }
    this.#open()
  }

  /** Begin anew, as who the server takes me for now. */
  afresh(): void {
    this.version = null
    this.#cutWay()
    this.#open()
  }

  close(): void {
    this.#closed = true
    removeEventListener('offline', this.#cut)
    removeEventListener('online', this.#now)
    document.removeEventListener('visibilitychange', this.#look)
    clearInterval(this.#pulse)
    clearTimeout(this.#timer)
    this.#cutWay()
  }

  ask(wish: Wish): Promise<Answer> {
    const message = { ...wish, id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` } as FromClient
    return new Promise((resolve) => {
      this.#waiting.set(message.id, { message, answered: resolve })
      this.#send(message)
    })
  }

  /** Until the move is shown: between the answer and the news of it, an old position could be touched. */
  async play(move: string, seat: number): Promise<Answer> {
    const answer = await this.ask({ do: 'play', move, version: this.version ?? 0, seat })
    if (answer.ok) await this.#reached(answer.version)
    return answer
  }

  #reached(version: number): Promise<void> {
    return new Promise((resolve) => {
      this.#expected.push({ version, resolve })
      this.#arrive()
    })
  }

  #arrive(): void {
    const arrived = ({ version }: Expected) => version <= (this.version ?? -1)
    for (const { resolve } of this.#expected.filter(arrived)) resolve()
    this.#expected = this.#expected.filter((each) => !arrived(each))
  }

  /** Fetch the page of the chat before what is known of it. */
  async turnBack(): Promise<void> {
    if (this.earlier === null) return
    const { lines, earlier } = await api.chat(this.id, this.earlier)
    this.earlier = earlier
    this.told = [...lines, ...this.told]
  }

  #open(): void {
    clearTimeout(this.#timer)
    this.#heard = Date.now()
    const connect = this.here ? byDevice : bySocket
    const hidden = document.hidden
    const way: Way = connect(this.id, this.version, {
      opened: () => {
        this.#tries = 0
        this.state = 'open'
        if (!this.here && hidden !== document.hidden) this.#look()
        this.#again()
      },
      heard: (message) => {
        this.#heard = Date.now()
        this.#hear(message)
      },
      closed: (gone) => {
        if (way !== this.#way || this.#closed) return
        if (gone) this.state = 'gone'
        else this.#retry()
      },
    })
    this.#way = way
  }

  #cutWay(): void {
    const way = this.#way
    this.#way = null
    way?.close()
  }

  #retry(): void {
    this.state = 'lost'
    const pause = BACKOFF[Math.min(this.#tries, BACKOFF.length - 1)]
    this.#tries += 1
    this.#timer = window.setTimeout(() => this.#open(), pause)
  }

  #cut = (): void => {
    this.state = 'lost'
    this.#cutWay()
  }

  #now = (): void => {
    if (this.state === 'gone') return
    this.#cutWay()
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

  /** The server tells people of their turns while a table is not in front of them. */
  #look = (): void => this.#send({ do: 'look', id: 'look', on: !document.hidden })

  #send(message: FromClient): void {
    if (this.#way?.isOpen) this.#way.send(message)
  }

  #hear(message: FromServer): void {
    if (message.type === 'news') this.#take(message)
    else if (message.type === 'present') this.present = message.seats
    else if (message.id === '') setTimeout(this.#again, AFTER_HASTE) // too fast to be read: nothing has happened
    else {
      const waiting = this.#waiting.get(message.id)
      if (!waiting) {
        if (this.here && message.type === 'refused') this.trouble = new Refusal(message)
        return
      }
      this.#waiting.delete(message.id)
      if (message.type === 'done') waiting.answered({ ok: true, version: message.version })
      else if (message.type === 'hint') waiting.answered({ ok: true, version: message.version, hint: message })
      else waiting.answered({ ok: false, refusal: new Refusal(message) })
    }
  }

  #take(news: News): void {
    const first = this.version === null
    this.version = news.version
    if (news.table) this.table = news.table
    if (first || news.earlier) this.earlier = news.earlier ?? null
    const kept = first ? [] : news.earlier ? this.told.filter((each) => each.kind !== 'said') : this.told
    if (first || news.told?.length) this.told = [...kept, ...(news.told ?? [])]
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
    if (news.clock) this.clock = { ...news.clock, here: performance.now() }
    this.#arrive()
  }
}
