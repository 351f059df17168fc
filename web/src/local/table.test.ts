import { describe, expect, it } from 'vitest'
import type { FromServer, NewTable, News } from '../lib/wire'
import { builtEngine } from '../rules/testing'
import { Host } from './host'
import { after, begun, isHere, nameAt, newId, SCHEMA, staysHere, type Kept } from './kept'
import { inRuns } from './runs'
import type { Store } from './store'

/** A store that keeps what it is given: the real one needs a browser, and is tested there. */
class Shelf implements Pick<Store, 'all' | 'clear' | 'read' | 'write'> {
  readonly kept = new Map<string, Kept>()
  all = async () => [...this.kept.values()]
  read = async (id: string) => structuredClone(this.kept.get(id))
  clear = async () => this.kept.clear()
  full = false
  async write(kept: Kept, before: number | null) {
    if (this.full) throw new DOMException('No room.', 'QuotaExceededError')
    if ((this.kept.get(kept.id)?.version ?? null) !== before) return false
    this.kept.set(kept.id, structuredClone(kept))
    return true
  }
}

const rules = builtEngine()
const bots = (n: number): NewTable['seats'] => Array.from({ length: n }, () => ({ kind: 'bot', level: 'easy' }))

async function opened(setup: Partial<NewTable> = {}, shelf = new Shelf()) {
  const host = new Host(rules, shelf as unknown as Store, () => undefined)
  const id = await host.open({ game: 'klunker', seats: [{ kind: 'me' }, ...bots(2)], options: { first: 0 }, ...setup }, 'Anna')
  const heard: FromServer[] = []
  await host.attend(id, null, (message) => heard.push(message))
  const news = () => heard.filter((message): message is News => message.type === 'news')
  const until = async (done: () => boolean) => {
    for (let i = 0; !done() && i < 500; i++) await new Promise((go) => setTimeout(go, 5))
    expect(done()).toBe(true)
  }
  let number = 0
  const ask = (request: object) => host.answer(id, { id: `${number++}`, ...request } as never)
  return { host, id, shelf, news, heard, until, ask, view: () => news().at(-1)!.views![0]! }
}

describe('a table of this device', () => {
  it('deals, and lets the person move', async () => {
    const { view, ask, id, news } = await opened()
    expect(isHere(id)).toBe(true)
    expect(news()[0]!.table!.seats.map((seat) => seat.kind)).toEqual(['person', 'bot', 'bot'])
    expect(news()[0]!.table!.seed).toBeNull()
    const move = view().legal[0] as string
    expect(await ask({ do: 'play', move, version: 1, seat: 0 })).toMatchObject({ type: 'done', version: 2 })
    expect(view().log).toHaveLength(1)
  })

  it('does what is asked for under an id once', async () => {
    const { ask, view, shelf, id } = await opened()
    const request = { do: 'play', move: view().legal[0], version: 1, seat: 0, id: 'the same' }
    const [first, again] = await Promise.all([ask(request), ask(request)])
    expect(again).toEqual(first)
    expect(await ask(request)).toEqual(first)
    expect(shelf.kept.get(id)!.moves).toHaveLength(1)
  })

  it('refuses what is not legal with code and clause, and changes nothing', async () => {
    const { ask, shelf, id } = await opened()
    expect(await ask({ do: 'play', move: 'done', version: 1, seat: 0 })).toMatchObject({ type: 'refused', code: 'illegal_move', reason: 'window_empty', clause: 'K3.2' })
    expect(shelf.kept.get(id)!.version).toBe(1)
  })

  it('says so when there is no room, and goes on when there is', async () => {
    const { ask, shelf, id, view, until, heard } = await opened()
    const play = () => ask({ do: 'play', move: view().legal[0], version: 1, seat: 0 })
    shelf.full = true
    expect(await play()).toMatchObject({ type: 'refused', code: 'not_stored', reason: 'no_room' })
    await expect(opened({}, shelf)).rejects.toMatchObject({ problem: { reason: 'no_room' } })
    expect([shelf.kept.size, shelf.kept.get(id)!.version]).toEqual([1, 1])
    shelf.full = false
    expect(await play()).toMatchObject({ type: 'done' })
    shelf.full = true
    expect(await ask({ do: 'play', move: 'done', version: 2, seat: 0 })).toMatchObject({ reason: 'no_room' })
    shelf.full = false
    await ask({ do: 'play', move: 'done', version: 2, seat: 0 })
    shelf.full = true // before the bot has moved
    await until(() => heard.some((message) => message.type === 'refused'))
    const { moves } = shelf.kept.get(id)!
    shelf.full = false
    await until(() => shelf.kept.get(id)!.moves.length > moves.length)
    expect(heard.filter((message) => message.type === 'refused')).toHaveLength(1)
  })

  it('says so when what was kept has been deleted, and makes nothing up', async () => {
    const { ask, shelf, view } = await opened()
    await shelf.clear()
    expect(await ask({ do: 'play', move: view().legal[0], version: 1, seat: 0 })).toMatchObject({ code: 'not_stored', reason: 'cleared' })
    expect(shelf.kept.size).toBe(0)
  })

  it('refuses what a table of this device does not have', async () => {
    const { ask } = await opened()
    expect(await ask({ do: 'say', text: 'Hello' })).toMatchObject({ type: 'refused', code: 'bad_request' })
    expect(await ask({ do: 'offer_rematch' })).toMatchObject({ type: 'refused', code: 'not_over' })
  })

  it('shows no hand of others', async () => {
    const { view } = await opened()
    const seats = view().position.seats as { hand: unknown }[]
    expect(seats.map((seat) => seat.hand !== null)).toEqual([true, false, false])
  })

  it('takes back to the own last decision, through the moves of bots', async () => {
    const { ask, view, until, shelf, id } = await opened()
    await ask({ do: 'play', move: view().legal[0], version: 1, seat: 0 })
    await ask({ do: 'play', move: 'done', version: 2, seat: 0 })
    await until(() => view().log.length > 4 && view().turn === 0)
    expect(await ask({ do: 'undo', seat: 0 })).toMatchObject({ type: 'done' })
    expect(view().log).toHaveLength(1)
    expect(shelf.kept.get(id)!.moves).toHaveLength(1)
    expect(shelf.kept.get(id)!.told.at(-1)).toMatchObject({ kind: 'undone', seat: 0, moves: 1 })
  })

  it('says when there is something to take back, to people at one device each', async () => {
    const { ask, news } = await opened({ seats: [{ kind: 'me' }, { kind: 'me', name: 'Ben' }, ...bots(1)] })
    const undo = () => news().at(-1)!.views!.map((view) => view.undo)
    expect(undo()).toEqual([null, null, null])
    expect(await ask({ do: 'undo', seat: 0 })).toMatchObject({ type: 'refused', reason: 'nothing_to_take_back' })
    await ask({ do: 'play', move: news().at(-1)!.views![0]!.legal[0], version: 1, seat: 0 })
    await ask({ do: 'play', move: 'done', version: 2, seat: 0 })
    await ask({ do: 'play', move: news().at(-1)!.views![1]!.legal[0], version: 3, seat: 1 })
    expect(undo()).toEqual([1, 2, null])
    expect(await ask({ do: 'undo', seat: 0 })).toMatchObject({ type: 'done' })
    expect(undo()).toEqual([0, null, null])
  })

  it('is played on by another page, and after a reload', async () => {
    const { shelf, id, ask, view } = await opened()
    await ask({ do: 'play', move: view().legal[0], version: 1, seat: 0 })
    const again = new Host(rules, shelf as unknown as Store, () => undefined)
    const heard: FromServer[] = []
    await again.attend(id, null, (message) => heard.push(message))
    expect((heard[0] as News).views![0]).toEqual(view())
  })

  it('goes to its end, gives a record that replays, and begins the next one', async () => {
    const { host, ask, id, until, news, shelf } = await opened({ game: 'alles-futsch', seats: [{ kind: 'me' }, ...bots(1)] })
    await ask({ do: 'resign', seat: 0 })
    await until(() => shelf.kept.get(id)!.over)
    const record = await host.record(id)
    expect(host.look(record, null).steps).toHaveLength(record.moves.length + 1)
    expect(news().at(-1)!.table!.seed).toHaveLength(64)
    expect(() => host.look({ ...record, moves: record.moves.slice(1) }, null)).toThrow()
    expect(await ask({ do: 'offer_rematch' })).toMatchObject({ type: 'done' })
    expect(shelf.kept.get(shelf.kept.get(id)!.next!)!.seats).toHaveLength(2)
  })

  it('of two pages that change the same version, one is refused and follows', async () => {
    const { shelf, id, ask, view } = await opened()
    const other = new Host(rules, shelf as unknown as Store, () => undefined)
    const move = view().legal[0]
    expect(await other.answer(id, { do: 'play', move: move as string, version: 1, seat: 0, id: 'y' })).toMatchObject({ type: 'done' })
    expect(await ask({ do: 'play', move, version: 1, seat: 0 })).toMatchObject({ type: 'refused', code: 'stale' })
    expect(view().log).toHaveLength(1)
  })
})

