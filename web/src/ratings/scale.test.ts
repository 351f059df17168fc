import { expect, it } from 'vitest'
import { around } from './scale'

it('people and bots are on one scale, those whose rating is provisional at the end', () => {
  const bots = [{ level: 'easy' as const, mu: 20, sigma: 1 }, { level: 'hard' as const, mu: 28, sigma: 1 }]
  const people = [{ name: 'Anna', mu: 30, sigma: 3, games: 40 }, { name: 'Bert', mu: 45, sigma: 7, games: 3, provisional: true }]
  const own = { name: 'Carl', mu: 25, sigma: 2, games: 30, yours: true }
  const names = (listed: boolean) => around({ bots, people: listed ? [...people, own] : people, own, listed }).map(({ name, level }) => level ?? name)
  expect(names(false)).toEqual(['hard', 'Anna', 'Carl', 'easy', 'Bert'])
  expect(names(true)).toEqual(names(false))
})
