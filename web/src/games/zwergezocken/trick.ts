// Values, tricks and points (Z4, Z6), told before they count.
import { total, type Counts } from '../../lib/counts'
import type { Played, Position, Seat, Side } from './position'

const SET_POINTS: Record<number, number> = { 3: -5, 4: -10, 5: -20, 6: -25 }

/** Z4.1: read on the side of the chip; actions and jokers are fives. */
export function value(face: string, chip: Side): number {
  const [yellow, blue] = face.split('/')
  return blue === undefined ? 5 : Number(chip === 'yellow' ? yellow : blue)
}

/** The chip once this card has been played (Z5.3). */
export const turned = (face: string, chip: Side): Side => (face === 'blue' || face === 'yellow' ? face : chip)

/** Who would take a trick of these cards: a seat, or null where it is discarded (Z4.2, Z4.3). */
export function taker(trick: Played[], chip: Side): number | null | undefined {
  const alike = (face: string) => trick.filter((card) => card.face === face)
  if (trick.some((card) => alike(card.face).length === 5)) return null
  const counts = trick.filter((card) => {
    const same = alike(card.face)
    return same.length === 1 || (same.length === 3 && same.at(-1) === card)
  })
  const best = counts.reduce<Played | undefined>(
    (high, card) => (high === undefined || value(card.face, chip) >= value(high.face, chip) ? card : high),
    undefined,
  )
  return (best ?? trick.at(-1))?.seat
}

/** How many cards a set has, by its words: `3/7 x2 +rainbow`. */
export function setSize(words: string): number {
  return Number(/x(\d)/.exec(words)?.[1] ?? 0) + (words.match(/\+/g)?.length ?? 0)
}

export const setPoints = (words: string): number => SET_POINTS[setSize(words)] ?? 0

/** The faces of a set, each card by itself. */
export function setFaces(words: string): string[] {
  const [dwarf = ''] = words.split(' ')
  const faces: string[] = Array.from({ length: Number(/x(\d)/.exec(words)?.[1] ?? 0) }, () => dwarf)
  if (words.includes('+rainbow')) faces.push('rainbow')
  if (words.includes('+quad')) faces.push(Number(dwarf.split('/')[0]) < 5 ? 'quad-low' : 'quad-high')
  return faces
}

export function inHand(hand: Counts): number {
  return Object.entries(hand).reduce((sum, [face, n]) => sum + n * (face.includes('/') ? 1 : /rainbow|quad/.test(face) ? 3 : 2), 0)
}

/** Points of this round so far; with the hand where it is known (Z6.2). */
export const soFar = (seat: Seat): number =>
  total(seat.taken) + seat.sets.reduce((sum, words) => sum + setPoints(words), 0) + (seat.hand ? inHand(seat.hand) : 0)

/** The trick that was taken between two looks at the table, its last card included; nothing if it cannot be told. */
export function takenTrick(before: Position, after: Position): { trick: Played[]; by: number } | null {
  if (after.round !== before.round) return null
  const by = after.seats.findIndex((seat, n) => total(seat.taken) > total(before.seats[n]!.taken))
  if (by < 0) return null
  const left: Counts = { ...after.seats[by]!.taken }
  for (const [face, n] of Object.entries(before.seats[by]!.taken)) left[face] = (left[face] ?? 0) - n
  for (const { face } of before.trick) left[face] = (left[face] ?? 0) - 1
  const [last, ...more] = Object.entries(left).flatMap(([face, n]) => Array.from({ length: Math.max(0, n) }, () => face))
  if (more.length || Object.values(left).some((n) => n < 0)) return null
  const latest = before.trick.at(-1)?.seat ?? before.leader
  const next = before.seats.map((_, i) => (latest + 1 + i) % before.seats.length).find((seat) => before.seats[seat]!.cards > 0) ?? by
  return { trick: last === undefined ? before.trick : [...before.trick, { seat: next, face: last }], by }
}
