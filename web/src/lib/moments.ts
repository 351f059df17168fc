// What happened, shown one thing after the other at the reader's pace. The table stands as it was until cards have arrived,
// and what is worth a look stays until it was seen. No clock but timers, no page: what is shown is up to `Showing`.
import type { Flight } from './flight'
import type { Sound } from './sound'
import type { LogLine } from './wire'

export const PACES = ['calm', 'normal', 'fast', 'at_once'] as const
export type Pace = (typeof PACES)[number]

/** How long something is looked at: the fall of a hammer, a trick, a sheet of points. */
export type Weight = 'glance' | 'look' | 'study'

/** Flights of a rank wait for those of the ranks before: the next deal for a trick, a trick for the card that ends it. */
export const RANKS = [0, 1, 2] as const
export const ranked = ({ later, last }: Flight): number => (last ? 2 : later ? 1 : 0)

/** Something worth a pause, once flights of its rank have landed. Each game has its own kinds. */
export type Moment = { kind: string; weight: Weight; rank: number; sound?: Sound }

/** Milliseconds that a moment is shown; what lasts for ever waits for a tap or a key. */
export const HOLD: Record<Pace, Record<Weight, number>> = {
  calm: { glance: Infinity, look: Infinity, study: Infinity },
  normal: { glance: 1600, look: 3000, study: Infinity },
  fast: { glance: 700, look: 1400, study: 4000 },
  at_once: { glance: 0, look: 0, study: 0 },
}
/** Milliseconds before a move is made that is the only one. */
export const BEAT: Record<Pace, number> = { calm: 1500, normal: 900, fast: 400, at_once: 100 }
/** How fast cards fly. */
export const SPEED: Record<Pace, number> = { calm: 0.6, normal: 1, fast: 1.9, at_once: 1 }
/** Milliseconds from what one has done to what the next one does. */
const APART: Record<Pace, number> = { calm: 1400, normal: 750, fast: 250, at_once: 0 }
/** The same between moves of one player, which are often one act. */
const TOGETHER = 0.3

export type Step<State> = {
  /** How the table stands afterwards. */
  state: State
  /** The moves; where they are the reader's own, they are shown without delay. */
  lines: LogLine[]
  own: boolean
  flights: Flight[]
  moments: Moment[]
  /** Whether it is the reader's turn then, or nothing more will come. */
  awaited: boolean
}

export type Showing<State> = {
  begin: (step: Step<State>) => void
  look: (moment: Moment | null) => void
  fly: (flights: Flight[], pace: Pace) => Promise<void>
  /** What flies has arrived, at once. */
  land: () => void
  stand: (state: State) => void
}

export class Player<State> {
  #waiting: Step<State>[] = []
  #running = false
  #skipping = false
  #last: { mover: number | undefined; at: number } | null = null
  /** Ends what is waited for. */
  #go: (() => void) | null = null
  /** What is shown of an earlier run is void. */
  #run = 0

  constructor(
    readonly show: Showing<State>,
    readonly pace: () => Pace,
    readonly changed: (behind: number) => void = () => undefined,
  ) {}

  /** How many steps are not yet shown to their end. */
  get behind(): number {
    return this.#waiting.length + (this.#running ? 1 : 0)
  }

  add(step: Step<State>): void {
    if (!this.#running && this.#quick) {
      this.show.begin(step)
      return this.#stand(step)
    }
    this.#waiting.push(step)
    if (this.#running) this.changed(this.behind)
    else void this.#play()
  }

  /** The table stands like this, whatever has been shown. */
  reset(state: State): void {
    this.#run += 1
    this.#waiting = []
    this.#running = this.#skipping = false
    this.#release()
    this.show.look(null)
    this.show.land()
    this.show.stand(state)
    this.changed(0)
  }

  /** A tap or a key: what is looked at has been seen. */
  on(): void {
    this.#release()
  }

  /** Show no more until it is the reader's turn; where it never is, no more of what waits now. */
  skip(seated: boolean): void {
    if (seated) this.#skipping = true
    else this.#waiting = this.#waiting.slice(-1)
    this.#release()
  }

  get #quick(): boolean {
    return this.#skipping || this.pace() === 'at_once'
  }

  #release(): void {
    this.#go?.()
    this.show.land()
  }

  async #play(): Promise<void> {
    const run = this.#run
    this.#running = true
    for (let step = this.#waiting.shift(); step; step = this.#waiting.shift()) {
      this.changed(this.behind)
      await this.#act(step, run)
      if (run !== this.#run) return
      this.#stand(step)
    }
    this.#running = false
    this.changed(0)
  }

  async #act(step: Step<State>, run: number): Promise<void> {
    const goesOn = () => run === this.#run && !this.#quick
    if (!step.own && goesOn()) await this.#wait(this.#rest(step))
    if (run !== this.#run) return
    this.show.begin(step)
    if (!goesOn()) return
    for (const rank of RANKS) {
      const flights = step.flights.filter((flight) => ranked(flight) === rank)
      if (flights.length && goesOn()) await this.show.fly(flights, this.pace())
      for (const moment of step.moments.filter((each) => each.rank === rank)) {
        if (!goesOn()) return
        this.show.look(moment)
        await this.#wait(HOLD[this.pace()][moment.weight])
        if (run === this.#run) this.show.look(null)
      }
    }
  }

  /** Milliseconds until the next step may begin, so that each is seen. */
  #rest(step: Step<State>): number {
    if (!this.#last) return 0
    const apart = APART[this.pace()] * (this.#last.mover === step.lines[0]?.[0] ? TOGETHER : 1)
    return this.#last.at + apart - performance.now()
  }

  #stand(step: Step<State>): void {
    this.#last = { mover: step.lines.at(-1)?.[0], at: performance.now() }
    if (step.awaited) this.#skipping = false
    this.show.stand(step.state)
    this.changed(this.behind)
  }

  #wait(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = Number.isFinite(ms) ? setTimeout(() => this.#go?.(), ms) : undefined
      this.#go = () => {
        clearTimeout(timer)
        this.#go = null
        resolve()
      }
    })
  }
}
