// A game that has no folder in the client: shown by its layout, with the words of its moves as they are.
import type { GameModule } from '../games/game'
import { api } from '../lib/api'
import { t, textsOf, tongue } from '../lib/i18n.svelte'
import Board from './Board.svelte'

/** A name from the rules, for people. */
export const plain = (words: string): string => words.replaceAll(/[_.]/g, ' ')

/** By the version of the rules that a table or a record has. */
export async function genericModule(game: string, rules?: number): Promise<GameModule> {
  const { layout, facts } = await api.game(game, tongue.language, rules)
  const texts = textsOf<string>(game)
  return {
    Board,
    cards: {
      name: (face) => (texts.has(`card.${face}`) ? texts.word(`card.${face}`) : plain(face)),
      drawings: () => [],
      named: true,
    },
    texts,
    kinds: facts,
    layout,
    phrase: plain,
    todo: () => t('generic.todo'),
    because: () => '',
    telling: () => 'line',
    flights: () => [],
    secret: () => layout.fields.some((field) => field.private || field.own),
    round: () => '',
  }
}
