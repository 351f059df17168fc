// The texts of lessons, one catalogue per game and language, loaded when a lesson needs them.
import type { GameModule, Name } from '../games/game'
import { textsOf, tongue, type Catalogue, type Values } from '../lib/i18n.svelte'
import { begun, named } from '../lib/sentences'
import type { Filling, Said } from './coach'

const catalogues = import.meta.glob<Catalogue>('../games/*/lesson/*.json', { import: 'default' })
const scope = (game: string) => `${game}/lesson`

export const openLessonTexts = (game: string): Promise<void> =>
  tongue.open(scope(game), async (language) => (await catalogues[`../games/${game}/lesson/${language}.json`]?.()) ?? {})

/** A text of a lesson in the reader's language. */
export function spoken(game: string, { key, values = {} }: Said, module: GameModule, name: Name): string {
  const word = (value: string, filling: Filling): string | number => {
    if (typeof filling === 'number') return filling
    if ('seat' in filling) return name(filling.seat)
    return 'card' in filling ? named(module, value, filling.card) : named(module, value, filling.word)
  }
  const filled: Values = Object.fromEntries(Object.entries(values).map(([value, filling]) => [value, word(value, filling)]))
  return begun(textsOf(scope(game)).word(key, filled))
}
