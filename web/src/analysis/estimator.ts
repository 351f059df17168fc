// The compiled loops of analysis.wasm for one game, number of players and set of options: coefficients and scratch. The
// same as src/brocante/analysis/estimator.py.
import { childrenOf } from '../rules/bots'
import { Engine, type Room } from '../rules/engine'
import type { Built } from '../rules/expanded'
import { toldIn, type Told } from '../rules/facts'
import type { Game } from '../rules/game'
import type { AnalysisDescription, Thinking } from './objects'

export const NO_MOVE = -1
const DEAL = -2
const DOUBLE = 8

/** A random generator: where it stands. */
export type Dice = { at: bigint }
export const dice = (seed: bigint | number): Dice => ({ at: BigInt.asUintN(64, BigInt(seed)) })

export type Tried = Map<number, { visits: number; chance: number }>
export type Explored = { won: number[]; tried: Tried }

/** Who thinks about moves: an estimator, or with a net one that thinks ahead. */
export interface Thinker {
  readonly thinking: Thinking
  legal(root: Uint8Array): number[]
  explore(root: Uint8Array, seat: number, simulations: number, dice: Dice, first?: number): Explored
}
export type Future = { told: Told[]; won: number }

/** Memory for as much as was ever needed. */
class Scratch {
  #at = 0
  #size = 0

  constructor(readonly engine: Engine) {}

  of(size: number): number {
    if (size > this.#size) [this.#at, this.#size] = [this.engine.take(size), size]
    return this.#at
  }
}

/** Everything that analyses games: the module and what is known of it. */
export class Analyst {
  readonly engine: Engine
  readonly fitting: Scratch
  readonly futures: Scratch
  #estimators = new Map<string, Estimator>()

  constructor(module: WebAssembly.Module, rules: Built, readonly about: AnalysisDescription) {
    this.engine = new Engine(module, { ...rules, stack: about.stack, heap: about.heap })
    this.fitting = new Scratch(this.engine)
    this.futures = new Scratch(this.engine)
  }

  estimator(game: Pick<Game, 'name' | 'players' | 'options' | 'description'>): Estimator {
    const key = JSON.stringify([game.name, game.description.rules, game.players, game.options])
    let found = this.#estimators.get(key)
    if (!found) this.#estimators.set(key, (found = new Estimator(this, game)))
    return found
  }
}

/** Chances to win in one game as players by rules of thumb would go on with it. */
export class Estimator implements Thinker {
  readonly thinking: Thinking
  readonly room: Room
  readonly players: number
  #size: number
  #features: number
  #fresh: Uint8Array
  #overlooking: number
  #units: number
  #coefficients: number
  #ownDice: number
  #counts: number
  #shares: number
  #wins: number

