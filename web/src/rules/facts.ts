// What happened, as the rules tell it in numbers, and as a seat or a watcher may know it (src/brocante/games/facts.py).
import type { FactType, ValueType } from './description'
import type { GameDescription } from './expanded'
import type { AnyFact } from '../lib/facts'

/** A kind of fact by its number in the rules; its values, and the cards listed behind them. */
export type Told = { kind: number; numbers: number[] }

/** The facts in the room of a position, as far as it is filled. */
export function toldIn(numbers: Int32Array, head: number): Told[] {
  const told: Told[] = []
  for (let at = 0; at < numbers.length; ) {
    const end = at + head + numbers[at + 1]!
    told.push({ kind: numbers[at]!, numbers: [...numbers.subarray(at + 2, end)] })
    at = end
  }
  return told
}

export const factKind = (game: GameDescription, told: Told): FactType => game.facts.find((fact) => fact.number === told.kind)!

/** Whether everyone may know all of it. */
export const isOpen = (fact: FactType): boolean => fact.values.every((value) => !value.known_to)

/** A fact as a seat, or a watcher (null), may know it. `values` is how many numbers stand before the cards. */
export function shownFact(fact: FactType, numbers: number[], onlooker: number | null, values: number): AnyFact {
  const told: AnyFact = { fact: fact.name }
  fact.values.forEach((value, at) => {
    if (value.known_to && (onlooker === null || value.known_to.every((who) => told[who] !== onlooker))) told[value.name] = null
    else if (value.kind === 'cards') {
      const listed = numbers.slice(values)
      if (value.known_to) listed.sort((a, b) => a - b) // not as they lay
      told[value.name] = listed.map((card) => value.of![card])
    } else told[value.name] = shownValue(value, numbers[at]!)
  })
  return told
}

function shownValue(value: ValueType, number: number): unknown {
  if (value.kind === 'number') return number
  if (number < 0) return null
  return value.kind === 'seat' ? number : value.of![number]
}
