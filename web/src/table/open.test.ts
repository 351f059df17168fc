import { expect, it } from 'vitest'
import type { Replay } from '../lib/wire'
import { opened } from './open'

const hidden = { hand: null, cards: 2 }
const seen = (seat: number): Replay => ({
  record: {},
  seat,
  steps: [
    { move: null, turn: 0, facts: [], position: { pile: 3, seats: [0, 1].map((each) => (each === seat ? { hand: { a: 2 - each }, cards: 2, known: {} } : { ...hidden, known: {} })) } },
    {
      move: [1, seat === 1 ? 'give a' : 'give ?', [{ fact: 'gave', seat: 1, face: seat === 1 ? 'a' : null }]],
      turn: 0, facts: [], position: { pile: 3, seats: [0, 1].map((each) => (each === seat ? { money: 7 } : { money: null })) },
    },
  ],
})

it('opens all hands, hidden moves and facts, as their own seats saw them', () => {
  const { seat, steps } = opened([seen(0), seen(1)])
  expect(seat).toBeNull()
  expect(steps[0]!.position).toEqual({ pile: 3, seats: [{ hand: null, cards: 2, known: { a: 2 } }, { hand: null, cards: 2, known: { a: 1 } }] })
  expect(steps[1]!.move).toEqual([1, 'give a', [{ fact: 'gave', seat: 1, face: 'a' }]])
  expect(steps[1]!.position.seats).toEqual([{ money: 7 }, { money: 7 }])
})
