import { describe, expect, it } from 'vitest'
import { markOf } from './decisions'
import { costliest, type Decision } from './found'
import { lineOf, moveAt, namePlaces, turnPlaces, xOf, type Frame } from './geometry'
import { mean, standardError } from './means'
import { pictureOf } from './picture'

const FRAME: Frame = { width: 200, height: 100, left: 20, right: 80, top: 10, bottom: 10 }
const CHANCES = [[0.5, 0.5], [0.7, 0.3], [1, 0]]
const decided = (number: number, seat: number, cost: number) => ({ number, seat, cost }) as Decision

describe('a curve', () => {
  it('is touched at the move that is nearest', () => {
    expect([0, 1, 2].map((at) => moveAt(FRAME, xOf(FRAME, at, 2) + 10, 2))).toEqual([0, 1, 2])
    expect([moveAt(FRAME, -50, 2), moveAt(FRAME, 500, 2)]).toEqual([0, 2])
  })

  it('goes from left to right and up with the chance', () => {
    expect(lineOf(FRAME, CHANCES, 0)).toBe('20.000,50.000 70.000,34.000 120.00,10.000')
  })

  it('has names that do not touch, within the frame', () => {
    const places = namePlaces(FRAME, [[0.34, 0.33, 0.33]], 15).map(({ y }) => y)
    expect(places[1]! - places[0]!).toBeGreaterThanOrEqual(15)
    expect(places[2]! - places[1]!).toBeGreaterThanOrEqual(15)
    expect(Math.max(...places)).toBeLessThanOrEqual(90)
    expect(namePlaces(FRAME, CHANCES, 15).map(({ y }) => y)).toEqual([10, 90])
  })

  it('has numbers of turning points in rows where they are close', () => {
    expect(turnPlaces(FRAME, [0, 1, 2, 50], 100, 18).map(({ row }) => row)).toEqual([0, 1, 2, 0])
  })
})

it('a picture says names as they are, whatever is in them', () => {
  const svg = pictureOf({ title: 'Klunker', subtitle: '', chances: CHANCES, turns: [-1, 1], names: ['<b>&"', 'Anna'], percent: String })
  expect(svg).toContain('&#60;b&#62;&#38;&#34;')
  expect(svg.match(/<polyline/g)).toHaveLength(2)
  expect(svg).not.toContain('<b>')
})

it('marks are given by what a decision cost, if that is certain', () => {
  const marks = { inaccuracy: 0.02, mistake: 0.05, blunder: 0.1, certain: 2 }
  const found = [[0, 0.01], [0.01, 0.001], [0.03, 0.01], [0.07, 0.01], [0.2, 0.01], [0.2, 0.15]].map(([cost, error]) => markOf(cost!, error!, marks))
  expect(found).toEqual(['best', 'good', 'inaccuracy', 'mistake', 'blunder', 'good'])
})

it('the costliest decisions come first, of one seat or of all', () => {
  const all = [decided(0, 0, 0.1), decided(1, 1, 0.3), decided(2, 0, 0.2), decided(3, 0, -0.1), decided(4, 1, 0.05)]
  expect(costliest(all, null).map(({ number }) => number)).toEqual([1, 2, 0])
  expect(costliest(all, 0).map(({ number }) => number)).toEqual([2, 0])
})

it('means and their standard errors', () => {
  expect([mean([1, 2]), standardError([1, 3])]).toEqual([1.5, 1])
})
