// Texts in the reader's language. A text has {names}, or is one of several forms: chosen by the value that `by` names
// (by {n} where there is none), by that very value or by the plural form of a number.
import { appTexts } from './catalogues'
import { remember } from './remember'
import type en from '../messages/en.json'

export const LANGUAGES = ['en', 'fr', 'it', 'de'] as const
export type Language = (typeof LANGUAGES)[number]
export type Key = keyof typeof en
export type Values = Record<string, string | number>
export type Raw = Record<string, unknown>
export type Text = string | Record<string, string>
export type Catalogue = Record<string, Text>
export type Load = (language: Language) => Promise<Catalogue>

const CHOSEN = 'brocante.language'
const APP = 'app'

class Tongue {
  language = $state<Language>('en')
  #texts = $state.raw<Record<string, Catalogue>>({})
  #loads = new Map<string, Load>([[APP, appTexts]])
  #plurals = new Intl.PluralRules('en')

  async speak(language: Language): Promise<void> {
    const scopes = await Promise.all([...this.#loads].map(async ([scope, load]) => [scope, await load(language)] as const))
    this.#plurals = new Intl.PluralRules(language)
    this.#texts = Object.fromEntries(scopes)
    this.language = language
    document.documentElement.lang = language
  }

  choose(language: Language): Promise<void> {
    remember(CHOSEN, language)
    return this.speak(language)
  }

  /** Have the texts of something ready, now and after a change of language. */
  async open(scope: string, load: Load): Promise<void> {
    if (this.#loads.has(scope) && this.#texts[scope]) return
    this.#loads.set(scope, load)
    const texts = await load(this.language)
    this.#texts = { ...this.#texts, [scope]: texts }
  }

  has(scope: string, key: string): boolean {
    return key in (this.#texts[scope] ?? {})
  }

  say(scope: string, key: string, values?: Values, by?: Raw): string {
    const text = this.#texts[scope]?.[key]
    return text === undefined ? key : filled(text, values, this.#plurals, this.language, by)
  }
}

/** Where a word changes before the one filled in: d’Anna, ad Anna. */
const JOINTS: Partial<Record<Language, { word: RegExp; before: RegExp; joined: string }>> = {
  fr: { word: /\bde $/, before: /^(?:[aeiouàâéèêëîïôùûœæ]|y(?![aeiou]))/i, joined: 'd’' },
  it: { word: /\ba $/, before: /^a/i, joined: 'ad ' },
}

/** `by`: what forms are chosen by, where that is not what is filled in. */
export function filled(text: Text, values: Values = {}, plurals: Intl.PluralRules, language: Language = 'en', by: Raw = values): string {
  const form = typeof text === 'string' ? text : chosen(text, by[text.by ?? 'n'], plurals)
  const joint = JOINTS[language]
  return form.replace(/([^\s{}]+ )?\{(\w+)\}/g, (whole, word: string = '', name: string) => {
    const value = written(values[name] ?? whole.slice(word.length), language)
    return (joint?.before.test(value) ? word.replace(joint.word, joint.joined) : word) + value
  })
}

function chosen(forms: Record<string, string>, value: unknown, plurals: Intl.PluralRules): string {
  return forms[String(value)] ?? forms[plurals.select(Number(value))] ?? forms.other ?? ''
}

/** Kept, since making one takes longer than all else that a text needs. */
const numbers = new Map<Language, Intl.NumberFormat>()
const lists = new Map<string, Intl.ListFormat>()

/** A number as the language writes it, with a minus sign. */
export function written(value: string | number, language: Language = tongue.language): string {
  if (typeof value === 'string') return value
  let format = numbers.get(language)
  if (!format) numbers.set(language, (format = new Intl.NumberFormat(language)))
  return format.format(value).replace('-', '−')
}

/** Words as one says them: Anna, Bert and Carl. British English has no comma before the last. */
export function listed(words: string[], type: 'conjunction' | 'disjunction' = 'conjunction', language: Language = tongue.language): string {
  const key = `${language} ${type}`
  let format = lists.get(key)
  if (!format) lists.set(key, (format = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type })))
  return format.format(words)
}

/** Of which one is to be chosen: Anna, Bert or Carl. */
export const either = (words: string[]): string => listed(words, 'disjunction')

/** A label and what stands under it, with the colon of the language. */
export const labelled = (label: string, text: string | number): string => `${t('app.by', { name: label })} ${written(text)}`

export function preferred(chosen: string | null, wanted: readonly string[]): Language {
  const known = [chosen ?? '', ...wanted].map((each) => each.slice(0, 2).toLowerCase())
  return LANGUAGES.find((each) => each === known.find((one) => (LANGUAGES as readonly string[]).includes(one))) ?? 'en'
}

export const tongue = new Tongue()
export const t = (key: Key, values?: Values): string => tongue.say(APP, key, values)

/** The texts of one game: `t` for keys that are known, `word` for those put together from words of the rules. */
export type Texts<Keys extends string = never> = {
  t: (key: Keys, values?: Values) => string
  word: (key: string, values?: Values, by?: Raw) => string
  has: (key: string) => boolean
}
export function textsOf<Keys extends string>(scope: string): Texts<Keys> {
  const word = (key: string, values?: Values, by?: Raw) => tongue.say(scope, key, values, by)
  return { t: word, word, has: (key) => tongue.has(scope, key) }
}

export function speakAsWished(): Promise<void> {
  return tongue.speak(preferred(localStorage.getItem(CHOSEN), navigator.languages))
}
