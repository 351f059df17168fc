// What a card, or one of its objects, would do to whom.
import { either, labelled } from '../../lib/i18n.svelte'
import type { Name, Sight } from '../game'
import { cards } from './cards'
import { use, type Buyer } from './objects'
import { t } from './texts'
import type { Position } from './view'

export const change = ({ pays, gets }: Buyer): string => (gets > pays ? `+${gets - pays}` : `−${pays - gets}`)

/** What each object of a card would do, were it this seat's: kept one after the other, or sold to whom. */
export function preview(position: Position, seat: number, card: string, name: Name): string[] {
  const stones = { ...position.seats[seat]!.stones }
  const then = { ...position, seats: position.seats.map((each, n) => (n === seat ? { ...each, stones } : each)) }
  const lines = card.split('+').map((kind) => {
    const fate = use(then, seat, kind)
    if (fate.how === 'keep') stones[kind] = fate.stone
    return labelled(cards.name(kind), told(fate, name))
  })
  return [...new Set(lines)].map((line) => {
    const times = lines.filter((each) => each === line).length
    return times > 1 ? `${times} × ${line}` : line
  })
}

/** A stone as it could move. */
export type Ghost = { seat: number; kind: string; column: number }

/** Where the objects of a card could go, were it this seat's: onto its own board, or to those who would have to buy. */
export function ghostStones(position: Position, seat: number, card: string): Ghost[] {
  const seats = position.seats.map((each) => ({ ...each, stones: { ...each.stones } }))
  return card.split('+').flatMap((kind) => {
    const fate = use({ ...position, seats }, seat, kind)
    const to = fate.how === 'keep' ? [{ seat, stone: fate.stone }] : fate.how === 'sell' ? fate.buyers : []
    for (const each of to) seats[each.seat]!.stones[kind] = each.stone
    return to.map((each) => ({ seat: each.seat, kind, column: each.stone }))
  })
}

function told(fate: ReturnType<typeof use>, name: Name): string {
  if (fate.how === 'keep') return fate.gets ? t('keep_bonus') : t('keep_plain', { n: fate.stone })
  if (fate.how === 'lost') return t('lost')
  return t('sell_to', { names: either(fate.buyers.map((buyer) => `${name(buyer.seat)} (${change(buyer)})`)) })
}

/** What a sale costs the buyer, or brings. */
export function inFigures(move: string, position: Position, seat: number): string {
  const [, kind = '', , to] = move.split(' ')
  const fate = use(position, seat, kind)
  const buyer = fate.how === 'sell' ? fate.buyers.find((each) => each.seat === +to!) : undefined
  return buyer ? change(buyer) : ''
}

/** A move with an object, as on a button: with what it brings, and costs the buyer. */
export function using(move: string, position: Position, seat: number, name: Name): string {
  const [verb, kind = '', , to] = move.split(' ')
  const fate = use(position, seat, kind)
  if (verb === 'keep') return t(fate.how === 'keep' && fate.gets ? 'do.keep_bonus' : 'do.keep', { card: cards.name(kind) })
  return t('do.sell', { card: cards.name(kind), name: name(+to!), effect: inFigures(move, position, seat) })
}

export function because(move: string, { position, seat }: Sight<Position>, name: Name): string {
  const [verb, what = ''] = move.split(' ')
  if (seat === null) return ''
  if (verb === 'keep' || verb === 'sell') return using(move, position, seat, name)
  const card = verb === 'offer' ? what : verb === 'bid' ? position.card : null
  return card ? `${preview(position, seat, card, name).join('. ')}.` : ''
}
