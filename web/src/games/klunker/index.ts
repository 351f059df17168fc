// Klunker at the table.
import { total } from '../../lib/counts'
import { factsOf, ofKind } from '../../lib/facts'
import type { Flight } from '../../lib/flight'
import { listed, written } from '../../lib/i18n.svelte'
import type { LogLine } from '../../lib/wire'
import type { GameModule, Name, Sight, Telling } from '../game'
import Board from './Board.svelte'
import { cards } from './cards'
import Moment from './Moment.svelte'
import { moments, STARTING_BILLS } from './moments'
import { because, nextPurchaseCard } from './preview'
import { grouped } from './sale'
import { t, texts, word } from './texts'
import { FACTS, type Fact, type Position } from './view'

function phrase(move: string, name: Name, mover?: number): string {
  const [verb = '', what = ''] = move.split(' ')
  if (verb === 'buy') return +what === mover ? t('move.buy_own') : t('move.buy', { name: name(+what) })
  return word(`move.${verb}`, { card: cards.name(what) })
}

function todo({ position, seat }: Sight<Position>): string {
  const own = seat === null ? undefined : position.seats[seat]
  switch (position.phase) {
    case 'windows':
      return own && total(own.window) ? t('todo.windows') : t('todo.windows_empty')
    case 'safes':
      return t('todo.safes', { n: nextPurchaseCard(position) })
    case 'purchases':
      return own && total(own.window) ? t('todo.purchases') : t('todo.purchases_free')
    case 'selling':
      return t('todo.selling')
    default:
      return ''
  }
}

/** All cards that were put into a window, the same ones once. */
function shown(moves: string[]): string {
  const faces = moves.filter((move) => move !== 'done').map((move) => cards.name(move.slice('show '.length)))
  const each = [...new Set(faces)].map((face) => [face, faces.filter((one) => one === face).length] as const)
  return t('windowed', { cards: listed(each.map(([face, n]) => (n > 1 ? `${written(n)} × ${face}` : face))) })
}

/** Others' hands are filled without a word; whoever declines says to become first player. */
function telling(fact: Fact): Telling {
  switch (fact.fact) {
    case 'filled':
      return fact.cards === null ? 'not' : 'line'
    case 'became_first':
      return 'not'
    case 'took_purchase_card':
    case 'bought':
      return 'instead'
    case 'unsold':
      return 'joined'
    default:
      return 'line'
  }
}

const times = (n: number, flight: Flight): Flight[] => Array.from({ length: n }, () => flight)

function followed(fact: Fact): Flight[] {
  switch (fact.fact) {
    case 'bought': {
      const paid = times(fact.bills, { face: 'bill', from: `bills-${fact.seat}`, to: `bills-${fact.owner}` })
      return [...paid, ...fact.cards.map((face) => ({ face, from: `window-${fact.owner}`, to: `safe-${fact.seat}` }))]
    }
    case 'sold':
      return times(fact.bills, { face: fact.kind, from: `safe-${fact.seat}`, to: `bills-${fact.seat}`, becomes: 'bill', later: true })
    case 'unsold':
      return times(fact.number, { face: fact.kind, from: `safe-${fact.seat}`, to: fact.to, later: true, ...(fact.to === 'pile' && { becomes: 'back' }) })
    case 'filled':
      return [{ face: 'back', from: 'pile', to: `hand-${fact.seat}`, last: true }]
    default:
      return []
  }
}

function flights(lines: LogLine[]): Flight[] {
  return lines.flatMap(([seat, move, facts]) => {
    const [verb = '', face = ''] = move.split(' ')
    const to = verb === 'show' ? `window-${seat}` : verb === 'store' ? `safe-${seat}` : null
    return [...(to ? [{ face, from: `hand-${seat}`, to }] : []), ...(facts as Fact[]).flatMap(followed)]
  })
}

/** Bills after each round. */
function chart(log: LogLine[], { seats }: Position) {
  const bills = seats.map(() => STARTING_BILLS)
  const series = seats.map(() => [STARTING_BILLS])
  for (const fact of factsOf<Fact>(log)) {
    if (fact.fact === 'sold') bills[fact.seat]! += fact.bills
    if (fact.fact === 'bought') {
      bills[fact.seat]! -= fact.bills
      bills[fact.owner]! += fact.bills
    }
    if (fact.fact === 'round_began' || fact.fact === 'ended') series.forEach((each, seat) => each.push(bills[seat]!))
  }
  return { label: t('chart'), ticks: series[0]!.map((_, i) => String(i)), series }
}

function figures(log: LogLine[], { seats }: Position) {
  const facts = factsOf<Fact>(log)
  const [sold, bought] = [ofKind(facts, 'sold'), ofKind(facts, 'bought')]
  const count = (has: (seat: number) => unknown[]) => seats.map((_, seat) => String(has(seat).length))
  return [
    { label: t('figure.sales'), values: count((seat) => sold.filter((each) => each.seat === seat)) },
    { label: t('figure.prices'), values: seats.map((_, seat) => listed(grouped(sold.filter((each) => each.seat === seat).map(({ bills }) => bills))) || '–') },
    { label: t('figure.own'), values: count((seat) => bought.filter((each) => each.seat === seat && each.owner === seat)) },
    { label: t('figure.others'), values: count((seat) => bought.filter((each) => each.seat === seat && each.owner !== seat)) },
    { label: t('figure.left'), values: seats.map(({ window, safe }) => String(total(window) + total(safe))) },
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
  sounds: { bought: 'coins' },
  act: {
    goesOn: (before, move) => before.startsWith('show ') && /^(show |done$)/.test(move),
    phrase: shown,
  },
  secret: () => true,
  round: (position) => t('round', { n: position.round }),
  chart,
  figures,
} satisfies GameModule<Position, Fact>
