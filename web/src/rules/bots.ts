// Bots: they choose a move from what a seat may see. The same as Python's (src/brocante/bots): the same seed makes the
// same choices.
import type { Thinking } from './description'
import type { Engine, Room } from './engine'
import type { Game } from './game'
import type { PutBot, Thought } from '../lib/wire'

export type Level = NonNullable<PutBot['level']>

/** A seed for a bot that nobody can foresee. */
export const randomDice = (): bigint => crypto.getRandomValues(new BigUint64Array(1))[0]!

/** The position as the seat to move may know it, with everything hidden dealt anew: all that a bot is given. */
export class Determinization {
  readonly moves: number[]

  constructor(readonly room: Room, game: Game) {
    if (game.turn === null) throw new Error('The game is over: there is no move to choose.')
    room.bytes(room.root, room.game.position.size).set(game.position)
    room.call('redeal', room.root, game.turn, room.dice, room.cards)
    this.moves = room.legal(room.root)
  }

  words(index: number): string {
    return this.room.game.words[this.moves[index]!]!
  }
}

export class Bot {
  /** Whether what it expects of a move is the share of games won; else it is how far ahead it leads. */
  readonly wins: boolean = false
  #dice: bigint
  #thinking: (game: Game) => Thinking

  constructor(thinking: Thinking | ((game: Game) => Thinking), seed: bigint = randomDice()) {
    this.#thinking = typeof thinking === 'function' ? thinking : () => thinking
    this.#dice = BigInt.asUintN(64, seed)
  }

  /** The words of a move for the seat whose turn it is. A forced move costs a search nothing. */
  choose(game: Game): string {
    return this.#with(game, (seat, { simulations, overlooks, weights }) => {
      if (simulations === null) return seat.words(this.#best(seat, overlooks, weights))
      if (seat.moves.length === 1) return seat.words(0)
      return mostTried(this.#search(seat, game.turn!, simulations))
    })
  }

  /** What it thinks of each legal move, in their order: the move, how often it was tried, what is expected of it. */
  explain(game: Game): Thought[] {
    return this.#with(game, (seat, { simulations, weights }) => {
      if (simulations !== null) return this.#search(seat, game.turn!, simulations)
      return [...this.#scores(seat, weights)].map((score, i): Thought => [seat.words(i), 0, score])
    })
  }

  #with<T>(game: Game, work: (seat: Determinization, thinking: Thinking) => T): T {
    const room = game.engine.room(game.name)
    room.rolled = this.#dice
    const outcome = work(new Determinization(room, game), this.#thinking(game))
    this.#dice = room.rolled
    return outcome
  }

  #scores({ room, moves }: Determinization, weights: number[] = []): Float64Array {
    const usual = room.doubles(room.weights, room.game.weights.length)
    usual.set(weights)
    room.doubles(room.scores, moves.length).fill(0)
    room.call('heuristic', room.root, room.moves, moves.length, room.weights, room.scores)
    usual.set(room.game.weights)
    return room.doubles(room.scores, moves.length)
  }

  #best(seat: Determinization, overlooks: number, weights?: number[]): number {
    const { room, moves } = seat
    const scores = this.#scores(seat, weights)
    if (overlooks) {
      const unseen = moves.map(() => Number(room.engine.bits(room.dice)) / 2 ** 64 < overlooks)
      if (unseen.includes(false)) unseen.forEach((gone, i) => gone && (scores[i] = -Infinity))
    }
    return room.engine.functions.best!(room.scores, moves.length, moves.length, room.dice)
  }

  /** Tree search with dice of its own, drawn from the bot's. */
  #search(given: Determinization, seat: number, simulations: number): Thought[] {
    const { room } = given
    const own = room.engine.bits(room.dice)
    const after = room.rolled
    room.rolled = own
    const nodes = grow(room, seat, simulations)
    room.rolled = after
    return thoughtsIn(room.engine.memory.buffer, nodes, given)
  }
}

/** Grow a tree from the position at `room.root`; the address of its nodes. */
export function grow(room: Room, seat: number, simulations: number): number {
  const { batch } = room.engine.description
  const nodes = room.nodes(simulations + 1)
  room.bytes(room.world, room.game.position.size).set(room.bytes(room.root, room.game.position.size))
  room.ints(room.slots, room.game.moves).fill(0)
  let used = 1
  for (let done = 0; done < simulations; done += batch) {
    used = room.call(
      'think', room.root, room.world, seat, nodes, simulations + 1, used, Math.min(batch, simulations - done), room.slots, room.path,
      room.movers, room.weights, room.worths, room.settings, room.dice, room.moves, room.cards, room.scores, room.outcome,
    )
  }
  return nodes
}

/** The moves at the root of a tree: how often each was tried, and the sum of its rewards. */
export function childrenOf({ description }: Engine, memory: ArrayBuffer, nodes: number): Map<number, [number, number]> {
  const { size, fields } = description.node
  const number = (node: number, field: string) => new Int32Array(memory, nodes + node * size + fields[field]!.offset, 1)[0]!
  const found = new Map<number, [number, number]>()
  for (let child = number(0, 'child'); child; child = number(child, 'sibling')) {
    const [value] = new Float64Array(memory, nodes + child * size + fields.value!.offset, 1)
    found.set(number(child, 'move'), [number(child, 'visits'), value!])
  }
  return found
}

/** What the root of a tree says of each legal move. */
export function thoughtsIn(memory: ArrayBuffer, nodes: number, given: Determinization): Thought[] {
  const found = childrenOf(given.room.engine, memory, nodes)
  return given.moves.map((move, i): Thought => {
    const [tried, value] = found.get(move) ?? [0, 0]
    return [given.words(i), tried, value / Math.max(tried, 1)]
  })
}

export const mostTried = (thoughts: Thought[]): string =>
  thoughts.reduce((best, each) => (each[1] > best[1] || (each[1] === best[1] && each[2] > best[2]) ? each : best))[0]

/** The bot that people choose by its level. */
export const levelBot = (level: Level, seed?: bigint): Bot => new Bot((game) => game.description.levels[level]!, seed)
