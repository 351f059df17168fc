import { describe, expect, it } from 'vitest'
import klunker from './index'

describe('what a sale leaves over', () => {
  const sale = (to: string) => klunker.flights([[1, 'store stud', [
    { fact: 'sold', seat: 1, kind: 'stud', cards: 4, bills: 3 },
    { fact: 'unsold', seat: 1, kind: 'stud', number: 1, to },
  ]]]).at(-1)

  it('flies face down to the pile', () => expect(sale('pile')).toEqual({ face: 'stud', from: 'safe-1', to: 'pile', becomes: 'back', later: true }))
  it('flies to the box as it is', () => expect(sale('box')).toEqual({ face: 'stud', from: 'safe-1', to: 'box', later: true }))
})
