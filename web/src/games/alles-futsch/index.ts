// Alles futsch! at the table.
import type { Flight } from '../../lib/flight'
import { t, word } from '../../lib/i18n.svelte'
import type { LogLine, Step } from '../../lib/wire'
import type { GameModule, Name, Sight } from '../game'
import Board from './Board.svelte'
import { followed } from './objects'
import { because } from './outlook'
import type { Position } from './position'

const kindName = (kind: string) => word(`alles-futsch.card.${kind}`)

function phrase(move: string, name: Name): string {
  const [verb = '', what = '', , to] = move.split(' ')
  if (verb === 'sell') return t('alles-futsch.move.sell', { card: kindName(what), name: name(+to!) })
  if (verb === 'offer') return t('alles-futsch.move.offer', { card: what.split('+').map(kindName).join(' + ') })
  return word(`alles-futsch.move.${verb}`, { card: kindName(what), bid: what })
}

function todo({ position, seat }: Sight<Position>): string {
  if (position.phase === 'offer') return t('alles-futsch.todo.offer')
  if (position.phase === 'use') return t('alles-futsch.todo.use')
  if (position.phase !== 'auction') return ''
  const money = seat === null ? 0 : (position.seats[seat]?.money ?? 0)
  return position.bid ? t('alles-futsch.todo.bid', { bid: position.bid, money }) : t('alles-futsch.todo.open', { money })
}

function news(before: Position, after: Position, moves: LogLine[], name: Name): string[] {
  const told: string[] = []
  const won = before.phase === 'auction' && after.phase !== 'auction' && moves.length === 1
  if (won && before.bidder !== null) told.push(t('alles-futsch.news.won', { name: name(before.bidder), bid: before.bid }))
  after.seats.forEach((seat, number) => {
    for (const [kind, stone] of Object.entries(seat.stones)) {
      if (stone < 3 || stone === before.seats[number]!.stones[kind]) continue
      const key = stone === 3 ? 'alles-futsch.news.bonus' : 'alles-futsch.news.fine'
      told.push(t(key, { name: name(number), n: stone, card: kindName(kind) }))
    }
  })
  if (after.bankrupt !== null && before.bankrupt === null) told.push(t('alles-futsch.news.bankrupt', { name: name(after.bankrupt) }))
  return told
}

function flights(before: Position, after: Position, moves: LogLine[]): Flight[] {
  const won = before.phase === 'auction' && after.phase !== 'auction' && before.bidder !== null
  const paid: Flight[] = won ? [{ face: 'coin', from: `board-${before.bidder}`, to: 'hammer' }] : []
  const drawn: Flight[] = after.row.length > before.row.length ? [{ face: 'back', from: 'pile', to: 'row', becomes: after.row.at(-1)!, later: true }] : []
  const moved = moves.flatMap(([seat, move]): Flight[] => {
    const [verb, what = '', , to] = move.split(' ')
    if (verb === 'offer') return [{ face: what, from: 'row', to: 'hammer' }]
    const third = (before.seats[verb === 'sell' ? +to! : seat]?.stones[what] ?? 0) === 2
    const bonus = (to: string): Flight[] => (third ? [{ face: 'coin', from: 'hammer', to, later: true }] : [])
    if (verb === 'keep') return [{ face: what, from: 'hammer', to: `board-${seat}` }, ...bonus(`board-${seat}`)]
    if (verb === 'sell') return [{ face: what, from: 'hammer', to: `board-${to}` }, { face: 'coin', from: `board-${to}`, to: `board-${seat}` }, ...bonus(`board-${to}`)]
    return []
  })
  return [...paid, ...moved, ...drawn]
}

const positions = (steps: Step[]) => steps.map((step) => step.position as unknown as Position)

/** Money after each auction: a round here is a card. */
function chart(steps: Step[]) {
  const all = positions(steps)
  const money = followed(all, steps.map((step) => step.move))
  const cards = steps.flatMap((step, i) => (step.move?.[1].startsWith('offer') ? [i - 1] : []))
  const at = [...cards, steps.length - 1]
  return {
    label: t('alles-futsch.chart'),
    ticks: at.map((_, i) => String(i)),
    series: all[0]!.seats.map((_, seat) => at.map((i) => money[i]![seat]!)),
  }
}

function figures(steps: Step[]) {
  const all = positions(steps)
  const seats = all[0]!.seats.map((_, seat) => seat)
  const moves = steps.map((step) => step.move)
  const count = (seat: number, verb: string) => moves.filter((move) => move?.[0] === seat && move[1].startsWith(verb)).length
  const won = seats.map(() => [] as number[])
  all.forEach((after, i) => {
    const before = all[i - 1]
    if (before?.phase === 'auction' && after.phase !== 'auction' && before.bidder !== null) won[before.bidder]!.push(before.bid)
  })
  const bought = (seat: number) => moves.filter((move) => move?.[1].startsWith('sell') && move[1].endsWith(` to ${seat}`)).length
  const mean = (all: number[]) => (all.length ? (all.reduce((a, b) => a + b) / all.length).toFixed(1) : '–')
  return [
    { label: t('alles-futsch.figure.won'), values: won.map((each) => String(each.length)) },
    { label: t('alles-futsch.figure.price'), values: won.map(mean) },
    { label: t('alles-futsch.figure.bids'), values: seats.map((seat) => String(count(seat, 'bid'))) },
    { label: t('alles-futsch.figure.kept'), values: seats.map((seat) => String(count(seat, 'keep'))) },
    { label: t('alles-futsch.figure.sold'), values: seats.map((seat) => String(count(seat, 'sell'))) },
    { label: t('alles-futsch.figure.bought'), values: seats.map((seat) => String(bought(seat))) },
  ]
}

export default {
  Board,
  phrase,
  todo,
  because,
  news,
  flights,
  secret: (options) => options.money !== 'open',
  round: (position) => t('alles-futsch.pile', { n: position.pile }),
  chart,
  figures,
} satisfies GameModule<Position>
