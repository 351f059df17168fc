// What the client has of games: each in a folder of its own, loaded when it is needed. A game without a folder is shown
// on a generic board.
import type { Coach } from '../lesson/coach'
import type { Lesson } from '../lesson/stops'
import type { Cards } from '../lib/cards'
import { gameTexts } from '../lib/catalogues'
import { tongue, type Language } from '../lib/i18n.svelte'
import type { Rules } from '../lib/rules'
import type { GameModule } from './game'

/** What a box and a rule sheet say of a game beside its rules; `reviews` names what only reviews say. */
export type Credits = { publisher?: string; illustrator?: string; ages?: number; minutes?: number; reviews?: string[] }
const modules = import.meta.glob<GameModule>('./*/index.ts', { import: 'default' })
const faces = import.meta.glob<Cards>('./*/cards.ts', { import: 'cards' })
const rules = import.meta.glob<Rules>('./*/rules/*.json', { import: 'default' })
const lessons = import.meta.glob<Lesson>('./*/lesson.json', { import: 'default' })
const credits = import.meta.glob<Credits>('./*/credits.json', { import: 'default' })
const coaches = import.meta.glob<Coach>('./*/coach.ts', { import: 'default' })
// These are small, and the first page shows them.
const pictures = import.meta.glob<string>('./*/picture.svg', { query: '?raw', import: 'default', eager: true })
const pitches = import.meta.glob<Record<Language, string>>('./*/pitch.json', { import: 'default', eager: true })

/** Whether the client has a folder for it: then this device has its rules, too. */
export const isOurs = (game: string): boolean => `./${game}/index.ts` in modules

export const openTexts = (game: string): Promise<void> => tongue.open(game, gameTexts(game))

export async function gameModule(game: string, rules?: number): Promise<GameModule> {
  const [module] = await Promise.all([modules[`./${game}/index.ts`]?.(), openTexts(game)])
  return module ?? (await import('../generic/module')).genericModule(game, rules)
}

/** Its cards and its rules in a language; nothing where there is only the text of the rules. */
export async function gameRules(game: string, language: Language): Promise<{ cards: Cards; rules: Rules } | null> {
  const [page, cards] = await Promise.all([rules[`./${game}/rules/${language}.json`]?.(), faces[`./${game}/cards.ts`]?.(), openTexts(game)])
  return page && cards ? { cards, rules: page } : null
}

export const creditsOf = async (game: string): Promise<Credits> => (await credits[`./${game}/credits.json`]?.()) ?? {}
export const lessonOf = (game: string): (() => Promise<Lesson>) | undefined => lessons[`./${game}/lesson.json`]
export const coachOf = (game: string): (() => Promise<Coach>) | undefined => coaches[`./${game}/coach.ts`]
export const pictureOf = (game: string): string => pictures[`./${game}/picture.svg`] ?? ''
export const pitchOf = (game: string): string => pitches[`./${game}/pitch.json`]?.[tongue.language] ?? ''
