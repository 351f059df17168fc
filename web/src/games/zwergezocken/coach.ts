// The lesson of ZwergeZocken: a tour, reasons for moves, and what happens to the learner.
import { once, own, type Coach, type Remark, type Said } from '../../lesson/coach'
import { plainMoves } from '../../lib/legal'
import type { LogLine } from '../../lib/wire'
import type { Sight } from '../game'
import { setPoints, setSize, soFar, taker, turned, value, type Side } from './trick'
import type { Fact, Position } from './view'

const LOW = 3
const HIGH = 6

const tour: Said[] = [
  { key: 'tour.hand', zone: 'hand' },
  { key: 'tour.chip', zone: 'chip' },
  { key: 'tour.trick', zone: 'trick' },
  { key: 'tour.stall', zone: 'seat-0' },
  { key: 'tour.others', zone: 'seat-1' },
  { key: 'tour.pile', zone: 'pile' },
]

function topics({ position: { phase }, legal }: Sight<Position>): Said[] {
  if (phase === 'start') return [{ key: 'topic.start', zone: 'chip' }]
  const sets = plainMoves(legal).some((move) => move.startsWith('lay'))
  if (phase === 'turn') return [{ key: 'topic.turn', zone: 'trick' }, ...(sets ? [{ key: 'topic.set', zone: 'hand' }] : [])]
  return phase === 'to' || phase === 'give' || phase === 'pass' ? [{ key: `topic.${phase}`, zone: 'hand' }] : []
}

function reason(move: string, sight: Sight<Position>): Said {
  const [verb = '', what = ''] = move.split(' ')
  const { position, seat } = sight
  switch (verb) {
    case 'start':
      return { key: 'start', values: { side: { word: what } } }
    case 'lay':
      return { key: /\+/.test(move) ? 'lay.joker' : 'lay', values: { n: setSize(move), points: -setPoints(move) } }
    case 'to': {
      const points = position.seats.map((each) => each.total + soFar({ ...each, hand: null }))
      const fewest = points.every((each, other) => other === seat || other === +what || each > points[+what]!)
      return { key: fewest ? 'to.fewest' : 'to', values: { name: { seat: +what } } }
    }
    case 'give':
    case 'pass':
      return { key: `${verb}.${kindOf(what)}`, values: { card: { card: what }, ...(position.chip ? { n: value(what, position.chip) } : {}) } }
    default:
      return playing(what, sight)
  }
}

/** What a card in hand costs, or for what it is kept. */
const kindOf = (face: string): string => (face.includes('/') ? 'number' : /rainbow|quad/.test(face) ? 'joker' : 'action')

function playing(face: string, { position, seat }: Sight<Position>): Said {
  const trick = [...position.trick, { seat: seat!, face }]
  const chip = turned(face, position.chip!)
  const holder = taker(trick, chip)
  const last = trick.length === position.seats.length
  const values = { card: { card: face }, n: value(face, chip), ...(typeof holder === 'number' ? { name: { seat: holder } } : {}) }
  const outcome = holder === seat ? (last ? 'take' : 'risk') : 'other'
  if (face === 'blue' || face === 'yellow') {
    const sum = (side: Side) => Object.entries(position.seats[seat!]!.hand ?? {}).reduce((all, [each, n]) => all + n * value(each, side), 0)
    const key = chip === position.chip ? 'same' : outcome === 'other' || sum(chip) < sum(position.chip!) ? outcome : 'rid'
    return { key: `play.turn.${key}`, values: { ...values, side: { word: face } } }
  }
  if (!face.includes('/')) return { key: kindOf(face) === 'joker' ? 'play.joker' : `play.${face}`, values: { ...values, left: { seat: (seat! + 1) % position.seats.length } } }
  if (position.trick.some((card) => card.face === face)) return { key: 'play.alike', values: { ...values, other: { seat: position.trick.find((card) => card.face === face)!.seat } } }
  if (!position.trick.length) return { key: `play.lead.${values.n <= LOW ? 'low' : values.n >= HIGH ? 'high' : 'middle'}`, values }
  return { key: outcome === 'take' && values.n < HIGH ? 'play.take.low' : `play.${outcome}`, values }
}

