import { describe, expect, it } from 'vitest'
import type { GameModule } from '../games/game'
import type { LogLine, Told } from '../lib/wire'
import { remembered, seen, story, type Past } from './story'

const game = {
  phrase: (move: string) => move,
  news: (before: { n: number }, after: { n: number }) => (after.n > before.n ? [`now ${after.n}`] : []),
} as unknown as GameModule
const name = (seat: number) => 'AB'[seat] ?? ''
const log: LogLine[] = [[0, 'one'], [1, 'two']]
const texts = (past: Past, told: Told[] = []) => story(log, past, told, game, name).map((each) => each.text)

describe('the log to read', () => {
  it('says after a move what followed from it', () => expect(texts([{ n: 0 }, { n: 0 }, { n: 5 }])).toEqual(['one', 'two', 'now 5']))
  it('says nothing of what was not seen', () => expect(texts([undefined, undefined, { n: 5 }])).toEqual(['one', 'two']))
  it('has what happened beside the moves where it happened, also after a move taken back', () => {
    const told = (version: number, kind: string): Told => ({ version, kind, at: 0, seat: 0 })
    // deal, a move, taken back, a move, resigned, a move, back
    const all = [told(1, 'started'), told(3, 'undone'), told(5, 'resigned'), told(7, 'back')]
    expect(texts([], all)).toEqual(['told.undone', 'one', 'told.resigned', 'two', 'told.back'])
  })
  it('remembers how the table stood', () => {
    const past = seen([], 2, { n: 5 })
    expect(past).toEqual([undefined, undefined, { n: 5 }])
    const steps = [0, 0, 4].map((n) => ({ move: null, turn: null, position: { n } }))
    expect(texts(remembered(past, steps))).toEqual(['one', 'two', 'now 5'])
    expect(seen(past, 1, { n: 1 })).toEqual([undefined, { n: 1 }])
  })
})
