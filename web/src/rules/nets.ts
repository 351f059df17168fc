// Bots with a net: for each game a module that thinks with its net, loaded when such a bot first has to move. The same as
// Python's (src/brocante/bots/neural.py): the same seed makes the same choices.
import { Determinization, mostTried, thoughtsIn } from './bots'
import type { NetDescription, NetsDescription } from './description'
import type { Game } from './game'
import type { Thought } from '../lib/wire'

const PAGE = 65536

type Exported = Record<'prepare' | 'weigh' | 'begin' | 'plan' | 'think_on', (...numbers: number[]) => number>

/** A net in the memory of its module. It thinks one thought at a time. */
export class Net {
  readonly memory: WebAssembly.Memory
  readonly functions: Exported
  readonly desk: number
  /** Where memory is free. */
  readonly nodes: number
  #turn: Promise<unknown> = Promise.resolve()

  /** `net` is the net's file, unpacked. */
  constructor(module: WebAssembly.Module, net: Uint8Array, readonly about: NetDescription) {
    this.desk = about.heap
    this.nodes = about.heap + about.size
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(this.nodes / PAGE) })
    const stack = new WebAssembly.Global({ value: 'i32', mutable: true }, about.stack)
    const { exports } = new WebAssembly.Instance(module, { env: { __linear_memory: this.memory, __stack_pointer: stack } })
    this.functions = exports as unknown as Exported
    this.bytes(this.desk, net.length).set(net)
    this.functions.prepare(this.desk)
  }

  bot = (simulations: number, seed: bigint): NetBot => new NetBot(this, simulations, seed)

  /** Do something with the net when whoever has it now is done. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }

  /** Put a position on the desk. */
  lay(position: Uint8Array, dice: bigint): void {
    this.bytes(this.#at('root'), position.length).set(position)
    new BigUint64Array(this.memory.buffer, this.#at('dice'), 1)[0] = dice
  }

  get dice(): bigint {
    return new BigUint64Array(this.memory.buffer, this.#at('dice'), 1)[0]!
  }

  /** The odds of so many legal moves, and the index of the best. */
  weigh(count: number): [odds: number[], best: number] {
    const best = this.functions.weigh(this.desk)
    return [Array.from(new BigInt64Array(this.memory.buffer, this.#at('chances'), count), Number), best]
  }

  /** Grow a tree, a slice at a time; what it says of each legal move, or null if it is not wanted any more. */
  async plan(given: Determinization, seat: number, simulations: number, wanted: () => boolean): Promise<Thought[] | null> {
    const { batch, node } = given.room.engine.description
    const turns = this.clear((simulations + 1) * node.size, 4 * simulations)
    this.functions.begin(this.desk, given.moves.length, turns, simulations)
    let used = 1
    for (let done = 0; done < simulations; done += batch) {
      if (done) await breath()
      if (!wanted()) return null
      used = this.functions.plan(this.desk, seat, this.nodes, simulations + 1, used, Math.min(batch, simulations - done), turns, simulations)
    }
    // A net may expect a little more than all.
    return thoughtsIn(this.memory.buffer, this.nodes, given).map(([move, tried, share]) => [move, tried, Math.min(Math.max(share, 0), 1)])
  }

  /** Room for nodes, all 0, and for more; where that begins. */
  clear(nodes: number, more: number): number {
    const missing = Math.ceil((this.nodes + nodes + more - this.memory.buffer.byteLength) / PAGE)
    if (missing > 0) this.memory.grow(missing)
    this.bytes(this.nodes, nodes).fill(0)
    return this.nodes + nodes
  }

  #at(part: string): number {
    return this.desk + this.about.at[part]!
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, length)
  }
}

/** Others may have a word with the worker. A timer would wait longer, and much longer in a page that is not seen. */
const breath = () =>
  new Promise<void>((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      done()
    }
    port2.postMessage(null)
  })

export class NetBot {
  readonly wins = true
  #dice: bigint

  /** 0 simulations: what the net finds best, at once. */
  constructor(readonly net: Net, readonly simulations: number, seed: bigint) {
    this.#dice = BigInt.asUintN(64, seed)
  }

  /** The words of a move for the seat whose turn it is; null if it is not wanted any more. A forced move costs nothing. */
  choose(game: Game, wanted = () => true): Promise<string | null> {
    return this.#with(game, async (given, seat) => {
      if (given.moves.length === 1) return given.words(0)
      if (!this.simulations) return given.words(this.net.weigh(given.moves.length)[1])
      const thoughts = await this.net.plan(given, seat, this.simulations, wanted)
      return thoughts && mostTried(thoughts)
    })
  }

  /** Each legal move: how often it was tried and the share of wins expected of it, or how likely the net is to play it. */
  explain(game: Game): Promise<Thought[]> {
    return this.#with(game, async (given, seat) => {
      if (this.simulations) return (await this.net.plan(given, seat, this.simulations, () => true))!
      const [odds] = this.net.weigh(given.moves.length)
      const total = odds.reduce((sum, each) => sum + each)
      return odds.map((each, i): Thought => [given.words(i), 0, each / total])
    })
  }

  /** The game may go on while the net thinks: it has the position as it is now. */
  #with<T>(game: Game, work: (given: Determinization, seat: number) => Promise<T>): Promise<T> {
    return this.net.alone(async () => {
      const room = game.engine.room(game.name)
      room.rolled = this.#dice
      const given = new Determinization(room, game)
      this.net.lay(room.bytes(room.root, room.game.position.size), room.rolled)
      const outcome = await work(given, game.turn!)
      this.#dice = this.net.dice
      return outcome
    })
  }
}

/** From where the built files are. */
export async function loadNet(name: string): Promise<Net> {
  const [nets, module, net] = await Promise.all([
    fetch(new URL('./made/nets/nets.json', import.meta.url)).then((answer) => answer.json() as Promise<NetsDescription>),
    WebAssembly.compileStreaming(fetch(new URL(`./made/nets/${name}.wasm`, import.meta.url))),
    fetch(new URL(`./made/nets/${name}.bin`, import.meta.url)).then(unpacked),
  ])
  return new Net(module, net, nets.games[name]!)
}

const unpacked = async (answer: Response): Promise<Uint8Array> =>
  new Uint8Array(await new Response(answer.body!.pipeThrough(new DecompressionStream('deflate'))).arrayBuffer())
