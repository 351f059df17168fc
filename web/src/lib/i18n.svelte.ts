// Messages in the reader's language. A message is a text with {names}, or one text for each plural form of {n}.
import type en from '../messages/en.json'

export const LANGUAGES = ['en', 'fr', 'it', 'de'] as const
export type Language = (typeof LANGUAGES)[number]
export type Key = keyof typeof en
export type Values = Record<string, string | number>
type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>
export type Catalogue = Record<string, Text>

const catalogues = import.meta.glob<Catalogue>('../messages/*.json', { import: 'default' })
const CHOSEN = 'brocante.language'

class Tongue {
  language = $state<Language>('en')
  #texts = $state.raw<Catalogue>({})
  #plurals = new Intl.PluralRules('en')

  async speak(language: Language): Promise<void> {
    this.#texts = (await catalogues[`../messages/${language}.json`]?.()) ?? {}
    this.#plurals = new Intl.PluralRules(language)
    this.language = language
    document.documentElement.lang = language
  }

  choose(language: Language): Promise<void> {
    localStorage.setItem(CHOSEN, language)
    return this.speak(language)
  }

  has(key: string): key is Key {
    return key in this.#texts
  }

  say(key: string, values: Values = {}): string {
    const text = this.#texts[key]
    return text === undefined ? key : filled(text, values, this.#plurals, this.language)
  }
}

/** Where a word changes before the one filled in: d’Anna, ad Anna. */
const JOINTS: Partial<Record<Language, { word: RegExp; before: RegExp; joined: string }>> = {
  fr: { word: /\bde $/, before: /^[aeiouyàâéèêëîïôùûœæ]/i, joined: 'd’' },
  it: { word: /\ba $/, before: /^a/i, joined: 'ad ' },
}

export function filled(text: Text, values: Values, plurals: Intl.PluralRules, language: Language = 'en'): string {
  const form = typeof text === 'string' ? text : (text[plurals.select(Number(values.n))] ?? text.other ?? '')
  const joint = JOINTS[language]
  return form.replace(/([^\s{}]+ )?\{(\w+)\}/g, (whole, word: string = '', name: string) => {
    const value = String(values[name] ?? whole.slice(word.length)).replace(/^-(?=\d)/, '−')
    return (joint?.before.test(value) ? word.replace(joint.word, joint.joined) : word) + value
  })
}

export function preferred(chosen: string | null, wanted: readonly string[]): Language {
  const known = [chosen ?? '', ...wanted].map((each) => each.slice(0, 2).toLowerCase())
  return LANGUAGES.find((each) => each === known.find((one) => (LANGUAGES as readonly string[]).includes(one))) ?? 'en'
}

export const tongue = new Tongue()
export const t = (key: Key, values?: Values): string => tongue.say(key, values)
/** For keys put together from words of the rules, such as a kind of card. */
export const word = (key: string, values?: Values): string => tongue.say(key, values)

export function speakAsWished(): Promise<void> {
  return tongue.speak(preferred(localStorage.getItem(CHOSEN), navigator.languages))
}
