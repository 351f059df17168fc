import { describe, expect, it } from 'vitest'
import { botSeed, numberOf, type Deal } from '../local/deal'
import { Host } from '../local/host'
import type { Kept } from '../local/kept'
import type { Store } from '../local/store'
import type { News } from '../lib/wire'
import { builtEngine } from '../rules/testing'
import { dayOf, later, offClock, seedOf } from './deals'
import { line } from './share'

const nothing = '00'.repeat(32)

it('what follows from a seed is what Python says (src/brocante/table/daily.py)', () => {
  expect(botSeed(nothing, 7)).toBe(12339966837595078958n)
  expect(numberOf('seat', nothing) % 3n).toBe(0n)
})

it('days are those of UTC', () => {
  expect(dayOf(Date.UTC(2026, 10, 16, 23, 59, 59, 999))).toBe('2026-11-16')
  expect(dayOf(Date.UTC(2026, 10, 17))).toBe('2026-11-17')
  expect([later('2026-12-31', 1), later('2026-03-01', -1), later('2028-02-28', 1)]).toEqual(['2027-01-01', '2026-02-28', '2028-02-29'])
})

it('a clock that is far off is noticed, and the day is the server’s', () => {
  const noon = Date.UTC(2026, 10, 16, 12)
  const shown = { day: '2026-11-16', today: '2026-11-16', left: 12 * 3600 * 1000, since: '', deals: [] }
  expect(offClock(shown, noon + 5 * 60 * 1000)).toBeNull()
  for (const days of [-1, 1]) expect(offClock(shown, noon + days * 24 * 3600 * 1000)).toBe(noon)
})

it('on the static site a seed follows from day and game', () => {
  expect(seedOf('2026-11-16', 'klunker')).toBe('78f3c16b6355bf1d1e67bf9f7e1f59d23498da461cd3797cbfdac0d54acba2db')
  expect(new Set(['klunker', 'zwergezocken'].flatMap((game) => [seedOf('2026-11-16', game), seedOf('2026-11-17', game)])).size).toBe(4)
})

it('what is shared names the game, the day, the place and the score, and where to play', () => {
  const told = { game: 'Klunker', day: '16 November 2026', how: 'Place 2 of 3', score: 'Score: 41', address: 'https://example.org/day', place: 2, players: 3 }
  expect(line(told)).toBe('Brocante · Klunker · 16 November 2026 · Place 2 of 3 · Score: 41\nhttps://example.org/day')
})

describe('a deal of the day on this device', () => {
  const engine = builtEngine()
  const deal: Deal = { day: '2026-11-16', seed: seedOf('2026-11-16', 'klunker'), stands: true }

  async function opened(how: Deal) {
    const kept = new Map<string, Kept>()
    const store = {
      read: async (id: string) => structuredClone(kept.get(id)),
      write: async (table: Kept, before: number | null) => (kept.get(table.id)?.version ?? null) === before && !!kept.set(table.id, structuredClone(table)),
    }
    const host = new Host(engine, store as unknown as Store, () => undefined)
    const open = () => host.open({ game: 'klunker', seats: [{ kind: 'me' }, { kind: 'bot', level: 'medium' }, { kind: 'bot', level: 'medium' }], options: { first: 1 } }, 'Anna', how)
    const id = await open()
    let news: News | undefined
    await host.attend(id, null, (message) => message.type === 'news' && (news = message))
    for (let i = 0; news?.views?.[0]?.turn !== 0 && i < 500; i++) await new Promise((go) => setTimeout(go, 5))
    return { host, id, open, kept: () => kept.get(id)!, view: () => news!.views![0]! }
  }

  it('has one table, however often it is asked for', async () => {
    const { open, id, kept } = await opened(deal)
    const moves = kept().moves
    expect(await open()).toBe(id)
    expect(kept().moves).toEqual(moves)
    expect(moves.length).toBeGreaterThan(0)
  })

  it('is answered by the bots in the same way', async () => {
    const [one, other] = [await opened(deal), await opened({ ...deal, stands: false })]
    expect(one.kept().moves).toEqual(other.kept().moves)
    expect(one.id).not.toBe(other.id)
  })

  it('gives no hint and takes nothing back, unless it is for fun', async () => {
    const { host, id, view } = await opened(deal)
    await host.answer(id, { do: 'play', id: '1', move: view().legal[0] as string, version: 1, seat: 0 })
    expect(view().undo).toBeNull()
    expect(await host.answer(id, { do: 'undo', id: '2' })).toMatchObject({ type: 'refused', code: 'cannot_undo', reason: 'stands' })
    expect(await host.answer(id, { do: 'ask_hint', id: '3' })).toMatchObject({ type: 'refused', code: 'no_hints' })
    const fun = await opened({ ...deal, stands: false })
    await fun.host.answer(fun.id, { do: 'play', id: '1', move: fun.view().legal[0] as string, version: 1, seat: 0 })
    expect(await fun.host.answer(fun.id, { do: 'undo', id: '2' })).toMatchObject({ type: 'done' })
  })
})
