// A game being played: a seed, its moves so far, and the position they lead to. The same as Python's `Game`
// (src/brocante/games/game.py), with the same rules compiled for WebAssembly.
import { decodePrivate, decodePublic, withPrivate, type Layout } from '../lib/decode'
import type { AnyFact } from '../lib/facts'
import { fromHex } from '../lib/sha256'
import { asOf, type GameDescription } from './expanded'
import type { Engine, Room } from './engine'
import { factKind, isOpen, shownFact, toldIn, type Told } from './facts'
import { checkedOptions, checkedPlayers, SetupError, unusualOptions, type Options } from './options'
import { reason, type Why } from './plain'

export type Result = { scores: number[]; ranks: number[] }
/** `names` are for people to read; replaying ignores them. */
export type GameRecord = { game: string; rules: number; players: number; options: Options; seed: string; moves: string[]; result: Result | null; names?: (string | null)[] }
export type Line = { seat: number; move: string; facts: AnyFact[] }
export type Table = ReturnType<typeof decodePublic>
type Entry = { seat: number; move: number; knowers: Set<number> | null; facts: Told[] }

const SEED = 32 // bytes
const randomSeed = (): Uint8Array => crypto.getRandomValues(new Uint8Array(SEED))

/** Not a move that the rules allow now; nothing has changed. */
export class IllegalMove extends Error {
  constructor(readonly move: string, readonly why: Why) {
    super(`'${move}' is not legal: ${why.code}${why.clause ? ` (${why.clause})` : ''}.`)
  }
}

/** A record that is broken or does not follow the rules: a reason and values, as Python's has. */
export class BadRecord extends Error {
  constructor(readonly reason: string, readonly values: Record<string, unknown> = {}, detail = '') {
    super(`${reason} ${JSON.stringify(values)} ${detail}`)
  }
}

export class Game {
  readonly name: string
  readonly players: number
  readonly seed: Uint8Array
  readonly options: Options
  turn: number | null = null
  #room: Room
  #position: Uint8Array
  #log: Entry[] = []
  #dealt: Told[] = []

  private constructor(room: Room, readonly description: GameDescription, players: number, seed: Uint8Array, options: Options, position: Uint8Array) {
    this.#room = room
    this.name = room.game.name
    this.players = players
    this.seed = seed
    this.options = options
    this.#position = position
  }

  /** Deal a new game. Without a seed, the browser's secure random source is used; without a version, the latest rules. */
  static deal(engine: Engine, name: string, players: number, options: Options = {}, seed: Uint8Array = randomSeed(), rules?: number): Game {
    if (seed.length !== SEED) throw new SetupError('wrong_seed')
    const room = engine.room(name)
    const described = asOf(room.game, rules ?? room.game.rules)
    if (!described) throw new SetupError('other_rules', { version: rules })
    const checked = checkedOptions(described, checkedPlayers(described, players), options)
    const game = new Game(room, described, players, seed.slice(), checked, new Uint8Array(described.telling.size))
    const fields = game.#enter()
    fields.players = players
    fields.key.set(new Int32Array(game.seed.buffer))
    room.plain.prepare(fields, checked)
    room.call('deal', room.telling)
    game.#dealt = game.#leave()
    return game
  }

  get engine(): Engine {
    return this.#room.engine
  }
  get moveCount(): number {
    return this.#log.length
  }
  /** All moves so far, as words. */
  get moves(): string[] {
    return this.#log.map((entry) => this.description.words[entry.move]!)
  }

  /** The position without its room for facts, hidden things included: for bots, which deal it anew, never for showing. */
  get position(): Uint8Array {
    return this.#position.slice(this.description.plain_at)
  }

  legalNumbers(): number[] {
    this.#enter()
    return this.#room.legal(this.#room.position)
  }

  /** The legal moves as words, in the order the rules page gives; none when the game is over. */
  legal(): string[] {
    return this.legalNumbers().map((move) => this.description.words[move]!)
  }