function remarks(log: readonly LogLine[], at: number, seat: number): Remark[] {
  const [mover, move, facts] = log[at]!
  return (facts as Fact[]).flatMap((fact) => remark(fact, mover, move, log.slice(0, at + 1), seat))
}

function remark(fact: Fact, mover: number, move: string, log: readonly LogLine[], seat: number): Remark[] {
  switch (fact.fact) {
    case 'chip_turned': {
      if (move.startsWith('start')) return mover === seat ? [] : [once('started', { name: { seat: mover }, side: { word: fact.side } }, 'chip')]
      if (mover === seat) return [once('chip', { side: { word: fact.side } }, 'chip')]
      const lies = played(log).some((card) => card.seat === seat && card.face.includes('/'))
      return [lies ? own('chip.against', { name: { seat: mover }, side: { word: fact.side } }, 'chip') : once('chip.other', { name: { seat: mover }, side: { word: fact.side } }, 'chip')]
    }
    case 'drew':
      return [fact.seat === seat ? own('drew', { name: { seat: mover }, n: fact.number }, 'hand') : once('drew.other', { name: { seat: fact.seat }, n: fact.number })]
    case 'gave':
    case 'passed': {
      const card = { card: fact.face ?? '?' }
      if (fact.to === seat) return [own(fact.fact, { name: { seat: fact.seat }, card }, 'hand')]
      return [once(`${fact.fact}.${fact.seat === seat ? 'mine' : 'others'}`, { name: { seat: fact.seat === seat ? fact.to : fact.seat } })]
    }
    case 'set_laid':
      return [fact.seat === seat ? own('set', { points: -fact.points }, `seat-${seat}`) : once('set.other', { name: { seat: fact.seat }, points: -fact.points }, `seat-${fact.seat}`)]
    case 'trick_taken':
      return taken(fact, played(log), seat)
    case 'trick_discarded':
      return [once('discarded')]
    case 'round_ended':
      return [own('round_ended', { name: { seat: fact.empty } })]
    case 'scored':
      return fact.seat === seat ? [own('scored', { taken: fact.taken, hand: fact.hand, sets: fact.sets, total: fact.total }, `seat-${seat}`)] : []
    case 'ended':
      return [own('ended')]
    case 'won':
      return [own(fact.seat === seat ? 'won' : 'won.other', { name: { seat: fact.seat }, n: fact.total })]
    default:
      return []
  }
}

/** The trick taken: by whom, and whether identical cards decided it. */
function taken(fact: Extract<Fact, { fact: 'trick_taken' }>, trick: Played[], seat: number): Remark[] {
  const face = trick.find((card) => card.seat === seat)?.face
  const alike = trick.filter((card) => card.face === face).length
  const values = { name: { seat: fact.seat }, n: fact.points, card: { card: fact.by } }
  if (alike === 2) return [own(fact.seat === seat ? 'alike.taken' : 'alike', { ...values, card: { card: face! } }, 'trick')]
  if (fact.seat === seat) return [own('taken', values, `seat-${seat}`)]
  return [once('taken.other', values, `seat-${fact.seat}`)]
}

type Played = { seat: number; face: string }

/** The cards of the trick as it lies, or as it lay before it was taken by the last line. */
function played(log: readonly LogLine[]): Played[] {
  const ends = log.slice(0, -1).findLastIndex(([, , facts]) => (facts as Fact[]).some(({ fact }) => /^(trick_taken|trick_discarded|round_began)$/.test(fact)))
  return log.slice(ends + 1).flatMap(([seat, move]) => (move.startsWith('play ') ? [{ seat, face: move.slice(5) }] : []))
}

export default {
  tour,
  topics,
  reason,
  remarks,
  together: () => false,
  practice: { players: 3, options: { limit: 20 } },
} satisfies Coach<Position>
