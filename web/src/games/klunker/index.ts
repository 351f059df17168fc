// Klunker at the table.
import { total } from '../../lib/counts'
import type { Flight } from '../../lib/flight'
import { t, word } from '../../lib/i18n.svelte'
import type { LogLine, Step } from '../../lib/wire'
import type { GameModule, Name, Sight } from '../game'
import Board from './Board.svelte'
import { because, nextPurchaseCard } from './outlook'
import type { Position } from './position'
import { grouped, sales, sum, type Sale } from './sale'

const card = (kind: string) => word(`klunker.card.${kind}`)

function phrase(move: string, name: Name, mover?: number): string {
  const [verb = '', what = ''] = move.split(' ')
  if (verb === 'buy') return +what === mover ? t('klunker.move.buy_own') : t('klunker.move.buy', { name: name(+what) })
  return word(`klunker.move.${verb}`, { card: card(what) })
}

function todo({ position, seat }: Sight<Position>): string {
  const own = seat === null ? undefined : position.seats[seat]
  switch (position.phase) {
    case 'windows':
      return own && total(own.window) ? t('klunker.todo.windows') : t('klunker.todo.windows_empty')
    case 'safes':
      return t('klunker.todo.safes', { n: nextPurchaseCard(position) })
    case 'purchases':
      return own && total(own.window) ? t('klunker.todo.purchases') : t('klunker.todo.purchases_free')
    case 'selling':
      return t('klunker.todo.selling')
    default:
      return ''
  }
}

function news(before: Position, after: Position, moves: LogLine[], name: Name): string[] {
  const [move, ...more] = moves
  const sold = move && !more.length ? sales(before, after, move) : []
  const told = sold.map(({ kind, cards, prices }) => t('klunker.news.sold', { name: name(move![0]), card: card(kind), cards, n: sum(prices) }))
  if (after.round > before.round) told.push(t('klunker.news.round', { round: after.round, name: name(after.first) }))
  return told
}

/** Of the cards sold as many as were paid turn into bills, the others go back. */
function turned(sold: Sale[], seat: number): Flight[] {
  return sold.flatMap(({ kind: face, cards, prices }) =>
    Array.from({ length: cards }, (_, i) =>
      i < sum(prices)
        ? { face, from: `safe-${seat}`, to: `bills-${seat}`, becomes: 'bill', later: true }
        : { face, from: `safe-${seat}`, to: 'pile', becomes: 'back', later: true },
    ),
  )
}

function flights(before: Position, after: Position, moves: LogLine[]): Flight[] {
  const moved = moves.flatMap(([seat, move]): Flight[] => {
    const [verb = '', what = ''] = move.split(' ')
    if (verb === 'show') return [{ face: what, from: `hand-${seat}`, to: `window-${seat}` }]
    const sold = moves.length === 1 ? turned(sales(before, after, [seat, move]), seat) : []
    if (verb === 'store') return [{ face: what, from: `hand-${seat}`, to: `safe-${seat}` }, ...sold]
    if (verb === 'buy') {
      const bought = Object.entries(before.seats[+what]?.window ?? {}).flatMap(([face, n]) => Array.from({ length: n }, () => face))
      const paid = +what === seat ? [] : [{ face: 'bill', from: `bills-${seat}`, to: `bills-${what}` }]
      return [...paid, ...bought.map((face) => ({ face, from: `window-${what}`, to: `safe-${seat}` })), ...sold]
    }
    return sold
  })
  const dealt = after.round > before.round ? after.seats.map((_, seat) => ({ face: 'back', from: 'pile', to: `hand-${seat}`, later: true })) : []
  return [...moved, ...dealt]
}

const positions = (steps: Step[]) => steps.map((step) => step.position as unknown as Position)

function chart(steps: Step[]) {
  const all = positions(steps)
  const ends = all.filter((each, i) => i === all.length - 1 || each.round < all[i + 1]!.round)
  return {
    label: t('klunker.chart'),
    ticks: ['0', ...ends.map((each) => String(each.round))],
    series: all[0]!.seats.map((_, seat) => [1, ...ends.map((each) => each.seats[seat]!.bills)]),
  }
}

function figures(steps: Step[]) {
  const all = positions(steps)
  const seats = all[0]!.seats.map((_, seat) => seat)
  const moves = steps.map((step) => step.move)
  const prices = seats.map(() => [] as number[])
  all.forEach((after, i) => {
    const [before, move] = [all[i - 1], moves[i]]
    if (before && move) prices[move[0]]!.push(...sales(before, after, move).flatMap((sale) => sale.prices))
  })
  const bought = (seat: number, own: boolean) =>
    moves.filter((move) => move?.[0] === seat && move[1].startsWith('buy') && (+move[1].split(' ')[1]! === seat) === own).length
  return [
    { label: t('klunker.figure.sales'), values: prices.map((each) => String(each.length)) },
    { label: t('klunker.figure.prices'), values: prices.map(grouped) },
    { label: t('klunker.figure.own'), values: seats.map((seat) => String(bought(seat, true))) },
    { label: t('klunker.figure.others'), values: seats.map((seat) => String(bought(seat, false))) },
    { label: t('klunker.figure.left'), values: seats.map((seat) => { const end = all.at(-1)!.seats[seat]!; return String(total(end.window) + total(end.safe)) }) },
  ]
}

export default {
  Board,
  phrase,
  todo,
  because,
  news,
  flights,
  secret: () => true,
  round: (position) => t('klunker.round', { n: position.round }),
  chart,
  figures,
} satisfies GameModule<Position>
