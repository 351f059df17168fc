// The compiled rules in memory: rules.wasm, and for each game a room with a position and the scratch arrays that its
// functions take. Games keep their positions themselves and bring them along, so nothing here must be freed.
import { expanded, type Built, type Description, type GameDescription } from './expanded'
import { PLAIN } from './games'
import { record } from './memory'
import { SetupError } from './options'
import type { Plain } from './plain'

const PAGE = 65536
const ALIGNED = 16
const DOUBLE = 8

type Exported = Record<string, (...numbers: number[]) => number>

export class Engine {
  readonly memory = new WebAssembly.Memory({ initial: 1 })
  readonly functions: Exported
  readonly description: Description
  /** Fresh random bits from dice at an address. */
  readonly bits: (dice: number) => bigint
  #rooms = new Map<string, Room>()
  #top: number

  constructor(module: WebAssembly.Module, built: Built) {
    this.description = expanded(built)
    this.#top = built.heap
    this.#grow()
    const stack = new WebAssembly.Global({ value: 'i32', mutable: true }, built.stack)
    const { exports } = new WebAssembly.Instance(module, { env: { __linear_memory: this.memory, __stack_pointer: stack } })
    this.functions = exports as unknown as Exported
    const bits = exports.bits as (dice: number) => bigint
    this.bits = (dice) => BigInt.asUintN(64, bits(dice)) // JavaScript takes 64 bits for a signed number
  }

  /** The room of a game; a SetupError if there is no such game. */
  room(name: string): Room {
    const { games } = this.description
    if (!Object.hasOwn(games, name)) throw new SetupError('no_such_game')
    let room = this.#rooms.get(name)
    if (!room) this.#rooms.set(name, (room = new Room(this, games[name]!)))
    return room
  }

  /** Memory that stays taken. */
  take(size: number): number {
    const at = this.#top
    this.#top = Math.ceil((at + size) / ALIGNED) * ALIGNED
    this.#grow()
    return at
  }

  #grow(): void {
    const missing = Math.ceil((this.#top - this.memory.buffer.byteLength) / PAGE)
    if (missing > 0) this.memory.grow(missing)
  }
}

/** Where one game is played. Addresses are those that its functions take. */
export class Room {
  readonly plain: Plain
  readonly telling: number
  readonly position: number
  readonly root: number
  readonly world: number
  readonly moves: number
  readonly cards: number
  readonly dice: number
  readonly row: number
  readonly scores: number
  readonly weights: number
  readonly worths: number
  readonly settings: number
  readonly slots: number
  readonly path: number
  readonly movers: number
  readonly outcome: number
  #nodes = 0
  #nodeCount = 0

  constructor(readonly engine: Engine, readonly game: GameDescription) {
    const { deepest, seats } = engine.description
    const take = (size: number) => engine.take(size)
    this.plain = PLAIN[game.name]!
    this.telling = take(game.telling.size)
    this.position = this.telling + game.plain_at
    this.root = take(game.position.size)
    this.world = take(game.position.size)
    this.moves = take(4 * game.most_legal)
    this.cards = take(game.cards)
    this.dice = take(DOUBLE)
    this.row = take(4 * game.layout.size)
    this.scores = take(DOUBLE * game.most_legal)
    this.weights = take(DOUBLE * Math.max(game.weights.length, 1))
    this.worths = take(DOUBLE * game.worths.length)
    this.settings = take(DOUBLE * game.settings.length)
    this.slots = take(4 * game.moves)
    this.path = take(4 * deepest)
    this.movers = take(deepest)
    this.outcome = take(2 * DOUBLE * seats)
    this.doubles(this.weights, game.weights.length).set(game.weights)
    this.doubles(this.worths, game.worths.length).set(game.worths)
    this.doubles(this.settings, game.settings.length).set(game.settings)
  }

  /** A function of this game. */
  call(name: string, ...numbers: number[]): number {
    return this.engine.functions[this.game.prefix + name]!(...numbers)
  }

  /** Room for a tree of so many nodes, all 0. */
  nodes(count: number): number {
    const size = this.engine.description.node.size
    if (count > this.#nodeCount) {
      this.#nodes = this.engine.take(count * size)
      this.#nodeCount = count
    }
    this.bytes(this.#nodes, count * size).fill(0)
    return this.#nodes
  }

  // Parts of memory. When memory grows, those taken before are gone: none is kept.
  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.engine.memory.buffer, at, length)
  }
  ints(at: number, length: number): Int32Array {
    return new Int32Array(this.engine.memory.buffer, at, length)
  }
  doubles(at: number, length: number): Float64Array {
    return new Float64Array(this.engine.memory.buffer, at, length)
  }
  get rolled(): bigint {
    return new BigUint64Array(this.engine.memory.buffer, this.dice, 1)[0]!
  }
  set rolled(dice: bigint) {
    new BigUint64Array(this.engine.memory.buffer, this.dice, 1)[0] = dice
  }

  /** The position that lies here, with its fields by name. */
  get fields(): Record<string, any> {
    return record(this.engine.memory.buffer, this.telling, this.game.telling)
  }

  /** The legal moves of the position at an address, as numbers. */
  legal(position: number): number[] {
    return [...this.ints(this.moves, this.call('legal', position, this.moves))]
  }
}

/** From where the built files are: those beside this module, or others. */
export async function loadEngine(
  wasm: URL | string = new URL('./made/rules.wasm', import.meta.url),
  json: URL | string = new URL('./made/rules.json', import.meta.url),
): Promise<Engine> {
  const [module, built] = await Promise.all([
    WebAssembly.compileStreaming(fetch(wasm)),
    fetch(json).then((answer) => answer.json() as Promise<Built>),
  ])
  return new Engine(module, built)
}
