import { describe, expect, it } from 'vitest'
import de from './de.json'
import en from './en.json'
import fr from './fr.json'
import it_ from './it.json'

type Text = string | Record<string, string>
const catalogues: Record<string, Record<string, Text>> = { de, en, fr, it: it_ }
const forms = (text: Text) => (typeof text === 'string' ? [text] : Object.values(text))
const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()

describe.each(Object.entries(catalogues))('%s', (language, catalogue) => {
  it('lacks no message and has none too many', () => expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort()))

  it('says something everywhere', () => {
    for (const text of Object.values(catalogue)) for (const form of forms(text)) expect(form.trim()).not.toBe('')
  })

  it('fills in the same names', () => {
    for (const [key, text] of Object.entries(catalogue)) {
      const wanted = names(forms((en as Record<string, Text>)[key]!).at(-1)!)
      for (const form of forms(text)) expect([key, [...new Set(names(form))]]).toEqual([key, [...new Set(wanted)]])
    }
  })

  it('has every plural form of its language', () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const text of Object.values(catalogue)) if (typeof text !== 'string') expect(Object.keys(text)).toEqual(expect.arrayContaining(needed))
  })
})
