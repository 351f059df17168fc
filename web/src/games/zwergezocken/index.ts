// ZwergeZocken at the table.
import { factsOf, ofKind } from '../../lib/facts'
import type { Flight } from '../../lib/flight'
import { listed, written } from '../../lib/i18n.svelte'
import type { LogLine } from '../../lib/wire'
import type { GameModule, Name, Sight, Telling } from '../game'
import Board from './Board.svelte'
import { cards } from './cards'
import Moment from './Moment.svelte'
import { moments } from './moments'
import { because } from './preview'
import { t, texts, word } from './texts'
import { setFaces, setPoints } from './trick'
import { FACTS, type Fact, type Position } from './view'

function setWords(words: string): string {
  return words
    .replace(/x(\d)/, '×$1')
    .replace('+rainbow', `+ ${cards.name('rainbow')}`)
    .replace('+quad', `+ ${t('quad')}`)
}

function phrase(move: string, name: Name): string {
  const [verb = '', what = ''] = move.split(' ')
  if (verb === 'lay') return t('move.lay', { set: setWords(move.slice(4)), points: -setPoints(move) })
  if (verb === 'to') return t('move.to', { name: name(+what) })
  return word(`move.${verb}`, { card: cards.name(what), side: word(`side.${what}`) })
}

function todo({ position, legal }: Sight<Position>, name: Name): string {
  switch (position.phase) {
    case 'start':
      return t('todo.start')
    case 'turn':
      return legal.some((move) => typeof move === 'string' && move.startsWith('lay')) ? t('todo.turn_set') : t('todo.turn')
    case 'laid':
      return t('todo.laid')
    case 'to':
      return t('todo.to')
    case 'give':
      return t('todo.give', { name: name(position.receiver ?? 0) })
    case 'pass':
      return t('todo.pass')
    default:
      return ''
  }
}

/** To whom, and then which cards. */
function given([to = '', ...gives]: string[], name: Name): string {
  const faces = gives.map((move) => move.slice(5))
  const receiver = name(+to.slice(3))
  return faces.includes('?') ? t('gives', { n: faces.length, name: receiver }) : t('gives_cards', { name: receiver, cards: listed(faces.map(cards.name)) })
}

/** Hands are dealt without a word, and the one who leads is seen; a set is told by its move. */
function telling(fact: Fact, mover: number, move: string): Telling {
  switch (fact.fact) {
    case 'dealt':
    case 'set_laid':
    case 'leads':
      return 'not'
    case 'chip_turned':
      return move.startsWith('start') ? 'not' : 'joined'
    case 'drew':
      return 'joined'
    case 'gave':
    case 'passed':
      return fact.seat === mover ? 'instead' : 'line'
    case 'scored':
      return 'joined' // to what was revealed
    default:
      return 'line'
  }
}

const times = (n: number, flight: Flight): Flight[] => Array.from({ length: n }, () => flight)

function followed(fact: Fact): Flight[] {
  switch (fact.fact) {
    case 'drew':
      return times(fact.number, { face: 'back', from: 'pile', to: `seat-${fact.seat}` })
    case 'dealt':
      return [{ face: 'back', from: 'pile', to: `hand-${fact.seat}`, last: true }]
    case 'gave':
    case 'passed':
      return [{ face: 'back', from: `hand-${fact.seat}`, to: `seat-${fact.to}` }]
    case 'set_laid':
      return setFaces(fact.set).map((face) => ({ face, from: `hand-${fact.seat}`, to: `seat-${fact.seat}` }))
    case 'trick_taken':
      return fact.cards.map((face) => ({ face, from: 'trick', to: `seat-${fact.seat}`, becomes: 'back', later: true }))
    default:
      return []
  }
}

function flights(lines: LogLine[]): Flight[] {
  return lines.flatMap(([seat, move, facts]) => {
    const [verb, face = ''] = move.split(' ')
    return [...(verb === 'play' ? [{ face, from: `hand-${seat}`, to: 'trick' }] : []), ...(facts as Fact[]).flatMap(followed)]
  })
}

/** Points after each round. */
function chart(log: LogLine[], { seats }: Position) {
  const scored = ofKind(factsOf<Fact>(log), 'scored')
  const series = seats.map((_, seat) => [0, ...scored.filter((each) => each.seat === seat).map(({ total }) => total)])
  return { label: t('chart'), ticks: series[0]!.map((_, i) => String(i)), series }
}

function figures(log: LogLine[], { seats, round }: Position) {
  const facts = factsOf<Fact>(log)
  const [taken, laid] = [ofKind(facts, 'trick_taken'), ofKind(facts, 'set_laid')]
  const sets = seats.map((_, seat) => laid.filter((each) => each.seat === seat).map(({ points }) => points))
  const count = (has: (seat: number) => unknown[]) => seats.map((_, seat) => String(has(seat).length))
  return [
    { label: t('figure.tricks'), values: count((seat) => taken.filter((each) => each.seat === seat)) },
    { label: t('figure.sets'), values: sets.map((each) => String(each.length)) },
    { label: t('figure.set_points'), values: sets.map((each) => written(each.reduce((a, b) => a + b, 0))) },
    { label: t('figure.actions'), values: count((seat) => log.filter(([mover, move]) => mover === seat && /^play [a-z]/.test(move))) },
    { label: t('figure.rounds'), values: seats.map(() => String(round)) },
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
  sounds: { chip_turned: 'chip' },
  act: { goesOn: (before, move) => /^(to|give) /.test(before) && move.startsWith('give '), phrase: given },
  secret: () => true,
  round: (position) => t('round', { n: position.round }),
  chart,
  figures,
} satisfies GameModule<Position, Fact>
