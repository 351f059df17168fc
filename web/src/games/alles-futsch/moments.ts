// What is worth a pause: the hammer falls, the reader must buy, somebody is ruined.
import type { Moment } from '../../lib/moments'
import type { LogLine } from '../../lib/wire'
import type { Fact } from './view'

export type AuctionMoment = Moment &
  (
    | { kind: 'hammer'; fact: Extract<Fact, { fact: 'won_auction' }> }
    | { kind: 'forced'; fact: Extract<Fact, { fact: 'bought' }> }
    | { kind: 'ruin'; fact: Extract<Fact, { fact: 'ruined' }>; card: string }
  )

export function moments(log: readonly LogLine[], from: number, reader: number | null): AuctionMoment[] {
  const facts = log.flatMap(([, , facts], i) => (facts as Fact[]).map((fact) => ({ i, fact })))
  return facts.flatMap(({ i, fact }, at): AuctionMoment[] => {
    if (i < from) return []
    if (fact.fact === 'won_auction') return [{ kind: 'hammer', weight: 'glance', rank: 0, sound: 'gavel', fact }]
    if (fact.fact === 'bought' && fact.buyer === reader) return [{ kind: 'forced', weight: 'glance', rank: 0, sound: 'coins', fact }]
    if (fact.fact === 'ruined') return [{ kind: 'ruin', weight: 'look', rank: 1, sound: 'crash', fact, card: broken(facts.slice(0, at).map((each) => each.fact)) }]
    return []
  })
}

/** What has ruined somebody: the object that was bought last, else the first of the card. */
function broken(before: Fact[]): string {
  const cause = before.findLast((fact) => fact.fact === 'bought' || fact.fact === 'won_auction' || fact.fact === 'fined')
  return cause?.fact === 'won_auction' ? cause.card.split('+')[0]! : cause && 'kind' in cause ? cause.kind : 'vase'
}
