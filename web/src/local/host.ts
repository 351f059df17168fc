// All tables of this device, in a worker: requests are decided and stored, then answered; bots think here.
import type { GameShown } from '../lib/api'
import type { FromClient, FromServer, Listed, NewTable, Replay, Thought } from '../lib/wire'
import type { Engine } from '../rules/engine'
import type { Level } from '../rules/bots'
import { BadRecord, replay, type Game, type GameRecord } from '../rules/game'
import { begun, dealId, hex, nameAt, newId, rematch, SCHEMA, type Change, type Kept } from './kept'
import type { Deal } from './deal'
import type { Store } from './store'
import { Minds } from './minds'
import { drawnOptions, gamesShown } from './setup'
import { steps } from './steps'
import { Refused, Table } from './table'

/** Of one table, that are remembered. */
const MOST_ANSWERS = 200
/** Milliseconds until a bot whose move could not be stored tries again. */
const RETRY = 1000
const newSeed = () => hex(crypto.getRandomValues(new Uint8Array(32)))
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Thoughts with reasons: what finds them is loaded when it is first needed. */
const advised = async (game: Game, thoughts: Thought[]) => (await import('../analysis/hint')).advice(game, thoughts)

/** A page that looks at a table: the version it has, and where messages go. */
type Onlooker = { since: number | null; send: (message: FromServer) => void }

class Live {
  readonly onlookers = new Set<Onlooker>()
  /** Changes are decided one after the other. */
  turn: Promise<unknown> = Promise.resolve()
  /** The version in which a bot is thinking. */
  thinking: number | null = null
  /** Answers by the id of the request: a page that sends one again, since it saw no answer, gets the same. */
  readonly answers = new Map<string, Promise<FromServer>>()

  constructor(readonly table: Table) {}
}

export class Host {
  #live = new Map<string, Promise<Live>>()

  /** `changed` is told of every table that was stored here: other pages may have it open. */
  constructor(readonly engine: Engine, readonly store: Store, readonly changed: (id: string) => void, readonly minds = new Minds()) {}

  games(): Record<string, GameShown> {
    return gamesShown(this.engine)
  }

  /** Open a table for people at this device and bots; its name. That of a deal that stands may be there already. */
  async open(setup: NewTable, name: string, deal?: Deal): Promise<string> {
    const { game, seats, hints = true, substitute = 'medium' } = setup
    const now = Date.now()
    const kept: Kept = {
      schema: SCHEMA, id: deal?.stands ? dealId(deal.day, game) : newId(), created: now, changed: now, game, hints: hints && !deal?.stands, substitute,
      rules: this.engine.room(game).game.rules,
      options: drawnOptions(this.engine.room(game).game, seats.length, setup.options ?? {}),
      seed: deal?.seed ?? newSeed(),
      ...(deal && { deal: { day: deal.day, stands: deal.stands } }),
      seats: seats.map((place) => (place.kind === 'bot' ? { kind: 'bot', level: place.level ?? 'medium' } : { kind: 'person', name: (place.kind === 'me' && place.name) || name })),
      ...begun(now),
    }
    await this.#write(kept, null)
    return kept.id
  }

  async list(): Promise<Listed[]> {
    return (await this.store.all()).map(({ id, game, seats, over }) => {
      const person = seats.find((player) => player.kind === 'person')
      return { id, game, players: seats.length, host: person?.kind === 'person' ? person.name : '', status: over ? 'over' : 'running', free: 0 }
    })
  }

  /** Delete all tables of this device. */
  async forget(): Promise<void> {
    this.#live.clear()
    await this.store.clear()
  }

  /** Look at a table from now on; a Refused if there is none. The function ends it. */
  async attend(id: string, since: number | null, send: Onlooker['send']): Promise<() => void> {
    const live = await this.#find(id)
    const onlooker = { since, send }
    live.onlookers.add(onlooker)
    this.#tell(live)
    void this.#think(live)
    return () => live.onlookers.delete(onlooker)
  }

