import { describe, expect, it } from 'vitest'
import type { Position, Side } from './position'
import { inHand, setFaces, setPoints, setSize, takenTrick, taker, value } from './trick'

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
  const at = (taken: Record<string, number>[], played: string[], cards = [3, 3, 3]): Position =>
    ({ round: 1, leader: 0, trick: trick(...played), seats: taken.map((each, n) => ({ taken: each, cards: cards[n] })) }) as unknown as Position
  it('has the card played last', () =>
    expect(takenTrick(at([{}, { '3/7': 1 }, {}], ['1/9', '8/2']), at([{}, { '3/7': 2, '1/9': 1, '8/2': 1 }, {}], []))).toEqual({ trick: trick('1/9', '8/2', '3/7'), by: 1 }))
  it('knows who was passed over', () =>
    expect(takenTrick(at([{}, {}, {}], ['1/9'], [2, 0, 3]), at([{}, {}, { '1/9': 1, '8/2': 1 }], []))?.trick.at(-1)).toEqual({ seat: 2, face: '8/2' }))
  it('is not told where more has happened', () =>
    expect(takenTrick(at([{}, {}, {}], ['1/9']), at([{}, {}, { '1/9': 1, '8/2': 1, draw: 1 }], []))).toBeNull())
})
