import { expect, it } from 'vitest'
import type { Thought } from '../lib/wire'
import { BadRecord, Game, type GameRecord } from '../rules/game'
import { analyse } from './analyse'
import { advised, type Standing } from './hint'
import { builtAnalyst } from './testing'

const analyst = builtAnalyst()
const { engine } = analyst

/** The same game with other cards where the seat to move cannot see them. */
function otherWorld(game: Game): Standing {
  const { name, players, options, description, turn, moveCount } = game
  const room = engine.room(name)
  room.bytes(room.root, description.position.size).set(game.position)
  room.rolled = 99n
  room.call('redeal', room.root, turn!, room.dice, room.cards)
  return { name, players, options, description, turn, moveCount, position: room.bytes(room.root, description.position.size).slice() }
}

it.each(Object.keys(engine.description.games))('what a hint says does not depend on what is hidden: %s', (name) => {
  const game = Game.deal(engine, name, 3, {}, new Uint8Array(32).fill(7))
  let found = 0
  let compared = 0
  while (game.turn !== null && compared < 5) {
    const legal = game.legal()
    if (legal.length > 1) {
      const thoughts = legal.map((move, i): Thought => [move, legal.length - i, 0.5])
      const there = otherWorld(game)
      const here = advised(analyst, game, thoughts)
      expect(there.position).not.toEqual(game.position)
      expect(advised(analyst, there, thoughts)).toEqual(here)
      expect([here.best, here.other]).toEqual(legal.slice(0, 2))
      compared += 1
      found += here.reasons.length
    }
    game.play(legal[0]!)
  }
  expect([compared, found > 0]).toEqual([5, true])
}, 60_000)

it('without what finds reasons a hint has none', () => {
  const game = Game.deal(engine, 'klunker', 3, {}, new Uint8Array(32).fill(7))
  const thoughts = game.legal().map((move, i): Thought => [move, i, 0.5])
  expect(advised(null, game, thoughts)).toMatchObject({ best: game.legal().at(-1), reasons: [] })
  expect(advised(analyst, game, thoughts.slice(0, 1))).toMatchObject({ other: null, reasons: [] })
})

it('what cannot be analysed is refused with a reason', () => {
  const record = Game.deal(engine, 'klunker', 3, {}, new Uint8Array(32).fill(7)).record()
  const refused = (given: unknown): string | null => {
    try {
      analyse(analyst, null, given, { progress: () => undefined, course: () => undefined })
      return null
    } catch (error) {
      return (error as BadRecord).reason
    }
  }
  const broken: [unknown, string][] = [
    [record, 'unfinished'],
    [{ ...record, rules: 99 } satisfies GameRecord, 'cannot_set_up'],
    [{ ...record, moves: ['pass'] }, 'wrong_move'],
    [{ ...record, seed: 'x' }, 'broken_field'],
    [[], 'not_a_record'],
  ]
  expect(broken.map(([given]) => refused(given))).toEqual(broken.map(([, reason]) => reason))
})
