// Reasons: what a move does and leads to, in facts that the rules tell. The same as src/brocante/analysis/reasons.py,
// but for the sentence, which is made where it is shown.
import { factKind, isOpen, shownFact } from '../rules/facts'
import type { Estimator, Future } from './estimator'
import { mean } from './means'
import type { Difference } from './objects'

/** The facts that explain most of what the best move has over the other, the weightiest first. */
export function reasonsFor(estimator: Estimator, seat: number, afterBest: readonly Future[], afterOther: readonly Future[]): Difference[] {
  const { most, least_worth } = estimator.analyst.about.reasons
  const futures = [...afterBest, ...afterOther].map((future) => ({ facts: factsIn(estimator, future, seat), won: future.won }))
  const said = new Map<string, Map<string, number>>()
  for (const { facts } of futures) {
    for (const [key, fact] of facts) {
      const texts = said.get(key) ?? new Map<string, number>()
      said.set(key, texts.set(fact, (texts.get(fact) ?? 0) + 1))
    }
  }
  const found: Difference[] = []
  for (const [key, texts] of said) {
    const happens = futures.map(({ facts }) => facts.has(key))
    const often = share(happens.slice(0, afterBest.length))
    const seldom = share(happens.slice(afterBest.length))
    const worth = (often - seldom) * effect(happens, futures.map(({ won }) => won))
    if (worth >= least_worth) found.push({ fact: JSON.parse(commonest(texts)), after_best: often, after_other: seldom, worth })
  }
  return found.sort((a, b) => b.worth - a.worth).slice(0, most)
}

const share = (happens: boolean[]): number => happens.filter(Boolean).length / happens.length

const commonest = (texts: Map<string, number>): string => [...texts].reduce((most, each) => (each[1] > most[1] ? each : most))[0]

/** How much more the seat wins where the fact happens; less is believed of few futures. */
function effect(happens: boolean[], won: number[]): number {
  const there = won.filter((_, i) => happens[i])
  const elsewhere = won.filter((_, i) => !happens[i])
  if (!there.length || !elsewhere.length) return 0
  const fewer = Math.min(there.length, elsewhere.length)
  return ((mean(there) - mean(elsewhere)) * fewer) / (fewer + 2)
}

/** The facts of a future that say how much of something a seat has or gets, and that everyone may know: each once, as
 * JSON, by what is the same in facts that count as one, which is all but numbers and cards listed. */
function factsIn({ room }: Estimator, { told }: Future, seat: number): Map<string, string> {
  const values = room.engine.description.fact_head - 2
  const facts = new Map<string, string>()
  for (const each of told) {
    const kind = factKind(room.game, each)
    const has = (wanted: string) => kind.values.some((value) => value.kind === wanted)
    if (!isOpen(kind) || !has('seat') || !has('number')) continue
    const shown = shownFact(kind, each.numbers, seat, values)
    const key = JSON.stringify([kind.name, ...kind.values.filter((value) => value.kind === 'seat' || value.kind === 'word').map(({ name }) => shown[name])])
    if (!facts.has(key)) facts.set(key, JSON.stringify(shown))
  }
  return facts
}
