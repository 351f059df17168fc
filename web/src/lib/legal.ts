// Legal moves as they come over the wire: words, and runs of words that differ by their number alone.
import type { Run } from './wire'

export type Legal = (string | Run)[]

export function isLegal(legal: Legal, move: string): boolean {
  return legal.some((each) => {
    if (typeof each === 'string') return each === move
    const [words, number] = move.split(' ')
    return words === each.words && /^\d+$/.test(number ?? '') && +number! >= each.least && +number! <= each.most
  })
}

export const plainMoves = (legal: Legal): string[] => legal.filter((each): each is string => typeof each === 'string')

export const runs = (legal: Legal): Run[] => legal.filter((each): each is Run => typeof each !== 'string')

/** The only legal move, if there is just one. */
export function forced(legal: Legal): string | undefined {
  const [only, ...more] = legal
  if (only === undefined || more.length) return undefined
  if (typeof only === 'string') return only
  return only.least === only.most ? `${only.words} ${only.least}` : undefined
}
