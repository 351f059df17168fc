// Kinds of mistakes that texts have had, and that a reader of the language would see at once.
import { describe, expect, it } from 'vitest'
import type { Rules } from './rules'
import { LANGUAGES, type Catalogue, type Text } from './i18n.svelte'

const messages = import.meta.glob<Catalogue>(['../messages/*.json', '../*/messages/*.json', '../games/*/messages/*.json', '../games/*/lesson/*.json'], { import: 'default', eager: true })
const sentences = import.meta.glob<Catalogue>(
  ['../../../src/brocante/*/sentences/*.json', '../../../src/brocante/games/*/sentences/*.json'],
  { import: 'default', eager: true },
)
const pages = import.meta.glob<Rules>('../games/*/rules/*.json', { import: 'default', eager: true })
const pitches = import.meta.glob<Record<string, string>>('../games/*/pitch.json', { import: 'default', eager: true })
const code = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts', '!../rules/**', '!../local/**'], { query: '?raw', import: 'default', eager: true })

/** Names of things that are written as they are. */
const FIXED = /Authorization: Bearer TOKEN|PUT \/api\/me|Alles futsch!/g

function strings(tree: unknown, path: string): [string, string][] {
  if (typeof tree === 'string') return [[path, tree.replace(FIXED, '')]]
  return typeof tree === 'object' && tree ? Object.entries(tree).flatMap(([key, value]) => strings(value, `${path} ${key}`)) : []
}

/** Every text that a reader of a language can see. */
const textsIn = (language: string): [string, string][] => [
  ...Object.entries({ ...messages, ...sentences, ...pages }).filter(([path]) => path.endsWith(`/${language}.json`)).flatMap(([path, file]) => strings(file, path)),
  ...Object.entries(pitches).map(([path, pitch]): [string, string] => [path, pitch[language]!]),
]

const wrong = (language: string, mistake: RegExp) => textsIn(language).filter(([, text]) => mistake.test(text))

describe('signs', () => {
  it.each([...LANGUAGES])('are those of print: %s', (language) => expect(wrong(language, /'|"|\.\.\./)).toEqual([]))

  it('of French have a space that does not break before them', () => {
    expect(wrong('fr', /[^\u00a0\u202f](?:[;!?»%]|:(?!\/\/|\w))|«[^\u00a0\u202f]/)).toEqual([])
  })

  it.each(['en', 'it', 'de'])('stand at their word: %s', (language) => expect(wrong(language, /\s[:;!?]/)).toEqual([]))
})

describe('how people are addressed', () => {
  it('is vous in French', () => expect(wrong('fr', /(?<!\p{L})(?:tu|ton|ta|tes|toi)(?!\p{L})/iu)).toEqual([]))
  it('is du in German', () => expect(wrong('de', /\b(?:Sie (?:sind|haben|können|müssen)|Ihnen)\b/)).toEqual([]))
  it('is not the wisdom of proverbs in French: « qui » alone is no subject', () => {
    expect(wrong('fr', /(?:^|[.;:]\s)Qui (?!commence|joue avec)/)).toEqual([])
  })
})

describe('moves', () => {
  const moves = (language: string) =>
    Object.entries(messages)
      .filter(([path]) => path.includes('/games/') && path.endsWith(`/${language}.json`))
      .flatMap(([, file]) => Object.entries(file).filter(([key]) => key.startsWith('move.')))
      .map(([key, text]): [string, Text] => [key, text])

  // The log puts a name before them: « Pina: Prendi la tua vetrina » would tell the reader to.
  it('are infinitives in Italian, or name a thing', () => {
    for (const [key, text] of moves('it')) expect([key, text]).toEqual([key, expect.stringMatching(/^(?:\{card\}|Gettone|La vetrina|\p{L}+[aei]re\b)/u)])
  })
  it('are infinitives in French, or name a thing', () => {
    for (const [key, text] of moves('fr')) expect([key, text]).toEqual([key, expect.stringMatching(/^(?:\{card\}|Pion|La vitrine|\p{L}+(?:er|ir|re)\b)/u)])
  })
})

describe('the rules of ZwergeZocken', () => {
  it.each([...LANGUAGES])('call cards by the names they have at the table: %s', (language) => {
    const names = Object.entries(messages[`../games/zwergezocken/messages/${language}.json`]!).filter(([key]) => key.startsWith('card.')).map(([, name]) => name)
    const { sections, examples } = pages[`../games/zwergezocken/rules/${language}.json`]!
    const texts = [...sections.filter(({ id }) => id !== 'fair').flatMap(({ paragraphs }) => paragraphs), ...examples].map(({ text }) => text)
    const quoted = texts.flatMap((text) => [...text.matchAll(/[“«„]\s?(.+?)\s?[”»“]/g)].map((found) => found[1]!))
    expect(quoted.filter((name) => !names.includes(name))).toEqual([])
    expect(new Set(quoted).size).toBe(7) // five actions and two jokers
  })
})

describe('code', () => {
  const markup = (file: string) => file.replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, '')
  it('leaves colons and lists to the language', () => {
    const joined = Object.entries(code).flatMap(([path, file]) => {
      const inCode = [...file.matchAll(/\.join\(', '\)|\$\{[^{}]*\}: |toFixed\(/g)]
      const inMarkup = path.endsWith('.svelte') ? [...markup(file).matchAll(/\}: ?[{<]|\{\/if\}:|:\{\/if\}/g)] : []
      return [...inCode, ...inMarkup].map(([found]) => [path, found])
    })
    expect(joined).toEqual([])
  })
})
