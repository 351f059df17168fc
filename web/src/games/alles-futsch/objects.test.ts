import { describe, expect, it } from 'vitest'
import { ruinous, use } from './objects'
import { preview } from './preview'
import type { Position } from './view'

const position = (stones: Record<string, number>[], more: Partial<Position> = {}): Position => ({
  phase: 'use', in_charge: 0, row: [], card: null, objects: [], bid: 0, bidder: null, pile: 0, discards: [], bankrupt: null,
  seats: stones.map((each) => ({ lacks: 'vase', stones: each, money: null, out: false })), ...more,
})

describe('what an object does', () => {
  it('is kept up to the third, which pays', () =>
    expect(use(position([{ clock: 2 }]), 0, 'clock')).toEqual({ kind: 'clock', how: 'keep', stone: 3, gets: 30 }))
  it('is sold from the fourth on, to who has room', () =>
    expect(use(position([{ clock: 3 }, { clock: 5 }, { clock: 3 }, { clock: 2 }]), 0, 'clock')).toEqual({
      kind: 'clock', how: 'sell',
      buyers: [{ seat: 2, stone: 4, pays: 30, gets: 0 }, { seat: 3, stone: 3, pays: 20, gets: 30 }],
    }))
  it('is lost where nobody can have it', () => expect(use(position([{}, {}]), 0, 'vase').how).toBe('lost'))
})

describe('money', () => {
  it('is gone with a bid of all there is', () => {
    expect(ruinous(200, 200)).toBe(true)
    expect(ruinous(199, 200)).toBe(false)
  })
})

describe('the preview of a card', () => {
  const told = (stones: Record<string, number>[], card: string) => preview(position(stones), 0, card, (seat) => 'AB'[seat] ?? '').map((line) => line.split(' ')[1])
  it('keeps one object after the other, up to the third', () =>
    expect(told([{ clock: 1 }], 'clock+clock+clock')).toEqual(['keep_plain', 'keep_bonus', 'lost']))
  it('says once what is the same each time', () => expect(preview(position([{}, { vase: 0 }]), 0, 'vase+vase+vase', String)).toEqual(['3 × app.by sell_to']))
})