  constructor(readonly analyst: Analyst, { name, players, options }: Pick<Game, 'name' | 'players' | 'options'>) {
    const { engine, about } = analyst
    const room = (this.room = engine.room(name))
    const { overlooking, worths } = about.games[name]!
    const { seats } = engine.description
    const doubles = (count: number) => engine.take(DOUBLE * count)
    this.players = players
    this.thinking = about.effort.search
    this.#size = room.game.position.size
    this.#features = worths + 2
    this.#overlooking = doubles(overlooking.length)
    this.#units = doubles((worths + 1) * worths)
    this.#coefficients = doubles(about.stages * this.#features)
    this.#ownDice = engine.take(DOUBLE)
    this.#counts = doubles(this.#features * seats)
    this.#shares = doubles(seats)
    this.#wins = doubles(seats)
    room.doubles(this.#overlooking, overlooking.length).set(overlooking)
    const units = room.doubles(this.#units, (worths + 1) * worths).fill(0)
    for (let worth = 0; worth < worths; worth++) units[(worth + 1) * worths + worth] = 1
    room.doubles(this.#coefficients, about.stages * this.#features).fill(0)
    this.#fresh = this.#prepared(options)
    this.#fit()
  }

  /** A position that is ready to be dealt. */
  #prepared(options: Game['options']): Uint8Array {
    const { room } = this
    room.bytes(room.telling, room.game.telling.size).fill(0)
    const { fields } = room
    fields.players = this.players
    room.plain.prepare(fields, options)
    return room.bytes(room.position, this.#size).slice()
  }

  /** Find the coefficients of the forecast. */
  #fit(): void {
    const { room, analyst: { about, engine, fitting } } = this
    const { seats } = engine.description
    const [noted, winners] = [about.fitted * about.stages * this.#features * seats, about.fitted * seats]
    const [vectors, curve] = [about.vectors * this.#features, this.#features * this.#features]
    const all = noted + winners + vectors + curve
    const at = fitting.of(DOUBLE * all)
    const behind = (count: number) => at + DOUBLE * count
    room.doubles(at, all).fill(0)
    room.rolled = BigInt(about.dice.fitting)
    this.#put(this.#fresh)
    room.call('note_games', room.root, room.world, room.weights, this.#units, room.dice, room.moves, room.scores, room.outcome, at, behind(noted))
    room.call('fit', at, behind(noted), this.players, behind(noted + winners), behind(noted + winners + vectors), this.#shares, this.#coefficients)
  }

  /** Each seat's chance to win before the cards are dealt. */
  atTheStart(playouts: number, dice: Dice): number[] {
    return this.chances(this.#fresh, playouts, dice, DEAL)
  }

  /** Each seat's chance to win at the true position: all hands as they are, the cards to come unknown. With a move: when
   * it has been played, but what it draws is not known yet. */
  chances(position: Uint8Array, playouts: number, dice: Dice, move = NO_MOVE): number[] {
    const { room } = this
    this.#put(position)
    room.doubles(this.#wins, this.players).fill(0)
    this.#with(dice, () =>
      room.call('follow', room.root, room.world, move, playouts, ...this.#model(this.#overlooking), room.dice, room.moves, room.scores, ...this.#results, this.#wins),
    )
    return [...room.doubles(this.#wins, this.players)].map((each) => this.exact(each / playouts))
  }

  /** The position as the seat may know it: everything hidden from it is dealt anew. */
  knownTo(position: Uint8Array, seat: number, dice: Dice): Uint8Array {
    const { room } = this
    this.#put(position)
    this.#with(dice, () => room.call('redeal', room.root, seat, room.dice, room.cards))
    return room.bytes(room.root, this.#size).slice()
  }

  /** The legal moves, in the order of the rules page. */
  legal(position: Uint8Array): number[] {
    this.#put(position)
    return this.room.legal(this.room.root)
  }

  /** The search of the bots from what the seat knows, or from there after a move: what the seat wins in each simulation, and
   * how often each move was tried with what chance. */
  explore(root: Uint8Array, seat: number, simulations: number, dice: Dice, first = NO_MOVE): Explored {
    const { room } = this
    const won = this.analyst.futures.of(DOUBLE * simulations)
    const nodes = room.nodes(simulations + 1)
    this.#put(root)
    room.ints(room.slots, room.game.moves).fill(0)
    this.#with(dice, () =>
      room.call(
        'explore', room.root, room.world, seat, first, nodes, simulations + 1, room.slots, room.path, room.movers,
        ...this.#model(room.settings), ...this.#hidden, ...this.#results, won, simulations,
      ),
    )
    const tried: Tried = new Map([...childrenOf(room.engine, room.engine.memory.buffer, nodes)].map(([move, [visits, value]]) => [move, { visits, chance: value / visits }]))
    return { won: [...room.doubles(won, simulations)], tried }
  }

  /** In each of some worlds the facts that follow from a move, and the seat's chance to win there. */
  foresee(root: Uint8Array, seat: number, move: number, worlds: number, dice: Dice): Future[] {
    const { room, analyst: { about, engine, futures } } = this
    const horizon = 8 * this.players
    const won = futures.of((DOUBLE + 4 + 4 * about.fact_room) * worlds)
    const sizes = won + DOUBLE * worlds
    const told = sizes + 4 * worlds
    this.#put(root)
    this.#with(dice, () =>
      room.call(
        'foresee', room.root, room.telling, room.position, seat, move, horizon,
        ...this.#model(room.settings), ...this.#hidden, ...this.#results, told, worlds, sizes, worlds, won, worlds,
      ),
    )
    return Array.from({ length: worlds }, (_, world) => {
      const size = room.ints(sizes + 4 * world, 1)[0]!
      return {
        told: toldIn(room.ints(told + 4 * about.fact_room * world, size), engine.description.fact_head),
        won: room.doubles(won + DOUBLE * world, 1)[0]!,
      }
    })
  }

  /** A number whose sums and differences are exact, whatever their order. */
  exact(chance: number): number {
    const { exact } = this.analyst.about
    return Math.round(chance * exact) / exact
  }

  #put(position: Uint8Array): void {
    this.room.bytes(this.room.root, this.#size).set(position)
  }

  #with(dice: Dice, work: () => void): void {
    this.room.rolled = dice.at
    work()
    dice.at = this.room.rolled
  }

  #model(settings: number): number[] {
    return [this.room.weights, settings, this.#units, this.#coefficients]
  }
  get #hidden(): number[] {
    const { dice, moves, cards, scores } = this.room
    return [dice, this.#ownDice, moves, cards, scores]
  }
  get #results(): number[] {
    return [this.room.outcome, this.#counts, this.#shares]
  }
}
