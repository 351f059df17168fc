import { describe, expect, it } from 'vitest'
import { brings, completed, grouped, pays } from './sale'

describe('what a sale pays', () => {
  it('is four bills where nothing else lies in the safe', () => expect(pays({ stud: 4 }, 'stud')).toBe(4))
  it('falls with each other kind', () => expect(pays({ stud: 4, earring: 1, shoe: 1 }, 'stud')).toBe(2))
  it('counts a fifth card as another kind', () => expect(pays({ stud: 5 }, 'stud')).toBe(3))
  it('is always four for necklaces', () => expect(pays({ necklace: 4, stud: 1, shoe: 1, tooth: 1 }, 'necklace')).toBe(4))
  it('adds up in the best order', () => expect(brings({ stud: 4, earring: 4, shoe: 1 })).toBe(5))
  it('goes on with what is left', () => expect(brings({ shoe: 8 })).toBe(7))
  it('says what is completed', () => expect(completed({ stud: 3, shoe: 1 }, { stud: 1, shoe: 1 })).toEqual(['stud']))
  it('is told by how often it was had', () => expect([grouped([4, 2, 4, 4]), grouped([])]).toEqual([['3 × 4', '1 × 2'], []]))
})
