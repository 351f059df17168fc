import { describe, expect, it } from 'vitest'
import type { LogLine } from '../lib/wire'
import { moments as auctions } from './alles-futsch/moments'
import { moments as sales } from './klunker/moments'
import { moments as tricks } from './zwergezocken/moments'

describe('ZwergeZocken', () => {
  const plays: LogLine[] = [
    [0, 'start blue', [{ fact: 'chip_turned', seat: 0, side: 'blue' }]],
    [0, 'lay 3/7 x3', [{ fact: 'set_laid', seat: 0, set: '3/7 x3', points: -5 }]],
    [0, 'play 8/2', []],
  ]
  const taken = { fact: 'trick_taken', seat: 1, by: '1/9', points: 2, cards: ['8/2', '1/9'] }

  it('a trick: its cards, the side that counts, who takes it and what it costs', () =>
    expect(tricks([...plays, [1, 'play 1/9', [taken]]], 3)).toMatchObject([
      { kind: 'trick', chip: 'blue', by: 1, points: 2, trick: [{ seat: 0, face: '8/2' }, { seat: 1, face: '1/9' }] },
    ]))
  it('nothing of what was shown before', () => expect(tricks([...plays, [1, 'play 1/9', [taken]]], 4)).toEqual([]))
  it('the sheet of a round: hands, tricks, sets, points and totals', () => {
    const end = [
      taken,
      { fact: 'round_ended', round: 1, empty: 1 },
      { fact: 'revealed', seat: 0, number: 1, cards: ['draw'] },
      { fact: 'scored', seat: 0, taken: 0, hand: 2, sets: -5, total: -3 },
      { fact: 'revealed', seat: 1, number: 0, cards: [] },
      { fact: 'scored', seat: 1, taken: 2, hand: 0, sets: 0, total: 2 },
      { fact: 'round_began', round: 2, leader: 1 },
    ]
    const [, sheet] = tricks([...plays, [1, 'play 1/9', end]], 3)
    expect(sheet).toMatchObject({ kind: 'sheet', round: 1, ends: false, rank: 1 })
    expect(sheet).toHaveProperty('rows', [
      { seat: 0, revealed: ['draw'], taken: 0, hand: 2, sets: ['3/7 x3'], forSets: -5, points: -3, total: -3 },
      { seat: 1, revealed: [], taken: 2, hand: 0, sets: [], forSets: 0, points: 2, total: 2 },
    ])
  })
})

it('Klunker: a sale, with the bills that there were', () => {
  const sold = (kind: string, bills: number) => ({ fact: 'sold', seat: 2, kind, cards: 4, bills })
  const log: LogLine[] = [
    [2, 'store shoe', [sold('shoe', 3), { fact: 'unsold', seat: 2, kind: 'shoe', number: 1, to: 'pile' }]],
    [2, 'buy 1', [{ fact: 'bought', seat: 2, owner: 1, bills: 1, cards: ['stud'] }, sold('stud', 4)]],
  ]
  expect(sales(log, 1)).toMatchObject([{ kind: 'sale', seat: 2, card: 'stud', bills: 4, before: 3, unsold: 0 }])
  expect(sales(log, 0)[0]).toMatchObject({ card: 'shoe', before: 1, unsold: 1, to: 'pile' })
})

describe('Alles futsch!', () => {
  const log: LogLine[] = [
    [0, 'pass', [{ fact: 'won_auction', seat: 1, card: 'vase+clock+clock', bid: 90, paid: 90 }]],
    [1, 'sell clock to 0', [{ fact: 'bought', buyer: 0, seller: 1, kind: 'clock', price: 20, paid: 12 }, { fact: 'ruined', seat: 0, owed: 20, paid: 12 }]],
  ]
  it('the hammer, and what ruins', () => expect(auctions(log, 0, 2)).toMatchObject([{ kind: 'hammer' }, { kind: 'ruin', card: 'clock' }]))
  it('to whom it happens, a forced purchase', () => expect(auctions(log, 1, 0).map(({ kind }) => kind)).toEqual(['forced', 'ruin']))
})
