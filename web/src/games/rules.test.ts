import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Cards } from '../lib/cards'
import type { Rules } from '../lib/rules'

const LANGUAGES = ['en', 'fr', 'it', 'de']

const pages = import.meta.glob<Rules>('./*/rules/*.json', { import: 'default', eager: true })
const page = (language: string, game: string): Rules => pages[`./${game}/rules/${language}.json`]!
const faces = import.meta.glob<Cards>('./*/cards.ts', { import: 'cards', eager: true })
const GAMES = [...new Set(Object.keys(pages).map((path) => path.split('/')[1]!))]
const games = new URL('../../../src/brocante/games/', import.meta.url)
const source = (folder: string): string => readFileSync(new URL(`${folder}rules.md`, games), 'utf8')
const rulesOf = (game: string): string => source(`${game.replace('-', '_')}/`)

/** Clauses of a rules page: numbers that begin a line or a heading, bold words that begin a paragraph, headings. */
function clauses(markdown: string): Set<string> {
  const found = markdown.matchAll(/^(?:## |\*\*)?([A-Z]\d+(?:\.\d+)?)\b|^\*\*(\w+)\.?\*\*|^## (\w+)/gm)
  return new Set([...found].map(([, number, bold, heading]) => number ?? bold ?? heading ?? ''))
}

/** Every text in a tree with its path; a list counts by place. */
function texts(tree: unknown, path = ''): [string, string][] {
  if (typeof tree === 'string') return [[path, tree]]
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, value]) => texts(value, `${path}/${key}`))
}

const outline = ({ sections, examples, glossary }: Rules) => ({
  sections: sections.map(({ id, paragraphs }) => [id, paragraphs.map(({ clause, mark, cards }) => [clause, mark, cards])]),
  examples: examples.map(({ clause, cards }) => [clause, cards]),
  glossary: glossary.map(({ id }) => id),
})

describe.each(GAMES)('the rules of %s', (game) => {
  const english = page('en', game)
  const told = english.sections.flatMap(({ paragraphs }) => paragraphs.map(({ clause }) => clause))

  it('cite only clauses there are', () => {
    const there = new Set([...clauses(rulesOf(game)), ...clauses(source(''))])
    for (const clause of [...told, ...english.examples.map(({ clause }) => clause)]) expect(there).toContain(clause)
  })

  it('leave out no numbered clause', () => {
    const numbered = [...clauses(rulesOf(game))].filter((clause) => /\.\d/.test(clause))
    const common = [...clauses(source(''))].filter((clause) => /^C\d/.test(clause))
    expect(numbered.length).toBeGreaterThan(10)
    expect(common.length).toBe(5)
    for (const clause of [...numbered, ...common]) expect(told).toContain(clause)
  })

  it('mark every ruling', () => {
    const marked = new Set(english.sections.flatMap(({ paragraphs }) => paragraphs.filter(({ mark }) => mark === 'ruling').map(({ clause }) => clause)))
    const own = rulesOf(game).split(/^(?=[A-Z]\d+\.\d+ )/m).slice(1)
    const common = source('').split(/^\*\*(?=C\d )/m).slice(1)
    for (const part of [...own, ...common]) {
      const clause = /^\S+/.exec(part)![0]
      const own = part.split(/^## /m)[0]!
      expect([clause, marked.has(clause)]).toEqual([clause, own.includes('[ruling')])
    }
  })

  it.each(LANGUAGES)('hold the same clauses in the same order: %s', (language) => {
    expect(outline(page(language, game))).toEqual(outline(english))
  })

  it.each(LANGUAGES)('have no empty text: %s', (language) => {
    for (const [path, text] of texts(page(language, game))) expect([path, text.trim()]).not.toEqual([path, ''])
  })

  it('show only cards that are drawn', () => {
    const { drawings } = faces[`./${game}/cards.ts`]!
    const shown = [...english.sections.flatMap(({ paragraphs }) => paragraphs), ...english.examples].flatMap(({ cards }) => cards)
    for (const face of shown) expect([face, drawings(face)[0]]).toEqual([face, expect.stringContaining('<svg')])
  })
})
