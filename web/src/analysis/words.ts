// What an analysis found, in words of the reader's language.
import type { GameModule, Name } from '../games/game'
import type { AnyFact } from '../lib/facts'
import { listed } from '../lib/i18n.svelte'
import { factText } from '../lib/sentences'
import { costliest, type Analysis, type Decision } from './found'
import type { Difference } from './objects'
import { points } from './points'
import { t } from './texts'

const CERTAINLY = 0.95
const HARDLY = 0.05
const MUCH = 0.02 // chances to win, from which on a decision is worth a word

const percent = (share: number): number => Math.round(100 * share)

/** A chance to win. */
export const chanceText = (chance: number): string => t('percent', { n: percent(chance) })

/** Why one move is better than another, in a sentence. */
export function reasonText({ fact, after_best, after_other }: Difference, [best, other]: [string, string], game: GameModule, name: Name): string {
  const [[more, often], [less, seldom]] = after_best >= after_other ? [[best, after_best], [other, after_other]] as const : [[other, after_other], [best, after_best]] as const
  const quoted = (move: string) => t('quoted', { move })
  return game.texts.word(often >= CERTAINLY && seldom <= HARDLY ? 'reason.only' : 'reason.rather', {
    fact: factText(game, fact as AnyFact, name), more: quoted(more), less: quoted(less), often: percent(often), seldom: percent(seldom),
  })
}

/** What the best move of a decision has over the one it is compared with. */
export function reasonsOf({ reasons, best, other, seat }: Pick<Decision, 'reasons' | 'best' | 'other' | 'seat'>, game: GameModule, name: Name): string[] {
  const words: [string, string] = [game.phrase(best, name, seat), game.phrase(other, name, seat)]
  return reasons.map((reason) => reasonText(reason, words, game, name))
}

/** How the move of a decision is marked, and what would have been better. */
export function remark({ mark, best, played, cost, seat }: Decision, game: GameModule, name: Name): string {
  if (best === played || mark === 'best' || mark === 'good') return t(`mark.${mark}`)
  return t('remark', { mark: t(`mark.${mark}`), best: t('quoted', { move: game.phrase(best, name, seat) }), cost: points(-cost) })
}

/** Two sentences to send to others: who won by what, and what cost most. */
export function summary(analysis: Analysis, title: string, game: GameModule, name: Name): string {
  const most = Math.max(...analysis.parts.map(({ result }) => result))
  const winners = analysis.parts.flatMap(({ result }, seat) => (result === most ? [seat] : []))
  const { cards, own } = analysis.parts[winners[0]!]!
  const won = t('summary.won', { game: title, names: listed(winners.map(name)), name: name(winners[0]!), cards: points(cards), own: points(own) })
  const [worst] = costliest(analysis.decisions, null, 1)
  if (!worst || worst.cost < MUCH) return `${won} ${t('summary.clean')}`
  const { number, seat, played, best, cost } = worst
  const quoted = (move: string) => t('quoted', { move: game.phrase(move, name, seat) })
  return `${won} ${t('summary.cost', { n: number + 1, name: name(seat), played: quoted(played), best: quoted(best), cost: points(-cost) })}`
}
