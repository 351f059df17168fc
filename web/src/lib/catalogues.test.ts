import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Catalogue, type Text } from './i18n.svelte'

const files = import.meta.glob<Catalogue>(
  ['../messages/*.json', '../*/messages/*.json', '../games/*/messages/*.json', '../games/*/lesson/*.json', '../../../src/brocante/games/sentences/*.json', '../../../src/brocante/*/sentences/*.json', '../../../src/brocante/games/*/sentences/*.json'],
  { import: 'default', eager: true },
)
const folders = [...new Set(Object.keys(files).map((path) => path.replace(/[^/]*$/, '')))]
const PLURALS = ['zero', 'one', 'two', 'few', 'many', 'other']

const forms = (text: Text): [string, string][] => (typeof text === 'string' ? [['', text]] : Object.entries(text).filter(([form]) => form !== 'by'))
const names = (texts: string[]) => [...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1])))].sort()
/** Names in all forms of a text; forms for a word, such as how a tie was broken, have their own each. */
function filledIn(text: Text): Record<string, unknown> {
  const own = forms(text).filter(([form]) => !PLURALS.includes(form) && form)
  return { all: names(forms(text).map(([, each]) => each)), ...Object.fromEntries(own.map(([form, each]) => [form, names([each])])) }
}

describe.each(folders)('%s', (folder) => {
  const english = files[`${folder}en.json`]!
  it('is there in all languages', () => expect(LANGUAGES.filter((language) => !files[`${folder}${language}.json`])).toEqual([]))

  describe.each([...LANGUAGES])('%s', (language) => {
    const catalogue = files[`${folder}${language}.json`] ?? {}
    it('lacks no text and has none too many', () => expect(Object.keys(catalogue).sort()).toEqual(Object.keys(english).sort()))

    it('says something everywhere', () => {
      for (const text of Object.values(catalogue)) for (const [, form] of forms(text)) expect(form.trim()).not.toBe('')
    })

    it('fills in the same names', () => {
      for (const [key, text] of Object.entries(catalogue)) expect([key, filledIn(text)]).toEqual([key, filledIn(english[key]!)])
    })

    it('has every plural form of its language', () => {
      const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((form) => form !== 'many') // of millions
      const plural = Object.values(catalogue).filter((text): text is Record<string, string> => typeof text !== 'string' && 'other' in text)
      for (const text of plural) expect(Object.keys(text)).toEqual(expect.arrayContaining(needed))
    })

    it('chooses forms by the same values', () => {
      const by = (text: Text) => (typeof text === 'string' ? undefined : text.by)
      for (const [key, text] of Object.entries(catalogue)) if (typeof english[key] !== 'string') expect([key, by(text)]).toEqual([key, by(english[key]!)])
    })
  })
})
