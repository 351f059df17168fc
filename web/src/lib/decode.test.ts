import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodePrivate, decodePublic, withPrivate, type Layout } from './decode'

/** Rows and the views that Python decodes from them; tests/web/test_decode.py writes them for all golden games. */
type Sample = { players: number; row: number[]; view: unknown; seats: { seat: number; row: number[]; view: unknown }[] }
type Samples = Record<string, { layout: Layout; samples: Sample[] }>

const file = import.meta.env.VITE_DECODE_SAMPLES as string | undefined
const games: Samples = file ? JSON.parse(readFileSync(new URL(`file://${file}`), 'utf8')) : {}

describe.runIf(file)('rows decoded as in Python', () => {
  it.each(Object.keys(games))('%s', (game) => {
    const { layout, samples } = games[game]!
    expect(samples.length).toBeGreaterThan(0)
    for (const { players, row, view, seats } of samples) {
      const all = decodePublic(layout, row, players)
      expect(all).toEqual(view)
      for (const own of seats) {
        expect(withPrivate(all, decodePrivate(layout, own.row, own.seat, players))).toEqual(own.view)
      }
    }
  })
})

describe('a layout by hand', () => {
  const layout: Layout = {
    version: 1, size: 10, seats: 2,
    fields: [
      { name: 'move', about: '', kind: 'number', start: 0, size: 1, shown: true, unknown: null, none: 0 },
      { name: 'pile.top', about: '', kind: 'stack', start: 1, size: 3, shown: true, unknown: null, of: ['a', 'b'] },
      { name: 'hand', about: '', kind: 'counts', start: 4, size: 2, shown: true, private: true, unknown: null, of: ['a', 'b'] },
      { name: 'bets', about: '', kind: 'number', start: 6, size: 2, shown: true, each: true, unknown: null },
      { name: 'leader', about: '', kind: 'seat', start: 8, size: 2, shown: true, unknown: null },
    ],
  }
  it('is shown to watchers and to its seat', () => {
    const view = decodePublic(layout, [0, 1, 2, 0, 0, 0, 5, 7, 0, 1], 2)
    expect(view).toEqual({ move: null, pile: { top: ['b', 'a'] }, leader: 1, seats: [{ hand: null, bets: 5 }, { hand: null, bets: 7 }] })
    const own = decodePrivate(layout, [0, 0, 0, 0, 0, 2, 0, 0, 0, 0], 1, 2)
    expect(withPrivate(view, own).seats).toEqual([{ hand: null, bets: 5 }, { hand: { b: 2 }, bets: 7 }])
  })
})
