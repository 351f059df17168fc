// The lesson of Alles futsch!: what a card is worth, reasons for moves, and what happens to the learner.
import { once, own, type Coach, type Remark, type Said } from '../../lesson/coach'
import { plainMoves } from '../../lib/legal'
import type { LogLine } from '../../lib/wire'
import type { Sight } from '../game'
import { use } from './objects'
import type { Fact, Position } from './view'

const PRICE = 20
const STEP = 10

const tour: Said[] = [
  { key: 'tour.board', zone: 'board-0' },
  { key: 'tour.columns', zone: 'board-0' },
  { key: 'tour.lacks', zone: 'board-0' },
  { key: 'tour.row', zone: 'row' },
  { key: 'tour.hammer', zone: 'hammer' },
  { key: 'tour.others', zone: 'board-1' },
]

function topics({ position: { phase }, seat, legal }: Sight<Position>): Said[] {
  if (phase === 'offer') return [{ key: 'topic.offer', zone: 'row' }]
  if (phase === 'auction') return [{ key: 'topic.auction', zone: 'hammer' }]
  return ['keep', 'sell'].filter((verb) => plainMoves(legal).some((move) => move.startsWith(verb))).map((verb) => ({ key: `topic.${verb}`, zone: `board-${seat}` }))
}

/** What a card is worth to a seat, about: 20 for an object that will be sold, 30 for a third, 10 for a step towards one. */
export function worth(position: Position, seat: number, card: string): number {
  const stones = { ...position.seats[seat]!.stones }
  const then = { ...position, seats: position.seats.map((each, n) => (n === seat ? { ...each, stones } : each)) }
  return card.split('+').reduce((sum, kind) => {
    const fate = use(then, seat, kind)
    if (fate.how === 'keep') stones[kind] = fate.stone
    return sum + (fate.how === 'keep' ? fate.gets || STEP : fate.how === 'sell' ? PRICE : 0)
  }, 0)
}

function reason(move: string, { position, seat }: Sight<Position>): Said {
  const [verb, what = '', , to] = move.split(' ')
  const me = position.seats[seat!]!
  switch (verb) {
    case 'offer':
      return { key: 'offer', values: { n: worth(position, seat!, what) } }
    case 'bid': {
      const n = worth(position, seat!, position.card!)
      if (position.bid) return { key: 'bid.raise', values: { n, bid: +what, gain: n - +what } }
      return { key: n > +what ? 'bid.open' : 'bid.must', values: { n, bid: +what } }
    }
    case 'pass': {
      const n = worth(position, seat!, position.card!)
      return { key: n > position.bid + STEP ? 'pass.poor' : 'pass.dear', values: { n, bid: position.bid, name: { seat: position.bidder ?? 0 } } }
    }
    case 'keep':
      return { key: me.stones[what] === 2 ? 'keep.third' : 'keep', values: { card: { card: what }, n: (me.stones[what] ?? 0) + 1 } }
    default:
      return selling(what, +to!, position)
  }
}

function selling(kind: string, buyer: number, { seats }: Position): Said {
  const { stones, money } = seats[buyer]!
  const stone = (stones[kind] ?? 0) + 1
  const costs = PRICE + (stone > 3 ? STEP : 0)
  const values = { card: { card: kind }, name: { seat: buyer }, n: stone }
  if (money !== null && money <= costs) return { key: 'sell.ruin', values: { ...values, money } }
  return { key: stone > 3 ? 'sell.fine' : stone === 3 ? 'sell.third' : 'sell', values }
}

function remarks(log: readonly LogLine[], at: number, seat: number): Remark[] {
  const [, move, facts] = log[at]!
  return (facts as Fact[]).flatMap((fact) => remark(fact, move, seat))
}

function remark(fact: Fact, move: string, seat: number): Remark[] {
  const mine = `board-${seat}`
  switch (fact.fact) {
    case 'won_auction':
      return [once(fact.seat === seat ? 'won_auction' : 'won_auction.other', { name: { seat: fact.seat }, n: fact.paid }, 'hammer')]
    case 'bonus': {
      if (fact.seat !== seat) return [once('bonus.other', { name: { seat: fact.seat }, card: { card: fact.kind } })]
      return [own(move.startsWith('keep') ? 'bonus' : 'bonus.forced', { card: { card: fact.kind } }, mine)]
    }
    case 'bought': {
      const values = { name: { seat: fact.seller === seat ? fact.buyer : fact.seller }, card: { card: fact.kind }, n: fact.paid }
      if (fact.buyer === seat) return [own('forced', values, mine)]
      return [fact.seller === seat ? once('forced.by', values, `board-${fact.buyer}`) : once('forced.others', { ...values, buyer: { seat: fact.buyer } })]
    }
    case 'fined':
      return [fact.seat === seat ? own('fined', { card: { card: fact.kind }, n: fact.stone }, mine) : once('fined.other', { name: { seat: fact.seat }, n: fact.stone }, `board-${fact.seat}`)]
    case 'lost':
      return [once('lost', { card: { card: fact.kind } })]
    case 'in_charge':
      return fact.seat === seat ? [once('in_charge')] : []
    case 'ruined':
      return [own(`ruined${fact.seat === seat ? '' : '.other'}${fact.owed === fact.paid ? '.bare' : ''}`, { name: { seat: fact.seat }, owed: fact.owed, n: fact.paid }, `board-${fact.seat}`)]
    case 'won':
      return [own(fact.seat === seat ? 'won' : 'won.other', { name: { seat: fact.seat }, n: fact.money })]
    default:
      return []
  }
}

export default {
  tour,
  topics,
  reason,
  remarks,
  together: () => false,
  practice: { players: 3, options: { money: 'open' } },
} satisfies Coach<Position>