  /** Do what is asked for at a table, once for each id, and answer. */
  async answer(id: string, request: FromClient): Promise<FromServer> {
    const live = await this.#find(id)
    let answer = live.answers.get(request.id)
    if (!answer) {
      if (live.answers.size > MOST_ANSWERS) live.answers.clear()
      live.answers.set(request.id, (answer = this.#answered(live, request)))
    }
    return answer
  }

  async #answered(live: Live, request: FromClient): Promise<FromServer> {
    const { table } = live
    const version = table.kept.version
    try {
      if (request.do === 'ask_hint') {
        const game = table.hinted(request.seat).clone() // somebody may move meanwhile
        const bot = await this.minds.bot(game, 'expert')
        const thoughts = await bot.explain(game)
        return { type: 'hint', id: request.id, version, wins: bot.wins, ...(await advised(game, thoughts)) }
      }
      await this.#do(live, () => {
        const change = table.decide(request)
        return change === 'rematch' ? this.#next(table.kept) : change
      })
      return { type: 'done', id: request.id, version: table.kept.version }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { type: 'refused', id: request.id, version, ...error.problem }
    }
  }

  async record(id: string): Promise<GameRecord> {
    const { table } = await this.#find(id)
    if (!table.kept.over) throw new Refused('not_over')
    return { ...table.game.record(), names: table.kept.seats.map((_, seat) => nameAt(table.kept, seat)) }
  }

  async replay(id: string, seat: number | null): Promise<Replay> {
    return this.look(await this.record(id), seat)
  }

  /** A record, checked and step by step. */
  look(record: unknown, seat: number | null): Replay {
    const game = replay(this.engine, record)
    if (!game.result()) throw new BadRecord('unfinished')
    return { record: game.record(), seat, steps: steps(game, seat) }
  }

  /** Another page has stored something. */
  async follow(id: string): Promise<void> {
    const live = await this.#live.get(id)
    if (live) await (live.turn = live.turn.then(() => this.#catchUp(live)))
  }

  #find(id: string): Promise<Live> {
    let live = this.#live.get(id)
    if (!live) {
      live = this.#load(id)
      this.#live.set(id, live)
      live.catch(() => this.#live.delete(id))
    }
    return live
  }

  async #load(id: string): Promise<Live> {
    const kept = await this.store.read(id)
    if (!kept) throw new Refused('no_such_table')
    return new Live(new Table(this.engine, kept))
  }

  #do(live: Live, decide: () => Change | Promise<Change> | null): Promise<void> {
    const done = live.turn.then(async () => {
      const change = await decide()
      if (!change) return
      const kept = live.table.after(change)
      if (!(await this.#write(kept, live.table.kept.version))) throw (await this.#catchUp(live)) ? new Refused('stale') : new Refused('not_stored', 'cleared')
      live.table.take(kept)
      this.changed(kept.id)
      this.#tell(live)
      void this.#think(live)
    })
    live.turn = done.catch(() => undefined)
    return done
  }

  /** Whether it was stored, as Store's; a Refused where there is no room, and nothing has happened. */
  #write(kept: Kept, before: number | null): Promise<boolean> {
    return this.store.write(kept, before).catch(() => {
      throw new Refused('not_stored', 'no_room')
    })
  }

  /** Take in what is stored; whether anything is. */
  async #catchUp(live: Live): Promise<boolean> {
    const kept = await this.store.read(live.table.kept.id)
    if (kept && kept.version !== live.table.kept.version) {
      live.table.take(kept)
      this.#tell(live)
      void this.#think(live)
    }
    return !!kept
  }

  #tell(live: Live): void {
    for (const onlooker of live.onlookers) {
      if (onlooker.since === live.table.kept.version) continue
      onlooker.send(live.table.news(onlooker.since))
      onlooker.since = live.table.kept.version
    }
  }

  /** The bot to move, while somebody looks; the page shows moves at its own pace. What changes in the meantime makes its
   * thought void. */
  async #think(live: Live, again = false): Promise<void> {
    const { table } = live
    const { version } = table.kept
    if (!table.bot || live.thinking === version || !live.onlookers.size) return
    live.thinking = version
    await pause(0) // what was just answered is shown first
    const wanted = () => table.kept.version === version
    const move = wanted() && table.bot ? await this.#choice(table.game.clone(), table.bot, table.dice, wanted) : null
    if (live.thinking === version) live.thinking = null
    if (move) await this.#do(live, () => (table.kept.version === version ? table.moved(move) : null)).catch((error) => this.#stuck(live, error, again))
  }

  /** The bot's move was not stored: whoever looks is told once, and it is tried until there is room. */
  async #stuck(live: Live, error: unknown, again: boolean): Promise<void> {
    if (!(error instanceof Refused) || error.problem.code !== 'not_stored') return
    const { version } = live.table.kept
    if (!again) for (const { send } of live.onlookers) send({ type: 'refused', id: 'bot', version, ...error.problem })
    if (error.problem.reason === 'cleared') return
    await pause(RETRY)
    void this.#think(live, true)
  }

  async #choice(game: Game, level: Level, dice: bigint | undefined, wanted: () => boolean): Promise<string | null> {
    return (await this.minds.bot(game, level, dice)).choose(game, wanted)
  }

  async #next(kept: Kept): Promise<Change> {
    if (kept.next) return { kind: 'rematch', table: kept.next }
    const id = newId()
    const { game } = this.engine.room(kept.game)
    const drawn = game.options.filter((option) => option.drawn).map(({ name }) => name)
    const chosen = Object.fromEntries(Object.entries(kept.options).filter(([name]) => !drawn.includes(name)))
    const options = drawnOptions(game, kept.seats.length, chosen)
    await this.#write(rematch(kept, id, newSeed(), options, Date.now()), null)
    return { kind: 'rematch', table: id }
  }
}
