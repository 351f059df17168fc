// Facts and refusals in words of the reader's language.
import type { GameModule, Name } from '../games/game'
import { Refusal, Unreachable } from './api'
import { recordTexts, tableTexts } from './catalogues'
import type { AnyFact, FactValue } from './facts'
import { listed, textsOf, tongue, t, written, type Texts, type Values } from './i18n.svelte'

const TABLE = 'table'
type Worded = Pick<GameModule, 'texts' | 'kinds' | 'cards'>

export const begun = (sentence: string) => sentence.charAt(0).toLocaleUpperCase(tongue.language) + sentence.slice(1)
/** Within a sentence words are small, but German nouns. */
const within = (word: string) => (tongue.language === 'de' ? word : word.toLocaleLowerCase(tongue.language))

/** A word of the rules: as the game names it under the value it is (side.yellow), else a card. */
export function named(game: Worded, value: string, word: string): string {
  return within(game.texts.has(`${value}.${word}`) ? game.texts.word(`${value}.${word}`) : game.cards.name(word))
}

/** The same cards are said once, with their number. */
function cardList(game: Worded, cards: string[]): string {
  const kinds = [...new Set(cards)]
  return listed(kinds.map((card) => {
    const n = cards.filter((each) => each === card).length
    return n > 1 ? `${written(n)} × ${within(game.cards.name(card))}` : within(game.cards.name(card))
  }))
}

function shown(game: Worded, { name, kind }: FactValue, value: unknown, seatName: Name): string | number {
  if (value === null || value === undefined) return kind === 'seat' ? t('app.nobody') : ''
  if (kind === 'seat') return seatName(value as number)
  if (kind === 'word') return named(game, name, value as string)
  return kind === 'cards' ? cardList(game, value as string[]) : (value as number)
}

/** A fact as a sentence; where something of it is not known here, the sentence for that is taken. */
export function factText(game: Worded, fact: AnyFact, name: Name): string {
  const values = game.kinds[fact.fact]?.values ?? []
  const hidden = values.some((each) => each.known_to && fact[each.name] === null)
  const key = `fact.${fact.fact}${hidden ? '.hidden' : ''}`
  const words: Values = Object.fromEntries(values.map((each) => [each.name, shown(game, each, fact[each.name], name)]))
  return begun(game.texts.word(key, words, fact))
}

/** Why something cannot be, and the clause that forbids it. */
export type Reason = { text: string; clause: string | null }

export async function reason(refusal: Refusal, game: Worded | null, name: Name): Promise<Reason> {
  await tongue.open(TABLE, tableTexts)
  const { clause } = refusal
  const key = `refusal.${refusal.reason}`
  const own: Texts | undefined = refusal.code === 'illegal_move' ? game?.texts : textsOf(tongue.has('app', key) ? 'app' : TABLE)
  if (!own?.has(key)) return { text: refusal.message, clause }
  const called: Name = own === game?.texts ? name : (seat) => within(t('setup.seat', { n: seat + 1 }))
  const values = Object.entries(refusal.values).map(([key, value]) => [key, refusalValue(game, key, value, called)])
  return { text: begun(own.word(key, { ...Object.fromEntries(values), clause: clause ?? '' })), clause }
}

/** What went wrong outside a table, in words. A part of the page that cannot be fetched is a TypeError to every browser. */
export async function explained(error: unknown): Promise<string> {
  if (error instanceof Refusal) return (await setupProblem(error)) ?? (await reason(error, null, String)).text
  if (error instanceof Unreachable || error instanceof TypeError) return t('missing.unreachable')
  return error instanceof Error ? error.message : String(error)
}

const RECORDS = 'records'

/** Why a game cannot be set up, if that is what is wrong. */
async function setupProblem({ code, reason, values }: Refusal): Promise<string | null> {
  if (code !== 'bad_request') return null
  await tongue.open(RECORDS, recordTexts)
  const { has, word } = textsOf<string>(RECORDS)
  return has(`setup.${reason}`) ? word(`setup.${reason}`, values as Values) : null
}

/** Why a record cannot be looked at; where a move is wrong, with the reason of its game, if that is one we have. */
export async function recordProblem(error: unknown, game: Worded | null): Promise<string> {
  await tongue.open(RECORDS, recordTexts)
  const { has, word } = textsOf<string>(RECORDS)
  if (error instanceof SyntaxError) return word('record.not_a_record')
  if (!(error instanceof Refusal) || !has(`record.${error.reason}`)) return explained(error)
  const { why, ...values } = error.values as Values & { why?: { code: string; clause: string | null; values: Values } }
  const text = word(`record.${error.reason}`, values)
  if (!why || !game?.texts.has(`refusal.${why.code}`)) return text
  const problem = { code: 'illegal_move' as const, text: '', reason: why.code, clause: why.clause, values: why.values }
  return `${text} ${(await reason(new Refusal(problem), game, (seat) => t('setup.seat', { n: seat + 1 }))).text}`
}

function refusalValue(game: Worded | null, key: string, value: unknown, name: Name): string | number {
  if (key === 'seat' && typeof value === 'number') return name(value)
  if (key === 'card' && game) return within(game.cards.name(String(value)))
  return typeof value === 'number' ? value : String(value)
}
