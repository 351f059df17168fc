import { describe, expect, it } from 'vitest'
import { Bot, levelBot, type Level } from './bots'
import { BadRecord, Game, IllegalMove, replay } from './game'
import { SetupError } from './options'
import { builtEngine } from './testing'

const engine = builtEngine()
const GAMES = Object.values(engine.description.games)
const SEVEN = new Uint8Array(32).fill(0, 1)
SEVEN[0] = 7
const klunker = () => Game.deal(engine, 'klunker', 3, {}, SEVEN)

function playedOut(game: Game, bot: Bot): Game {
  while (game.turn !== null) game.play(bot.choose(game))
  return game
}

describe('a game', () => {
  it('is dealt from its seed as in Python', () => {
    const game = klunker()
    expect(game.turn).toBe(0)
    expect(game.legal()).toEqual(['show stud', 'show earring', 'show monocle', 'show tiara'])
    expect(game.table(1).seats[1]!.hand).toEqual({ stud: 1, tooth: 2, shoe: 1, necklace: 2 })
  })

  it('is dealt by chance where no seed is given', () => {
    const [one, other] = [Game.deal(engine, 'klunker', 3), Game.deal(engine, 'klunker', 3)]
    expect(one.record().seed).not.toBe(other.record().seed)
  })

  it('shows nobody the hands of others', () => {
    const hands = (seat: number | null) => klunker().table(seat).seats.map((each) => each.hand !== null)
    expect(hands(null)).toEqual([false, false, false])
    expect(hands(2)).toEqual([false, false, true])
  })

  it('refuses a move with code and clause, and changes nothing', () => {
    const game = klunker()
    game.play('show stud')
    const before = game.view(0)
    expect(() => game.play('show shoe')).toThrow(IllegalMove)
    expect(game.check('show shoe')).toEqual({ code: 'not_in_hand', clause: 'K3.1', values: { card: 'shoe' } })
    expect(game.check('dance')).toMatchObject({ code: 'not_a_move' })
    expect(game.check('toString')).toMatchObject({ code: 'not_a_move' })
    expect(game.check('done')).toBeNull()
    expect(game.view(0)).toEqual(before)
  })

  it('tells facts with each move', () => {
    const game = Game.deal(engine, 'zwergezocken', 3, {}, SEVEN)
    game.play('start blue')
    expect(game.log(null)).toEqual([{ seat: 0, move: 'start blue', facts: [{ fact: 'chip_turned', seat: 0, side: 'blue' }] }])
  })

  it('goes on by itself when it is cloned', () => {
    const game = klunker()
    const twin = game.clone()
    twin.play('show stud')
    expect(game.moves).toEqual([])
    expect(game.legal()).toContain('show stud')
    expect(twin.legal()).not.toContain('show stud')
  })

  it('keeps several positions apart', () => {
    const [one, other] = [klunker(), Game.deal(engine, 'klunker', 5)]
    const before = other.view(4)
    one.play('show stud')
    expect(other.view(4)).toEqual(before)
  })
})

describe('setting up', () => {
  const deal = (name: string, players: number, options = {}) => () => Game.deal(engine, name, players, options)
  it.each([
    [deal('clunker', 3), 'no_such_game'],
    [deal('toString', 3), 'no_such_game'],
    [deal('klunker', 2), 'wrong_players {"title":"Klunker","least":3,"most":5}'],
    [deal('klunker', 3, { colour: 'red' }), 'no_such_option {"option":"colour","title":"Klunker"}'],
    [deal('klunker', 3, { first: 3 }), 'wrong_option {"option":"first"}'],
    [deal('klunker', 3, { unsold: 'bin' }), 'wrong_option {"option":"unsold"}'],
    [deal('zwergezocken', 3, { rounds: 0.5 }), 'wrong_option {"option":"rounds"}'],
    [deal('alles-futsch', 2, { boards: ['vase', 'vase'] }), 'wrong_option {"option":"boards"}'],
    [() => Game.deal(engine, 'klunker', 3, {}, new Uint8Array(31)), 'wrong_seed'],
  ])('%#', (dealing, text) => {
    expect(dealing).toThrow(SetupError)
    expect(dealing).toThrow(text)
  })
})

