import { describe, expect, it, vi } from 'vitest'
import { Bot } from '../rules/bots'
import { Game } from '../rules/game'
import { NetBot } from '../rules/nets'
import { builtEngine, builtNet } from '../rules/testing'
import { Minds } from './minds'

const engine = builtEngine()
const GAMES = Object.keys(engine.description.games)
for (const game of Object.values(engine.description.games)) {
  game.levels.expert = { simulations: 20, overlooks: 0, net: 500 }
  game.levels.hard = { simulations: 20, overlooks: 0, net: 0 }
  game.levels.medium = { simulations: null, overlooks: 0 }
}
const net = builtNet('klunker')
const dealt = (name = 'klunker') => Game.deal(engine, name, engine.room(name).game.players.at(-1)!)
const denied = (error: Error) => vi.fn(() => Promise.reject(error))

describe('who thinks for a bot', () => {
  it.each(GAMES)('is the net of its game: %s', async (name) => {
    const minds = new Minds(async (asked) => builtNet(asked))
    const game = dealt(name)
    for (let i = 0; i < 10; i++) {
      const bot = await minds.bot(game, 'hard')
      expect(bot).toBeInstanceOf(NetBot)
      game.play((await bot.choose(game))!)
    }
  })

  it('is the same net at all tables, loaded once', async () => {
    const load = vi.fn(async () => net)
    const minds = new Minds(load)
    await Promise.all([minds.bot(dealt(), 'hard'), minds.bot(dealt(), 'expert')])
    await minds.bot(dealt(), 'expert')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is nobody who has to be loaded where no net is needed', async () => {
    const load = vi.fn(async () => net)
    expect(await new Minds(load).bot(dealt(), 'medium')).toBeInstanceOf(Bot)
    expect(load).not.toHaveBeenCalled()
  })

  it('is the search while a net cannot be fetched, which is tried again', async () => {
    const load = denied(new TypeError('Failed to fetch'))
    const minds = new Minds(load)
    const game = dealt()
    expect(game.legal()).toContain(await (await minds.bot(game, 'expert')).choose(game))
    expect(await minds.bot(game, 'expert')).toBeInstanceOf(Bot)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is the search for good in a browser that cannot run the net', async () => {
    const load = denied(new WebAssembly.CompileError('no vectors'))
    const minds = new Minds(load)
    for (let i = 0; i < 2; i++) expect(await minds.bot(dealt(), 'expert')).toBeInstanceOf(Bot)
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is the search while a net takes too long to come', async () => {
    vi.useFakeTimers()
    const bot = new Minds(() => new Promise(() => undefined)).bot(dealt(), 'expert')
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
    expect(await bot).toBeInstanceOf(Bot)
  })
})

describe('a thought with a net', () => {
  it('lets others be answered meanwhile', async () => {
    const order: string[] = []
    const thought = net.bot(500, 1n).explain(dealt()).then(() => order.push('thought'))
    await new Promise((done) => setTimeout(done))
    order.push('other')
    await thought
    expect(order).toEqual(['other', 'thought'])
  })

  it('ends when it is not wanted any more', async () => {
    let asked = 0
    expect(await net.bot(500, 1n).choose(dealt(), () => ++asked < 3)).toBeNull()
    expect(asked).toBe(3)
  })

  it('is the same when several think at once, and when the game goes on', async () => {
    const game = dealt()
    const seeds = [1n, 2n, 3n]
    const alone = []
    for (const seed of seeds) alone.push(await net.bot(150, seed).explain(game))
    const thinking = net.bot(150, 4n).explain(game)
    const together = seeds.map((seed) => net.bot(150, seed).explain(game.clone()))
    await Promise.resolve() // the first has begun
    game.play(game.legal()[0]!)
    expect(await Promise.all(together)).toEqual(alone)
    expect((await thinking).reduce((sum, [, visits]) => sum + visits, 0)).toBe(150)
  })

  it('is told move by move: how likely each is, or how often it was tried', async () => {
    const game = dealt()
    const likely = await net.bot(0, 1n).explain(game)
    expect(likely.map(([move]) => move)).toEqual(game.legal())
    expect(likely.reduce((sum, [, , chance]) => sum + chance, 0)).toBeCloseTo(1)
    const tried = await net.bot(150, 1n).explain(game)
    expect(tried.reduce((sum, [, visits]) => sum + visits, 0)).toBe(150)
  })
})
