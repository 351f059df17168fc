// The rules in WebAssembly are those in Python: all golden games step by step. tests/wasm/test_same.py writes what Python
// says, as digests, and runs this.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { grow, levelBot, type Level } from './bots'
import { Game, replay, type GameRecord } from './game'
import type { Net } from './nets'
import { builtEngine, builtNet } from './testing'

type Step = Record<string, string>
type Trace = { record: GameRecord; deal: string; steps: Step[] }

const LINES = 6
const SELDOM = 10
const SIMULATIONS = 300
const PLANS = 100
const PLANNED = 60
const PAUSE = 20
const LEVELS: Level[] = ['easy', 'medium', 'hard']

const file = import.meta.env.VITE_TRACES as string | undefined
const traces: Trace[] = file ? JSON.parse(readFileSync(new URL(`file://${file}`), 'utf8')) : []

const digest = (...parts: Uint8Array[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 16)
}
/** Of JSON, the same whatever the order of keys. */
const digestOf = (thing: unknown): string => digest(new TextEncoder().encode(JSON.stringify(sorted(thing))))
function sorted(thing: unknown): unknown {
  if (Array.isArray(thing)) return thing.map(sorted)
  if (thing === null || typeof thing !== 'object') return thing
  // Numbers as keys come first in JavaScript whatever the order; the games have none.
  return Object.fromEntries(Object.entries(thing).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => [key, sorted(value)]))
}

async function step(game: Game, number: number, net: Net): Promise<Step> {
  const room = game.engine.room(game.name)
  const { size } = game.description.position
  const onlookers = [null, ...Array(game.players).keys()]
  const start = Math.max(game.moveCount - LINES, 0)
  const dice = () => room.bytes(room.dice, 8).slice()
  const redealt = (onlooker: number | null) => {
    const seat = onlooker ?? -1
    room.rolled = BigInt(number * 8 + seat + 2)
    room.bytes(room.root, size).set(game.position)
    room.call('redeal', room.root, seat, room.dice, room.cards)
    return [room.bytes(room.root, size).slice(), dice()]
  }
  const found: Step = {
    position: digest(game.position),
    legal: digestOf(game.legalNumbers()),
    tables: digestOf(onlookers.map((onlooker) => game.table(onlooker))),
    logs: digestOf(onlookers.map((onlooker) => game.log(onlooker, start))),
    open: digestOf([...Array(game.moveCount - start).keys()].map((line) => game.isOpen(start + line))),
    observations: digest(...[...Array(game.players).keys()].map((seat) => game.observation(seat))),
    redeals: digest(...onlookers.flatMap(redealt)),
  }
  if (game.turn === null) return found
  found.heuristic = byHeuristic()
  if (number % SELDOM === 0) {
    found.refusals = digestOf(game.description.words.map((words) => {
      const why = game.check(words)
      return why && [why.code, why.clause, why.values]
    }))
    found.tree = tree(game.turn)
    found.choices = digestOf(LEVELS.map((level) => levelBot(level, BigInt(number)).choose(game)))
    found.net = await byNet()
  }
  return found

  function byHeuristic(): string {
    const all = 8 * game.description.most_legal
    room.rolled = BigInt(number)
    room.bytes(room.root, size).set(game.position)
    room.bytes(room.scores, all).fill(0)
    const count = room.legal(room.root).length
    room.call('heuristic', room.root, room.moves, count, room.weights, room.scores)
    const chosen = room.engine.functions.best!(room.scores, count, count, room.dice)
    return digest(room.bytes(room.scores, all).slice(), new Uint8Array(Int32Array.of(chosen).buffer), dice())
  }

  async function byNet(): Promise<string> {
    const bot = net.bot(number % PLANS ? game.description.levels.hard!.net! : PLANNED, BigInt(number))
    const figures = (await bot.explain(game)).flatMap(([, visits, expected]) => [visits, expected])
    const played = new TextEncoder().encode((await bot.choose(game))!)
    return digest(new Uint8Array(Float64Array.from(figures).buffer), played)
  }

  function tree(seat: number): string {
    room.rolled = BigInt(number + 1)
    room.bytes(room.root, size).set(game.position)
    room.call('redeal', room.root, seat, room.dice, room.cards)
    const nodes = grow(room, seat, SIMULATIONS)
    return digest(room.bytes(nodes, (SIMULATIONS + 1) * game.engine.description.node.size).slice(), dice())
  }
}

describe.runIf(file)('golden games', () => {
  const engine = builtEngine()
  const nets = new Map<string, Net>()
  const netOf = (name: string) => nets.get(name) ?? nets.set(name, builtNet(name)).get(name)!
  it.each(traces.map((trace, i) => [`${trace.record.game} ${i}`, trace] as const))('%s', async (_, { record, deal, steps }) => {
    const whole = replay(engine, record)
    expect(whole.record()).toEqual(record)
    expect(digestOf([null, ...Array(whole.players).keys()].map((seat) => whole.dealFacts(seat)))).toBe(deal)
    let number = 0
    for (const game of whole.sinceTheDeal()) {
      expect(await step(game, number, netOf(record.game)), `move ${number}`).toEqual(steps[number])
      number += 1
      if (number % PAUSE === 0) await new Promise((done) => setTimeout(done)) // else Vitest hears nothing for too long
    }
    expect(number).toBe(steps.length)
  }, 120_000)
})