  /** Play a move for the seat whose turn it is; an IllegalMove says why it cannot be. */
  play(move: string): void {
    const why = this.check(move)
    if (why) throw new IllegalMove(move, why)
    const { plain, telling } = this.#room
    const number = this.#number(move)
    const seat = this.turn!
    const knowers = plain.knowers?.(this.#enter(), number) ?? null
    this.#room.call('play', telling, number)
    this.#log.push({ seat, move: number, knowers, facts: this.#leave() })
  }

  /** Why a move cannot be played now; null if it can. Nothing is played. */
  check(move: string): Why | null {
    const number = this.#number(move)
    if (number < 0) return reason('not_a_move', null, { move: `'${move}'`, title: this.description.title })
    if (this.turn === null) return reason('game_over')
    if (this.legalNumbers().includes(number)) return null
    return this.#room.plain.whyNot(this.#enter(), number)
  }

  /** What a seat, or a watcher (null), may see; it never holds more than that. */
  view(seat: number | null) {
    const { name, players, turn } = this
    const about = { game: name, rules: this.description.rules, players, options: structuredClone(this.options), seat, turn }
    return { ...about, ...this.table(seat), log: this.log(seat), result: this.result() }
  }

  /** What lies on the table, and in the hand of the seat: the part of a view that changes from move to move. */
  table(seat: number | null): Table {
    const layout = this.description.layout as unknown as Layout
    this.#enter()
    const view = decodePublic(layout, this.#row('observe_public', 0), this.players)
    return seat === null ? view : withPrivate(view, decodePrivate(layout, this.#row('observe_private', seat), seat, this.players))
  }

  /** Moves and the facts that followed from each, as a seat, or a watcher (null), may know them. */
  log(seat: number | null, start = 0): Line[] {
    const settled = this.settled
    return this.#log.slice(start).map((entry, i) => this.#line(entry, start + i < settled, seat))
  }

  #line(entry: Entry, settled: boolean, seat: number | null): Line {
    const words = this.description.words[entry.move]!
    const told = !entry.knowers || (seat !== null && entry.knowers.has(seat) && settled)
    const move = told || seat === entry.seat ? words : `${words.split(' ')[0]} ?`
    return { seat: entry.seat, move, facts: this.#shown(entry.facts, seat) }
  }

  /** How many moves of the log are as they will stay: what is known of later ones may change. */
  get settled(): number {
    const { pending } = this.#room.plain
    return this.moveCount - (pending ? pending(this.#enter()) : 0)
  }

  /** Whether everyone may know all of a move and of the facts that followed from it. */
  isOpen(number: number): boolean {
    const entry = this.#log[number]!
    return !entry.knowers && entry.facts.every((told) => isOpen(factKind(this.description, told)))
  }

  /** The facts of the deal, before any move. */
  dealFacts(seat: number | null): AnyFact[] {
    return this.#shown(this.#dealt, seat)
  }

  #shown(facts: Told[], seat: number | null): AnyFact[] {
    const values = this.engine.description.fact_head - 2
    return facts.map((told) => shownFact(factKind(this.description, told), told.numbers, seat, values))
  }

  /** What a seat may know as a row of small numbers, as learners take it: 16 bits each. */
  observation(seat: number): Uint8Array {
    this.#enter()
    const { row, position } = this.#room
    const size = 2 * this.description.layout.size
    this.#room.bytes(row, size).fill(0)
    this.#room.call('observe', position, seat, row)
    return this.#room.bytes(row, size).slice()
  }

  /** Null until the game is over, then scores and ranks by seat; rank 1 has won. */
  result(): Result | null {
    if (this.turn !== null) return null
    this.#enter()
    const { seats } = this.engine.description
    const [scores, ranks] = [this.#room.row, this.#room.row + 4 * seats]
    this.#room.call('result', this.#room.position, scores, ranks)
    return { scores: [...this.#room.ints(scores, this.players)], ranks: [...this.#room.ints(ranks, this.players)] }
  }

  /** The whole game as one object (C4): `replay` makes it a game again, here and in Python. */
  record(): GameRecord {
    return {
      game: this.name,
      rules: this.description.rules,
      players: this.players,
      options: unusualOptions(this.description, this.players, structuredClone(this.options)),
      seed: [...this.seed].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
      moves: this.moves,
      result: this.result(),
    }
  }

  /** A game of its own that goes on from here. */
  clone(): Game {
    const twin = new Game(this.#room, this.description, this.players, this.seed, this.options, this.#position.slice())
    twin.turn = this.turn
    twin.#log = [...this.#log]
    twin.#dealt = this.#dealt
    return twin
  }

  /** The game as it was dealt, then after each move so far. */
  *sinceTheDeal(upTo = this.moveCount): Generator<Game> {
    const then = Game.deal(this.engine, this.name, this.players, this.options, this.seed, this.description.rules)
    yield then
    for (const move of this.moves.slice(0, upTo)) {
      then.play(move)
      yield then
    }
  }

  /** Lay the position where the rules find it. */
  #enter(): Record<string, any> {
    this.#room.bytes(this.#room.telling, this.#position.length).set(this.#position)
    return this.#room.fields
  }

  /** Take the position back as the rules have changed it; the facts that they told. */
  #leave(): Told[] {
    const { game, telling } = this.#room
    this.#position.set(this.#room.bytes(telling, this.#position.length))
    const fields = this.#room.fields
    this.turn = fields.turn < 0 ? null : fields.turn
    const { offset } = game.telling.fields.facts!
    return toldIn(this.#room.ints(telling + offset, fields.facts_size), this.engine.description.fact_head)
  }

  #row(name: 'observe_public' | 'observe_private', seat: number): number[] {
    const { row, position } = this.#room
    const { size } = this.description.layout
    this.#room.ints(row, size).fill(0)
    this.#room.call(name, position, seat, row)
    return [...this.#room.ints(row, size)]
  }

  #number(move: string): number {
    return numbersOf(this.description).get(move) ?? -1
  }
}

const numbers = new WeakMap<GameDescription, Map<string, number>>()

/** A game's moves, words to numbers. */
export function numbersOf(game: GameDescription): Map<string, number> {
  let found = numbers.get(game)
  if (!found) numbers.set(game, (found = new Map(game.words.map((words, number) => [words, number]))))
  return found
}

/** Play a record again, checking every move and the result; a BadRecord says what is wrong with it, and where. */
export function replay(engine: Engine, record: unknown): Game {
  const { moves, result, ...setup } = checkedRecord(record)
  const game = dealt(engine, setup)
  moves.forEach((move, i) => {
    try {
      game.play(move)
    } catch (error) {
      throw new BadRecord('wrong_move', { number: i + 1, move: String(move), why: (error as IllegalMove).why })
    }
  })
  if (!sameResult(result, game.result())) {
    throw new BadRecord('wrong_result')
  }
  return game
}

const FIELDS = ['game', 'rules', 'players', 'options', 'seed', 'moves', 'result']

function checkedRecord(record: unknown): GameRecord {
  if (!isObject(record)) throw new BadRecord('not_a_record')
  for (const field of FIELDS) if (!Object.hasOwn(record, field)) throw new BadRecord('lacks_field', { field })
  for (const field of Object.keys(record)) if (![...FIELDS, 'names'].includes(field)) throw new BadRecord('unknown_field', { field })
  const { seed, options, moves } = record
  const sound = { seed: typeof seed === 'string' && /^[0-9a-f]{64}$/.test(seed), options: isObject(options), moves: Array.isArray(moves) }
  for (const [field, good] of Object.entries(sound)) if (!good) throw new BadRecord('broken_field', { field })
  return record as GameRecord
}

/** The game of a record before any move. */
function dealt(engine: Engine, { game, rules, players, options, seed }: Omit<GameRecord, 'moves' | 'result'>): Game {
  try {
    if (!asOf(engine.room(game).game, rules)) throw new SetupError('other_rules', { version: rules })
    return Game.deal(engine, game, players, options, fromHex(seed), rules)
  } catch (error) {
    throw error instanceof SetupError ? new BadRecord('cannot_set_up', {}, error.message) : error
  }
}

const isObject = (thing: unknown): thing is Record<string, unknown> => typeof thing === 'object' && thing !== null && !Array.isArray(thing)

function sameResult(told: unknown, found: Result | null): boolean {
  if (!isObject(told) || !found) return told === found
  return JSON.stringify([told.scores, told.ranks, Object.keys(told).length]) === JSON.stringify([found.scores, found.ranks, 2])
}