it('forgets all tables', async () => {
  const { host, id, shelf } = await opened()
  await host.forget()
  expect(shelf.kept.size).toBe(0)
  await expect(host.record(id)).rejects.toMatchObject({ problem: { code: 'no_such_table' } })
})

it('what is kept follows from changes', () => {
  const kept: Kept = {
    schema: SCHEMA, id: newId(), created: 0, changed: 0, game: 'klunker', rules: 1, options: {}, seed: '', hints: true,
    substitute: 'medium', seats: [{ kind: 'person', name: 'Anna' }], ...begun(0),
  }
  const moved = after(after(kept, { kind: 'moved', move: 'a', result: null }, 1), { kind: 'moved', move: 'b', result: { scores: [3], ranks: [1] } }, 2)
  expect([moved.version, moved.moves, moved.over, moved.result?.scores]).toEqual([3, ['a', 'b'], true, [3]])
  const back = after(moved, { kind: 'undone', seat: 0, moves: 2 }, 3)
  expect([back.version, back.moves]).toEqual([4, []])
  const resigned = after(back, { kind: 'resigned', seat: 0 }, 4)
  expect(resigned.seats).toEqual([{ kind: 'bot', level: 'medium' }])
  expect(resigned.told.at(-1)).toMatchObject({ kind: 'resigned', seat: 0, name: 'Anna' })
  expect(nameAt(resigned, 0)).toBe('Anna')
})

it('stays here only if nobody comes from elsewhere', () => {
  expect(staysHere([{ kind: 'me' }, { kind: 'bot' }])).toBe(true)
  expect(staysHere([{ kind: 'me' }, { kind: 'open' }])).toBe(false)
})

it('many moves that differ by their number are one run', () => {
  const words = ['pass', ...Array.from({ length: 30 }, (_, i) => `bid ${i}`), 'buy 0', 'buy 1', 'buy 2']
  expect(inRuns(words, [0, 4, 5, 6, 7, 8, 9, 10, 31, 32])).toEqual(['pass', { words: 'bid', least: 3, most: 9 }, 'buy 0', 'buy 1'])
  expect(inRuns(words, [4, 6, 8])).toEqual(['bid 3', 'bid 5', 'bid 7'])
})
