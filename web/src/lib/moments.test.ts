import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Flight } from './flight'
import { Player, type Moment, type Pace, type Step } from './moments'

const seen: string[] = []
let pace: Pace = 'normal'
const player = () =>
  new Player<string>(
    {
      begin: ({ lines }) => seen.push(`move ${lines[0]![1]}`),
      look: (moment) => seen.push(moment ? `look ${moment.kind}` : 'seen'),
      fly: (flights) => {
        seen.push(`fly ${flights.map(({ face }) => face).join()}`)
        return new Promise((landed) => setTimeout(landed, 400))
      },
      land: () => undefined,
      stand: (state) => seen.push(`stand ${state}`),
    },
    () => pace,
  )
const card = (face: string, more: Partial<Flight> = {}): Flight => ({ face, from: 'a', to: 'b', ...more })
const trick: Moment = { kind: 'trick', weight: 'look', rank: 0 }
const sheet: Moment = { kind: 'sheet', weight: 'study', rank: 1 }
const step = (state: string, more: Partial<Step<string>> = {}, seat = 1): Step<string> => ({
  state, lines: [[seat, state, []]], own: false, flights: [], moments: [], awaited: false, ...more,
})

beforeEach(() => {
  vi.useFakeTimers()
  seen.length = 0
  pace = 'normal'
})
afterEach(() => vi.useRealTimers())

describe('moments', () => {
  it('a table stands only when cards have arrived and what is worth a look was seen', async () => {
    const shown = player()
    shown.add(step('one', { flights: [card('x'), card('y', { later: true }), card('z', { last: true })], moments: [trick, sheet] }))
    await vi.advanceTimersByTimeAsync(399)
    expect(seen).toEqual(['move one', 'fly x'])
    await vi.advanceTimersByTimeAsync(10)
    expect(seen.slice(2)).toEqual(['look trick'])
    await vi.advanceTimersByTimeAsync(3000)
    expect(seen.slice(3)).toEqual(['seen', 'fly y'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen.slice(5)).toEqual(['look sheet']) // which waits for a tap
    shown.on()
    await vi.advanceTimersByTimeAsync(400)
    expect(seen.slice(6)).toEqual(['seen', 'fly z', 'stand one'])
    expect(shown.behind).toBe(0)
  })

  it('one step is shown after the other, those of one player closer together, own ones at once', async () => {
    const shown = player()
    for (const each of [step('a'), step('b', {}, 2), step('c', {}, 2), step('d', { own: true }, 0)]) shown.add(each)
    expect(shown.behind).toBe(4)
    await vi.advanceTimersByTimeAsync(0)
    expect(seen).toEqual(['move a', 'stand a'])
    await vi.advanceTimersByTimeAsync(740)
    expect(seen).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(10)
    expect(seen.slice(2)).toEqual(['move b', 'stand b'])
    await vi.advanceTimersByTimeAsync(230)
    expect(seen.slice(4)).toEqual(['move c', 'stand c', 'move d', 'stand d'])
  })

  it('a tap or a key goes on', async () => {
    const shown = player()
    shown.add(step('one', { moments: [trick] }))
    await vi.advanceTimersByTimeAsync(50)
    shown.on()
    await vi.advanceTimersByTimeAsync(0)
    expect(seen.at(-1)).toBe('stand one')
  })

  it('at a calm pace everything waits for that', async () => {
    pace = 'calm'
    const shown = player()
    shown.add(step('one', { moments: [{ ...trick, weight: 'glance' }] }))
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(seen).toEqual(['move one', 'look trick'])
  })

  it('at once is at once', () => {
    pace = 'at_once'
    const shown = player()
    shown.add(step('one', { flights: [card('x')], moments: [trick, sheet] }))
    expect(seen).toEqual(['move one', 'stand one'])
  })

  it('skips to the own turn, through what comes in the meantime, and no further', async () => {
    const shown = player()
    shown.add(step('a', { moments: [trick] }))
    shown.add(step('b', { moments: [trick], flights: [card('x')] }))
    shown.skip(true)
    await vi.advanceTimersByTimeAsync(0)
    shown.add(step('c', { moments: [sheet] }))
    shown.add(step('mine', { moments: [trick], awaited: true }))
    expect(seen.filter((each) => each.startsWith('stand'))).toEqual(['stand a', 'stand b', 'stand c', 'stand mine'])
    shown.add(step('d', { moments: [trick] }))
    await vi.advanceTimersByTimeAsync(800)
    expect(seen.at(-1)).toBe('look trick')
  })

  it('a watcher, whose turn never comes, skips what waits now', async () => {
    const shown = player()
    for (const each of ['a', 'b', 'c']) shown.add(step(each, { moments: [trick] }))
    await vi.advanceTimersByTimeAsync(50)
    shown.skip(false)
    await vi.advanceTimersByTimeAsync(800)
    expect(seen.filter((each) => !each.startsWith('look') && each !== 'seen')).toEqual(['move a', 'stand a', 'move c'])
  })

  it('a move that is taken back makes void what was to be shown', async () => {
    const shown = player()
    shown.add(step('a', { moments: [trick] }))
    shown.add(step('b'))
    await vi.advanceTimersByTimeAsync(100)
    shown.reset('before')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen).toEqual(['move a', 'look trick', 'seen', 'stand before'])
    shown.add(step('again'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(seen.at(-1)).toBe('stand again')
  })
})
