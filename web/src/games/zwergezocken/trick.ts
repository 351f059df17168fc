// Values, tricks and points (Z4, Z6), told before they count.
import { total, type Counts } from '../../lib/counts'
import type { LogLine } from '../../lib/wire'
import type { Fact, Position, Seat } from './view'

export type Side = NonNullable<Position['chip']>
export type Played = Position['trick'][number]

const SET_POINTS: Record<number, number> = { 3: -5, 4: -10, 5: -20, 6: -25 }

/** Z4.1: read on the side of the chip; actions and jokers are fives. */
export function value(face: string, chip: Side): number {
  const [yellow, blue] = face.split('/')
  return blue === undefined ? 5 : Number(chip === 'yellow' ? yellow : blue)
}

/** The chip once this card has been played (Z5.3). */
export const turned = (face: string, chip: Side): Side => (face === 'blue' || face === 'yellow' ? face : chip)

/** Cards of a trick that count: of two or four alike none does, of three the last (Z4.2). */
export function counting(trick: Played[]): Played[] {
  return trick.filter((card) => {
    const same = trick.filter(({ face }) => face === card.face)
    return same.length === 1 || (same.length === 3 && same.at(-1) === card)
  })
}

/** Who would take a trick of these cards: a seat, or null where it is discarded (Z4.2, Z4.3). */
export function taker(trick: Played[], chip: Side): number | null | undefined {
  if (trick.length === 5 && new Set(trick.map(({ face }) => face)).size === 1) return null
  const best = counting(trick).reduce<Played | undefined>(
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

/** The cards played last, so many. */
export function trickAt(log: readonly LogLine[], size: number): Played[] {
  const plays = log.flatMap(([seat, move]) => (move.startsWith('play ') ? [{ seat, face: move.slice(5) }] : []))
  return plays.slice(-size)
}

/** The last trick and who took it, until the next one begins; it stays in sight as long. */
export function lastTrick(log: readonly LogLine[]): { trick: Played[]; by: number } | null {
  const plays = log.flatMap(([seat, move, facts], i) => (move.startsWith('play ') ? [{ i, seat, face: move.slice(5), facts: facts as Fact[] }] : []))
  const end = plays.at(-1)
  // Facts of a trick may follow from a later move than the card played last: one that was given or passed.
  const later = log.slice(end?.i ?? 0).flatMap(([, , facts]) => facts as Fact[])
  const taken = later.find((fact) => fact.fact === 'trick_taken')
  if (!end || taken?.fact !== 'trick_taken' || later.some((fact) => fact.fact === 'round_began')) return null
  return { trick: trickAt(log, taken.cards.length), by: taken.seat }
}
