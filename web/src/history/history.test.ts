import { describe, expect, it } from 'vitest'
import type { Played, SeatPlayed } from '../lib/wire'
import { begun, SCHEMA, type Kept } from '../local/kept'
import { against, figures, opponents, ownShare, streaks, wasAgainst } from './figures'
import { played } from './games'

/** A game on the server: the reader's place, and who else played, levels of bots or names, in the order of their places. */
const game = (place: number, others: string[] = ['easy', 'hard'], more: object = {}): Played => ({
  id: `${Math.random()}`, game: 'klunker', at: 0,
  seats: [
    { kind: 'person', name: 'Anna', place, score: 40 - 10 * place, yours: true, ...more },
    ...others.map((who, i): SeatPlayed => {
      const came = i + 1 < place ? i + 1 : i + 2
      return { place: came, score: 40 - 10 * came, ...(who === 'easy' || who === 'hard' ? { kind: 'bot', level: who } : { kind: 'person', name: who }) }
    }),
  ],
})

const nothing = () => null

describe('figures', () => {
  it('of games, the last one first', () => {
    const all = figures([game(1), game(1), game(3), game(1), game(2, ['Bert', 'hard'])], nothing)
    expect(all).toMatchObject({ games: 5, wins: 3, best: 30, streak: 2, longest: 2, curve: [] })
    expect(all.place).toBeCloseTo(8 / 5)
    expect(all.against).toEqual([{ whom: 'hard', games: 4, wins: 3 }, { whom: 'people', games: 1, wins: 0 }])
  })

  it('a game that was given up is no win, whatever the bot made of it, and ends a streak', () => {
    const all = figures([game(1, undefined, { resigned: true }), game(1)], nothing)
    expect(all).toMatchObject({ games: 2, wins: 1, streak: 0, longest: 1, place: 1 })
  })

  it('the curve begins with ten games and is the share of others beaten', () => {
    expect(figures(Array.from({ length: 9 }, () => game(1)), nothing).curve).toEqual([])
    const eleven = [...Array.from({ length: 10 }, () => game(1)), game(3)]
    expect(figures(eleven, nothing).curve).toEqual([0.9, 1])
  })

  it('the best score is the lowest where winners have that', () => {
    const turned = (each: Played): Played => ({ ...each, seats: each.seats.map((seat) => ({ ...seat, score: -seat.score })) })
    expect(figures([game(1), game(2)], nothing).best).toBe(30)
    expect(figures([game(1), game(2)].map(turned), nothing).best).toBe(-30)
  })

  it('luck and skill are means of the reader’s seat in games that were analysed and not given up', () => {
    const [one, other, third] = [game(1), game(2), game(1, undefined, { resigned: true })]
    const share = (luck: number, skill: number) => [{ luck, skill }, { luck: 9, skill: 9 }, { luck: 9, skill: 9 }]
    const known = new Map([[one.id, share(0.25, 0.5)], [other.id, share(-0.75, 0)], [third.id, share(1, 1)]])
    const find = (table: string) => known.get(table) ?? null
    expect(figures([one, other, third, game(3)], find).analysed).toEqual({ games: 2, luck: -0.25, skill: 0.25 })
    expect(ownShare(game(1), find)).toBeNull()
  })

  it('of nothing', () => expect(figures([], nothing)).toMatchObject({ games: 0, place: null, best: null, curve: [], longest: 0, analysed: null }))
})

it('streaks', () => {
  expect(streaks([true, true, false, true])).toEqual({ streak: 1, longest: 2 })
  expect(streaks([])).toEqual({ streak: 0, longest: 0 })
})

it('opponents can be looked for by level and by name', () => {
  const games = [game(1), game(2, ['Bert', 'easy']), game(2, ['Bert', 'Carl'])]
  expect(opponents(games)).toEqual({ levels: ['easy', 'hard'], names: ['Bert', 'Carl'] })
  expect(games.map((each) => wasAgainst(each, 'name:Bert'))).toEqual([false, true, true])
  expect(games.map((each) => wasAgainst(each, 'level:hard'))).toEqual([true, false, false])
  expect(games.map(against)).toEqual(['hard', 'people', 'people'])
})

it('a game of this device is listed as the server lists one', () => {
  const kept: Kept = {
    schema: SCHEMA, id: 'here-1', created: 1, changed: 9, game: 'klunker', rules: 1, options: {}, seed: '', hints: true, substitute: 'medium',
    ...begun(1), seats: [{ kind: 'bot', level: 'medium' }, { kind: 'bot', level: 'easy' }, { kind: 'person', name: 'Bea' }], over: true,
    told: [{ version: 4, at: 5, kind: 'resigned', seat: 0, name: 'Anna' }],
  }
  expect(played(kept, { scores: [5, 9, 7], ranks: [3, 1, 2] })).toEqual({
    id: 'here-1', game: 'klunker', at: 9,
    seats: [
      { kind: 'person', place: 3, score: 5, name: 'Anna', resigned: true, yours: true },
      { kind: 'bot', place: 1, score: 9, level: 'easy' },
      { kind: 'person', place: 2, score: 7, name: 'Bea', yours: true },
    ],
  })
})
