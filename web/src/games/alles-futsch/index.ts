// Alles futsch! at the table.
import { factsOf, ofKind } from '../../lib/facts'
import type { Flight } from '../../lib/flight'
import { tongue } from '../../lib/i18n.svelte'
import type { LogLine } from '../../lib/wire'
import type { GameModule, Name, Sight, Telling } from '../game'
import Board from './Board.svelte'
import { cards } from './cards'
import Moment from './Moment.svelte'
import { moments } from './moments'
import { because } from './preview'
import { t, texts, word } from './texts'
import { FACTS, type Fact, type Position } from './view'

const STARTING_MONEY = 200

function phrase(move: string, name: Name): string {
  const [verb = '', what = '', , to] = move.split(' ')
  if (verb === 'sell') return t('move.sell', { card: cards.name(what), name: name(+to!) })
  if (verb === 'bid') return t('move.bid', { bid: +what })
  return word(`move.${verb}`, { card: cards.name(what) })
}

function todo({ position, seat }: Sight<Position>): string {
  if (position.phase === 'offer') return t('todo.offer')
  if (position.phase === 'use') return t('todo.use')
  if (position.phase !== 'auction') return ''
  const money = seat === null ? 0 : (position.seats[seat]?.money ?? 0)
  return position.bid ? t('todo.bid', { bid: position.bid, money }) : t('todo.open', { money })
}

/** What becomes of the cards, and who offers next, is seen on the table; what an object brings is part of its use. */
function telling(fact: Fact): Telling {
  switch (fact.fact) {
    case 'discarded':
    case 'drew':
    case 'in_charge':
      return 'not'
    case 'bought':
      return 'instead'
    case 'bonus':
    case 'fined':
    case 'lost':
      return 'joined'
    default:
      return 'line'
  }
}

function followed(fact: Fact): Flight[] {
  switch (fact.fact) {
    case 'won_auction':
      return [{ face: 'coin', from: `board-${fact.seat}`, to: 'hammer', later: true }]
    case 'bought':
      return [
        { face: fact.kind, from: 'hammer', to: `board-${fact.buyer}` },
        { face: 'coin', from: `board-${fact.buyer}`, to: `board-${fact.seller}` },
      ]
    case 'bonus':
      return [{ face: 'coin', from: 'hammer', to: `board-${fact.seat}`, later: true }]
    case 'fined':
      return [{ face: 'coin', from: `board-${fact.seat}`, to: 'hammer', later: true }]
    case 'drew':
      return [{ face: 'back', from: 'pile', to: 'row', becomes: fact.card, later: true }]
    default:
      return []
  }
}

function flights(lines: LogLine[]): Flight[] {
  return lines.flatMap(([seat, move, facts]) => {
    const [verb, face = ''] = move.split(' ')
    const moved = verb === 'offer' ? { from: 'row', to: 'hammer' } : verb === 'keep' ? { from: 'hammer', to: `board-${seat}` } : null
    return [...(moved ? [{ face, ...moved }] : []), ...(facts as Fact[]).flatMap(followed)]
  })
}

/** Who gains and loses how much by a fact: all payments are made in the open. */
function payments(fact: Fact): [seat: number, money: number][] {
  switch (fact.fact) {
    case 'won_auction':
    case 'fined':
      return [[fact.seat, -fact.paid]]
    case 'bonus':
      return [[fact.seat, fact.money]]
    case 'bought':
      return [[fact.buyer, -fact.paid], [fact.seller, fact.paid]]
    default:
      return []
  }
}

/** Money after each card: at each offer the last one is used up. */
function chart(log: LogLine[], { seats }: Position) {
  const money = seats.map(() => STARTING_MONEY)
  const series = seats.map((): number[] => [])
  const note = () => series.forEach((each, seat) => each.push(money[seat]!))
  for (const [, move, facts] of log) {
    if (move.startsWith('offer ')) note()
    for (const [seat, paid] of (facts as Fact[]).flatMap(payments)) money[seat]! += paid
  }
  note()
  return { label: t('chart'), ticks: series[0]!.map((_, i) => String(i)), series }
}

function figures(log: LogLine[], { seats }: Position) {
  const facts = factsOf<Fact>(log)
  const won = seats.map((_, seat) => ofKind(facts, 'won_auction').filter((each) => each.seat === seat).map(({ bid }) => bid))
  const bought = ofKind(facts, 'bought')
  const count = (has: (seat: number) => unknown[]) => seats.map((_, seat) => String(has(seat).length))
  const moves = (verb: string) => count((seat) => log.filter(([mover, move]) => mover === seat && move.startsWith(verb)))
  const one = new Intl.NumberFormat(tongue.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const mean = (all: number[]) => (all.length ? one.format(all.reduce((a, b) => a + b) / all.length) : '–')
  return [
    { label: t('figure.won'), values: won.map((each) => String(each.length)) },
    { label: t('figure.price'), values: won.map(mean) },
    { label: t('figure.bids'), values: moves('bid') },
    { label: t('figure.kept'), values: moves('keep') },
    { label: t('figure.sold'), values: count((seat) => bought.filter((each) => each.seller === seat)) },
    { label: t('figure.bought'), values: count((seat) => bought.filter((each) => each.buyer === seat)) },
  ]
}

export default {
  Board,
  cards,
  texts,
  kinds: FACTS,
  phrase,
  todo,
  because,
  telling,
  flights,
  moments,
  Moment,
  sounds: { bonus: 'coins', fined: 'coins', bought: 'coins' },
  secret: (options) => options.money !== 'open',
  round: (position) => t('pile', { n: position.pile }),
  chart,
  figures,
} satisfies GameModule<Position, Fact>
