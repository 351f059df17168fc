// Where the points of a curve of chances lie, on the page and in the picture to share.

export const DASH = ['', '7 4', '2 4', '10 3 2 3', '4 2']
export const MARK = ['●', '■', '▲', '◆', '✚']

export type Frame = { width: number; height: number; left: number; right: number; top: number; bottom: number }

export const xOf = (frame: Frame, at: number, last: number): number => frame.left + (at * (frame.width - frame.left - frame.right)) / Math.max(1, last)
export const yOf = (frame: Frame, chance: number): number => frame.height - frame.bottom - chance * (frame.height - frame.top - frame.bottom)

/** The line of a seat. */
export const lineOf = (frame: Frame, chances: readonly number[][], seat: number): string =>
  chances.map((each, at) => `${xOf(frame, at, chances.length - 1).toPrecision(5)},${yOf(frame, each[seat]!).toPrecision(5)}`).join(' ')

/** How many moves had been made at a place of the curve. */
export function moveAt(frame: Frame, x: number, last: number): number {
  const share = (x - frame.left) / (frame.width - frame.left - frame.right)
  return Math.min(last, Math.max(0, Math.round(share * last)))
}

/** Heights of names at the right end, apart from each other. */
export function namePlaces(frame: Frame, chances: readonly number[][], line: number): { seat: number; y: number }[] {
  const places = (chances.at(-1) ?? []).map((chance, seat) => ({ seat, y: yOf(frame, chance) })).sort((a, b) => a.y - b.y)
  for (let i = 1; i < places.length; i++) places[i]!.y = Math.max(places[i]!.y, places[i - 1]!.y + line)
  let lowest = frame.height - frame.bottom
  for (const place of [...places].reverse()) {
    place.y = Math.min(place.y, lowest)
    lowest = place.y - line
  }
  return places
}

/** Where the numbers of turning points stand, which come after these moves: in the first of three rows that has room. */
export function turnPlaces(frame: Frame, turns: readonly number[], last: number, size: number): { x: number; row: number }[] {
  const taken = [-Infinity, -Infinity, -Infinity]
  return turns.map((number) => {
    const x = xOf(frame, number + 1, last)
    const row = Math.max(0, taken.findIndex((before) => x - before >= size))
    taken[row] = x
    return { x, row }
  })
}
