import { describe, expect, it } from 'vitest'
import type { GameModule, Telling } from '../games/game'
import type { LogLine, Told } from '../lib/wire'
import { story } from './story'

const game = {
  phrase: (move: string) => move,
  telling: ({ how }: { how: Telling }) => how,
  kinds: {},
  texts: { word: (key: string) => key, has: () => false },
} as unknown as GameModule
const name = (seat: number) => 'AB'[seat] ?? ''
const fact = (fact: string, how: Telling) => ({ fact, how })
const texts = (log: LogLine[], told: Told[] = []) => story(log, told, game, name).map((each) => each.text)

describe('the log to read', () => {
  it('says after a move what followed from it', () =>
    expect(texts([[0, 'one', []], [1, 'two', [fact('sold', 'line'), fact('unsold', 'joined'), fact('filled', 'not')]]])).toEqual(['one', 'two', 'Fact.sold. Fact.unsold']))
  it('has a fact in the place of the move that says less', () =>
    expect(story([[1, 'two', [fact('bought', 'instead'), fact('sold', 'line')]]], [], game, name).map(({ who, text }) => [who, text])).toEqual([['', 'Fact.bought'], ['', 'Fact.sold']]))
  it('has facts in their order, also where one stands for the move', () =>
    expect(texts([[1, 'pass', [fact('first', 'line'), fact('own', 'instead'), fact('more', 'joined')]]])).toEqual(['Fact.first', 'Fact.own. Fact.more']))
  it('has moves that are one act on one line, with what followed', () => {
    const act = { goesOn: (before: string, move: string) => before.startsWith('show') && move !== 'sell', phrase: (moves: string[]) => moves.join('+') }
    const log: LogLine[] = [[0, 'show a', []], [0, 'show b', []], [0, 'done', [fact('sold', 'line')]], [1, 'show c', []], [0, 'show d', []]]
    expect(story(log, [], { ...game, act }, name).map(({ who, text }) => [who, text])).toEqual([['A', 'show a+show b+done'], ['', 'Fact.sold'], ['B', 'show c'], ['A', 'show d']])
  })
  it('keeps the name of who has resigned on what was done before', () => {
    const told: Told[] = [{ version: 9, at: 0, kind: 'resigned', moves: 1, seat: 0, name: 'Anna' }]
    expect(story([[0, 'one', []], [0, 'two', []]], told, game, name).map(({ who }) => who)).toEqual(['Anna', '', 'A'])
  })
  it('has what happened beside the moves where it happened, also after a move taken back', () => {
    const told = (version: number, kind: string, moves: number): Told => ({ version, kind, moves, at: 0, seat: 0 })
    // deal, a move, taken back, a move, resigned, a move, back
    const all = [told(1, 'started', 0), told(3, 'undone', 0), told(5, 'resigned', 1), told(7, 'back', 2)]
    expect(texts([[0, 'one', []], [1, 'two', []]], all)).toEqual(['told.undone', 'one', 'told.resigned', 'two', 'told.back'])
  })
})