describe.each(GAMES.map((game) => [game.name, game] as const))('%s', (name, { players }) => {
  it('is played to its end by every level, and recorded', () => {
    for (const level of ['easy', 'medium', 'hard'] as Level[]) {
      const game = playedOut(Game.deal(engine, name, players[0]!), levelBot(level))
      expect(game.result()!.ranks).toContain(1)
      expect(replay(engine, game.record()).view(0)).toEqual(game.view(0))
    }
  }, 120_000)

  it('is thought about by the expert, who tries every simulation', () => {
    const game = Game.deal(engine, name, players.at(-1)!)
    while (game.legal().length === 1) game.play(game.legal()[0]!)
    const thoughts = levelBot('expert').explain(game)
    expect(thoughts.map(([move]) => move)).toEqual(game.legal())
    expect(thoughts.reduce((all, [, visits]) => all + visits, 0)).toBe(game.description.levels.expert!.simulations)
  }, 60_000)
})

describe('bots', () => {
  it('make the same choices from the same seed', () => {
    const moves = () => playedOut(klunker(), levelBot('hard', 5n)).moves
    expect(moves()).toEqual(moves())
  }, 60_000)

  it('choose nothing when a game is over', () => {
    const over = playedOut(klunker(), levelBot('medium'))
    expect(() => levelBot('medium').choose(over)).toThrow('The game is over')
  })

  it('think as long as they are told', () => {
    const [first] = new Bot({ simulations: 50, overlooks: 0 }, 1n).explain(klunker())
    expect(first![1]).toBeGreaterThan(0)
    expect(first![1]).toBeLessThanOrEqual(50)
  })
})

describe('a record', () => {
  const record = () => playedOut(klunker(), levelBot('medium', 1n)).record()
  it.each([
    [{ rules: 99 }, 'cannot_set_up', {}],
    [{ rules: null }, 'cannot_set_up', {}],
    [{ seed: 'XY' }, 'broken_field', { field: 'seed' }],
    [{ moves: ['show shoe'] }, 'wrong_move', { number: 1, move: 'show shoe', why: { code: 'not_in_hand', clause: 'K3.1', values: { card: 'shoe' } } }],
    [{ moves: [7] }, 'wrong_move', { number: 1, move: '7', why: expect.objectContaining({ code: 'not_a_move' }) }],
    [{ moves: 'none' }, 'broken_field', { field: 'moves' }],
    [{ result: null }, 'wrong_result', {}],
    [{ result: { scores: [1, 2, 3], ranks: [1, 2, 3] } }, 'wrong_result', {}],
    [{ game: 'clunker' }, 'cannot_set_up', {}],
    [{ players: '3' }, 'cannot_set_up', {}],
    [{ options: { first: -1 } }, 'cannot_set_up', {}],
    [{ options: [] }, 'broken_field', { field: 'options' }],
    [{ note: '' }, 'unknown_field', { field: 'note' }],
  ])('is refused when it is wrong: %o', (wrong, reason, values) => {
    const refused = catching(() => replay(engine, { ...record(), ...wrong }))
    expect(refused).toBeInstanceOf(BadRecord)
    expect(refused).toMatchObject({ reason, values })
  })

  it.each([[['Anna', null, 'Carl']], [['Anna']], [null], ['Anna']])('is as good with names, whatever they are: %o', (names) => {
    expect(replay(engine, { ...record(), names }).record()).toEqual(record())
  })

  it.each([[null], [[]], ['game'], [{}]])('is an object with all its fields, not %o', (thing) => {
    expect(() => replay(engine, thing)).toThrow(BadRecord)
  })
})

function catching(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}
