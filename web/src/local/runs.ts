// Legal moves as they go over the wire, like `in_runs` of src/brocante/table/views.py: many moves that differ by their
// number alone, as bids do, are one run.
import type { Run } from '../lib/wire'

/** Fewer are shown singly: they are for seats. */
const FEWEST = 6

export function inRuns(words: readonly string[], legal: readonly number[]): (string | Run)[] {
  const moves: (string | Run)[] = []
  for (let at = 0; at < legal.length; ) {
    const first = numbered(words[legal[at]!]!)
    let length = 1
    while (first && at + length < legal.length && legal[at + length] === legal[at]! + length) {
      const next = numbered(words[legal[at + length]!]!)
      if (next?.words !== first.words || next.number !== first.number + length) break
      length += 1
    }
    if (first && length >= FEWEST) moves.push({ words: first.words, least: first.number, most: first.number + length - 1 })
    else moves.push(...legal.slice(at, at + length).map((move) => words[move]!))
    at += length
  }
  return moves
}

function numbered(move: string): { words: string; number: number } | null {
  const found = /^(.*) (\d+)$/.exec(move)
  return found && { words: found[1]!, number: Number(found[2]) }
}
