// What is worth a pause: a trick that is taken, and the sheet at the end of a round.
import type { Moment } from '../../lib/moments'
import type { LogLine } from '../../lib/wire'
import { trickAt, type Played, type Side } from './trick'
import type { Fact } from './view'

/** One player's points of a round, with what they are for. */
export type Row = { seat: number; revealed: string[]; taken: number; hand: number; sets: string[]; forSets: number; points: number; total: number }
/** `by`: null where five identical cards are discarded. */
export type TrickMoment = Moment & { kind: 'trick'; trick: Played[]; chip: Side; by: number | null; points: number }
export type SheetMoment = Moment & { kind: 'sheet'; round: number; rows: Row[]; ends: boolean }

const factsOf = (log: readonly LogLine[]): Fact[] => log.flatMap(([, , facts]) => facts as Fact[])

export function moments(log: readonly LogLine[], from: number): (TrickMoment | SheetMoment)[] {
  return log.slice(from).flatMap(([, , facts], i) => (facts as Fact[]).flatMap((fact) => momentOf(fact, log.slice(0, from + i + 1))))
}

function momentOf(fact: Fact, log: readonly LogLine[]): (TrickMoment | SheetMoment)[] {
  switch (fact.fact) {
    case 'trick_taken':
    case 'trick_discarded': {
      const [by, points] = fact.fact === 'trick_taken' ? [fact.seat, fact.points] : [null, 0]
      return [{ kind: 'trick', weight: 'look', rank: 0, sound: 'card', trick: trickAt(log, fact.cards.length), chip: chipAt(log), by, points }]
    }
    case 'round_ended':
      return [{ kind: 'sheet', weight: 'study', rank: 1, sound: 'chip', ...sheet(log, fact.round) }]
    default:
      return []
  }
}

/** The side of the chip before the round ended: it is told whenever it turns. */
function chipAt(log: readonly LogLine[]): Side {
  const turned = factsOf(log).filter((fact) => fact.fact === 'chip_turned')
  return turned.at(-1)?.side ?? 'yellow'
}

/** Points of a round that ends with the last line of a log. */
function sheet(log: readonly LogLine[], round: number): { round: number; rows: Row[]; ends: boolean } {
  const last = factsOf(log.slice(-1))
  const began = log.findLastIndex(([, , facts], i) => i < log.length - 1 && (facts as Fact[]).some((fact) => fact.fact === 'round_began'))
  const laid = factsOf(log.slice(began + 1)).filter((fact) => fact.fact === 'set_laid')
  const rows = last.flatMap((fact): Row[] => {
    if (fact.fact !== 'scored') return []
    const { seat, taken, hand, total } = fact
    const revealed = last.find((each) => each.fact === 'revealed' && each.seat === seat)
    const sets = laid.filter((each) => each.seat === seat).map((each) => each.set)
    return [{ seat, taken, hand, sets, total, forSets: fact.sets, points: taken + hand + fact.sets, revealed: revealed?.fact === 'revealed' ? revealed.cards : [] }]
  })
  return { round, rows, ends: last.some((fact) => fact.fact === 'ended') }
}
