// The lesson of Klunker: a tour, reasons for moves, and what happens to the learner.
import { once, own, type Coach, type Remark, type Said } from '../../lesson/coach'
import type { Counts } from '../../lib/counts'
import type { LogLine } from '../../lib/wire'
import type { Sight } from '../game'
import { nextPurchaseCard } from './preview'
import { brings, completed, pays, withCards } from './sale'
import type { Fact, Position } from './view'

const FULL_PRICE = 4

const tour: Said[] = [
  { key: 'tour.hand', zone: 'hand' },
  { key: 'tour.window', zone: 'window-0' },
  { key: 'tour.safe', zone: 'safe-0' },
  { key: 'tour.bills', zone: 'bills-0' },
  { key: 'tour.others', zone: 'window-1' },
  { key: 'tour.pile', zone: 'pile' },
]

function topics({ position: { phase }, seat }: Sight<Position>): Said[] {
  return phase === 'over' ? [] : [{ key: `topic.${phase}`, zone: `${phase === 'safes' || phase === 'selling' ? 'safe' : 'window'}-${seat}` }]
}

const others = (safe: Counts, kind: string): number => Object.entries(safe).filter(([each, n]) => each !== kind && n > 0).length

function reason(move: string, { position, seat }: Sight<Position>): Said {
  const [verb = '', what = ''] = move.split(' ')
  const { hand, safe, window } = position.seats[seat!]!
  const held = hand?.[what] ?? 0
  const stored = safe[what] ?? 0
  const card = { card: what }
  switch (verb) {
    case 'show': {
      const fan = position.seats.findIndex((each, other) => other !== seat && (each.safe[what] ?? 0) >= 2)
      if (fan >= 0) return { key: 'show.bait', values: { card, name: { seat: fan } } }
      return held > 1 || stored ? { key: 'show.back', values: { card } } : { key: 'show.spare', values: { card } }
    }
    case 'done':
      return { key: 'done' }
    case 'store':
      return storing(what, safe, held)
    case 'pass': {
      const gains = position.seats.map((each, other) => (other === seat ? 0 : brings(withCards(safe, each.window)) - 1))
      const most = Math.max(...gains)
      const n = nextPurchaseCard(position)
      if (most > 0) return { key: 'pass.window', values: { name: { seat: gains.indexOf(most) }, n } }
      return completed(safe, window).length ? { key: 'pass.own', values: { n } } : { key: 'pass.tidy', values: { n } }
    }
    case 'buy': {
      const [owner, bought] = [+what, position.seats[+what]!.window]
      const n = brings(withCards(safe, bought))
      if (owner === seat) return n ? { key: 'own.sell', values: { n } } : { key: 'own.free' }
      return n ? { key: 'buy.sell', values: { n, name: { seat: owner } } } : { key: 'buy.collect', values: { name: { seat: owner } } }
    }
    case 'sell':
      return { key: 'sell', values: { card, n: pays(safe, what) } }
    default:
      return { key: verb }
  }
}

function storing(kind: string, safe: Counts, held: number): Said {
  const [card, stored, beside] = [{ card: kind }, safe[kind] ?? 0, others(safe, kind)]
  const n = pays({ ...safe, [kind]: stored + 1 }, kind)
  if (stored === 3) return { key: kind === 'necklace' ? 'store.necklaces' : n === FULL_PRICE ? 'store.clean' : 'store.spoilt', values: { card, n, others: beside } }
  if (kind === 'necklace' && !stored) return { key: 'store.necklace', values: { n: held } }
  if (stored) return { key: 'store.more', values: { card, n: stored + 1 } }
  if (!beside) return { key: 'store.first', values: { card, n: held } }
  return held > 1 ? { key: 'store.pair', values: { card, n: held } } : { key: 'store.stray', values: { card } }
}

function remarks(log: readonly LogLine[], at: number, seat: number): Remark[] {
  return (log[at]![2] as Fact[]).flatMap((fact) => remark(fact, log.slice(0, at), seat))
}

function remark(fact: Fact, before: readonly LogLine[], seat: number): Remark[] {
  switch (fact.fact) {
    case 'took_purchase_card':
      return fact.seat === seat ? [once('turn_card', { n: fact.number })] : [once('turn_card.other', { name: { seat: fact.seat }, n: fact.number })]
    case 'bought':
      return purchase(fact, seat)
    case 'sold':
      if (fact.seat !== seat && fact.kind === 'necklace') return [once('sold.other.necklace', { name: { seat: fact.seat } })]
      if (fact.seat !== seat) return [once('sold.other', { name: { seat: fact.seat }, card: { card: fact.kind }, n: fact.bills }, `safe-${fact.seat}`)]
      return [own(fact.kind === 'necklace' ? 'sold.necklace' : fact.bills === FULL_PRICE ? 'sold.clean' : 'sold.spoilt', { card: { card: fact.kind }, n: fact.bills }, `bills-${seat}`)]
    case 'became_first':
      if (fact.seat === seat) return [own('first.me')]
      return [boughtThisRound(before, seat) ? once('first.other', { name: { seat: fact.seat } }) : own('first.missed', { name: { seat: fact.seat } })]
    case 'round_began':
      return [once('round')]
    case 'ended':
      return [own('ended', { n: fact.pile, needed: fact.missing })]
    case 'won':
      return [own(fact.seat === seat ? 'won' : 'won.other', { name: { seat: fact.seat }, n: fact.bills })]
    default:
      return []
  }
}

function purchase(fact: Extract<Fact, { fact: 'bought' }>, seat: number): Remark[] {
  const name = { seat: fact.seat === seat ? fact.owner : fact.seat }
  if (fact.seat === seat) return [fact.owner === seat ? once('bought.own', {}, `safe-${seat}`) : own('bought', { name, n: fact.cards.length }, `safe-${seat}`)]
  if (fact.owner === seat) return [own('bought.from', { name, n: fact.cards.length }, `bills-${seat}`)]
  return [once('bought.others', { name })]
}

function boughtThisRound(before: readonly LogLine[], seat: number): boolean {
  const facts = before.flatMap(([, , facts]) => facts as Fact[])
  const round = facts.slice(facts.findLastIndex(({ fact }) => fact === 'round_began') + 1)
  return round.some((fact) => fact.fact === 'bought' && fact.seat === seat)
}

export default {
  tour,
  topics,
  reason,
  remarks,
  together: (move, next) => move.startsWith('show') && (next.startsWith('show') || next === 'done'),
  practice: { players: 5 }, // the more play, the sooner the pile is used up
} satisfies Coach<Position>
