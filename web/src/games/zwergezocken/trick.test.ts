import { describe, expect, it } from 'vitest'
import type { LogLine } from '../../lib/wire'
import { inHand, lastTrick, setFaces, setPoints, setSize, taker, value, type Side } from './trick'

const trick = (...faces: string[]) => faces.map((face, seat) => ({ seat, face }))
const takes = (chip: Side, ...faces: string[]) => taker(trick(...faces), chip)

describe('who takes a trick', () => {
  it('pairs cancel', () => expect(takes('yellow', '7/3', '7/3', '2/8')).toBe(2))
  it('where none counts, the last', () => expect(takes('yellow', '9/1', '9/1', '4/6', '4/6')).toBe(3))
  it('of equal values, the last', () => expect(takes('yellow', 'draw', '4/6', 'give')).toBe(2))
  it('on the side of the chip', () => expect(takes('blue', '1/9', 'blue', '8/2')).toBe(0))
  it('five alike are discarded', () => expect(takes('blue', 'draw', 'draw', 'draw', 'draw', 'draw')).toBeNull())
  it('of three alike only the last counts', () => expect(takes('yellow', '9/1', '9/1', '9/1', '8/2')).toBe(2))
})

describe('values and points', () => {
  it('reads either side', () => expect([value('3/7', 'yellow'), value('3/7', 'blue'), value('draw', 'blue')]).toEqual([3, 7, 5]))
  it('knows a set by its words', () => {
    expect(setSize('3/7 x2 +rainbow +quad')).toBe(4)
    expect(setPoints('3/7 x2 +rainbow +quad')).toBe(-10)
    expect(setFaces('3/7 x2 +rainbow +quad')).toEqual(['3/7', '3/7', 'rainbow', 'quad-low'])
  })
  it('counts a hand', () => expect(inHand({ '3/7': 2, draw: 1, rainbow: 1 })).toBe(7))
})

describe('a trick that was taken', () => {
  const taken = { fact: 'trick_taken', seat: 1, by: '8/2', points: 2, cards: ['1/9', '8/2'] }
  const earlier: LogLine[] = [[1, 'play 2/8', []], [0, 'play 1/9', []]]
  it('has the cards played last', () =>
    expect(lastTrick([...earlier, [1, 'play 8/2', [taken]]])).toEqual({ trick: [{ seat: 0, face: '1/9' }, { seat: 1, face: '8/2' }], by: 1 }))
  it('may be taken after a card was given', () =>
    expect(lastTrick([...earlier, [1, 'play give', []], [1, 'give ?', [taken]]])?.trick.at(-1)).toEqual({ seat: 1, face: 'give' }))
  it('is gone with the next card, and with the round', () => {
    expect(lastTrick([...earlier, [1, 'play 8/2', [taken]], [0, 'play 3/7', []]])).toBeNull()
    expect(lastTrick([...earlier, [1, 'play 8/2', [taken, { fact: 'round_began', round: 2, leader: 0 }]]])).toBeNull()
  })
})
