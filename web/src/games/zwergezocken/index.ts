// ZwergeZocken at the table.
import { printed, total } from '../../lib/counts'
import type { Flight } from '../../lib/flight'
import { t, word } from '../../lib/i18n.svelte'
import type { LogLine, Step } from '../../lib/wire'
import type { GameModule, Name, Sight } from '../game'
import Board from './Board.svelte'
import { because } from './outlook'
import type { Position } from './position'
import { setFaces, setPoints, takenTrick } from './trick'

const card = (face: string) => (face.includes('/') ? face : face === '?' ? t('zwergezocken.a_card') : word(`zwergezocken.card.${face}`))

export function setWords(words: string): string {
  return words
    .replace(/x(\d)/, '×$1')
    .replace('+rainbow', `+ ${card('rainbow')}`)
    .replace('+quad', `+ ${t('zwergezocken.quad')}`)
}

function phrase(move: string, name: Name): string {
  const [verb = '', what = ''] = move.split(' ')
  if (verb === 'lay') return t('zwergezocken.move.lay', { set: setWords(move.slice(4)), points: -setPoints(move) })
  if (verb === 'to') return t('zwergezocken.move.to', { name: name(+what) })
  return word(`zwergezocken.move.${verb}`, { card: card(what), side: word(`zwergezocken.side.${what}`) })
}

function todo({ position, legal }: Sight<Position>, name: Name): string {
  switch (position.phase) {
    case 'start':
      return t('zwergezocken.todo.start')
    case 'turn':
      return legal.some((move) => typeof move === 'string' && move.startsWith('lay')) ? t('zwergezocken.todo.turn_set') : t('zwergezocken.todo.turn')
    case 'laid':
      return t('zwergezocken.todo.laid')
    case 'to':
      return t('zwergezocken.todo.to')
    case 'give':
      return t('zwergezocken.todo.give', { name: name(position.receiver ?? 0) })
    case 'pass':
      return t('zwergezocken.todo.pass')
    default:
      return ''
  }
}

function news(before: Position, after: Position, _moves: LogLine[], name: Name): string[] {
  if (after.round > before.round || (after.phase === 'over' && before.phase !== 'over')) {
    const points = after.seats.map((seat, n) => `${name(n)} ${seat.last_points > 0 ? '+' : ''}${printed(seat.last_points)}`)
    return [t('zwergezocken.news.round', { n: before.round, points: points.join(', ') })]
  }
  const told: string[] = []
  after.seats.forEach((seat, n) => {
    const earlier = before.seats[n]!
    const drawn = before.pile - after.pile
    if (drawn > 0 && seat.cards > earlier.cards) told.push(t('zwergezocken.news.draws', { name: name(n), n: drawn }))
    if (total(seat.taken) > total(earlier.taken)) told.push(t('zwergezocken.news.takes', { name: name(n), n: total(seat.taken) - total(earlier.taken) }))
  })
  if (total(after.discarded) > total(before.discarded)) told.push(t('zwergezocken.news.discarded'))
  if (before.chip && after.chip && before.chip !== after.chip) told.push(t('zwergezocken.news.chip', { side: word(`zwergezocken.side.${after.chip}`) }))
  return told
}

function flights(before: Position, after: Position, moves: LogLine[]): Flight[] {
  const left = (seat: number) => `seat-${(seat + 1) % after.seats.length}`
  const moved = moves.flatMap(([seat, move]): Flight[] => {
    const [verb, what = ''] = move.split(' ')
    if (verb === 'play') {
      const drawn = what === 'draw' ? Math.max(0, before.pile - after.pile) : 0
      return [{ face: what, from: `hand-${seat}`, to: 'trick' }, ...Array.from({ length: after.round === before.round ? drawn : 0 }, () => ({ face: 'back', from: 'pile', to: left(seat) }))]
    }
    if (verb === 'lay') return setFaces(move.slice(4)).map((face) => ({ face, from: `hand-${seat}`, to: `seat-${seat}` }))
    if (verb === 'give' && before.receiver !== null) return [{ face: 'back', from: `hand-${seat}`, to: `seat-${before.receiver}` }]
    if (verb === 'pass') return [{ face: 'back', from: `hand-${seat}`, to: left(seat) }]
    return []
  })
  const gone = takenTrick(before, after)
  const taken = gone?.trick.map(({ face }) => ({ face, from: 'trick', to: `seat-${gone.by}`, becomes: 'back', later: true })) ?? []
  return [...moved, ...taken]
}

const positions = (steps: Step[]) => steps.map((step) => step.position as unknown as Position)

function chart(steps: Step[]) {
  const all = positions(steps)
  const ends = all.filter((each, i) => i === all.length - 1 || (i > 0 && each.round > all[i - 1]!.round))
  return {
    label: t('zwergezocken.chart'),
    ticks: ['0', ...ends.map((_, i) => String(i + 1))],
    series: all[0]!.seats.map((_, seat) => [0, ...ends.map((each) => each.seats[seat]!.total)]),
  }
}

function figures(steps: Step[]) {
  const all = positions(steps)
  const seats = all[0]!.seats.map((_, seat) => seat)
  const taken = seats.map((seat) => all.filter((after, i) => {
    const before = all[i - 1]
    return before !== undefined && total(after.seats[seat]!.taken) > total(before.seats[seat]!.taken)
  }).length)
  const sets = seats.map((seat) => steps.filter((step) => step.move?.[0] === seat && step.move[1].startsWith('lay ')).map((step) => setPoints(step.move![1].slice(4))))
  const actions = seats.map((seat) => steps.filter((step) => step.move?.[0] === seat && /^play [a-z]/.test(step.move[1])).length)
  return [
    { label: t('zwergezocken.figure.tricks'), values: taken.map(String) },
    { label: t('zwergezocken.figure.sets'), values: sets.map((each) => String(each.length)) },
    { label: t('zwergezocken.figure.set_points'), values: sets.map((each) => printed(each.reduce((a, b) => a + b, 0))) },
    { label: t('zwergezocken.figure.actions'), values: actions.map(String) },
    { label: t('zwergezocken.figure.rounds'), values: seats.map(() => String(all.at(-1)!.round)) },
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
  round: (position) => t('zwergezocken.round', { n: position.round }),
  chart,
  figures,
} satisfies GameModule<Position>
