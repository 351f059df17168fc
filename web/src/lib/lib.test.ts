import { describe, expect, it } from 'vitest'
import { filled, listed, preferred, written } from './i18n.svelte'
import { forced, isLegal } from './legal'
import { merged } from './log'
import { fromHex, sha256 } from './sha256'

describe('the log', () => {
  it('replaces from the number that news begin with', () =>
    expect(merged([[0, 'a', []], [1, 'pass ?', []], [2, 'c', []]], 1, [[1, 'pass 3/7', []]])).toEqual([[0, 'a', []], [1, 'pass 3/7', []]]))
})

describe('legal moves', () => {
  const legal = ['pass', { words: 'bid', least: 5, most: 20 }]
  it('holds runs', () => expect(['bid 5', 'bid 20', 'bid 21', 'bid x', 'pass'].map((move) => isLegal(legal, move))).toEqual([true, true, false, false, true]))
  it('knows what is forced', () => {
    expect(forced(['done'])).toBe('done')
    expect(forced([{ words: 'bid', least: 1, most: 1 }])).toBe('bid 1')
    expect(forced(legal)).toBeUndefined()
  })
})

describe('languages', () => {
  it('takes the chosen one, then what the browser wishes', () => {
    expect(preferred('it', ['de'])).toBe('it')
    expect(preferred(null, ['pt-BR', 'fr-CH', 'de'])).toBe('fr')
    expect(preferred(null, ['ja'])).toBe('en')
  })
  it('joins words as they are spoken', () => {
    const plurals = new Intl.PluralRules('fr')
    const said = (language: 'fr' | 'it', text: string, name: string) => filled(text, { name }, plurals, language)
    expect(['Anna', 'Élise', 'Basil'].map((name) => said('fr', 'La vitrine de {name}', name))).toEqual(['La vitrine d’Anna', 'La vitrine d’Élise', 'La vitrine de Basil'])
    expect(['Anna', 'Odette'].map((name) => said('it', 'Tocca a {name}.', name))).toEqual(['Tocca ad Anna.', 'Tocca a Odette.'])
    expect(filled('{a} {b} de {c}', { a: 'x', b: 'y', c: 'z' }, plurals, 'fr')).toBe('x y de z')
  })
  it('lists words as they are spoken', () => {
    const said = (['en', 'fr', 'it', 'de'] as const).map((language) => listed(['Anna', 'Ben', 'Carla'], 'conjunction', language))
    expect(said).toEqual(['Anna, Ben and Carla', 'Anna, Ben et Carla', 'Anna, Ben e Carla', 'Anna, Ben und Carla'])
    expect([listed(['Anna', 'Ben'], 'disjunction', 'fr'), listed([], 'conjunction', 'de')]).toEqual(['Anna ou Ben', ''])
  })
  it('writes numbers as they are written', () => {
    expect((['en', 'fr', 'it', 'de'] as const).map((language) => written(-1600.5, language).replace('\u202f', ' '))).toEqual(['−1,600.5', '−1 600,5', '−1600,5', '−1.600,5'])
  })
  it('has forms by a value', () => {
    const rules = new Intl.PluralRules('en')
    const text = { by: 'bills', '0': '{seat} takes it', one: '{seat} pays {bills} bill', other: '{seat} pays {bills} bills' }
    expect([0, 1, 2].map((bills) => filled(text, { seat: 'Anna', bills }, rules))).toEqual(['Anna takes it', 'Anna pays 1 bill', 'Anna pays 2 bills'])
    const ended = { by: 'why', limit: 'above', rounds: 'the last' }
    expect(filled(ended, { why: 'Rounds' }, rules, 'en', { why: 'rounds' })).toBe('the last')
  })
  it('has plural forms', () => {
    const text = { one: '{n} billet', many: '{n} de billets', other: '{n} billets' }
    const rules = new Intl.PluralRules('fr')
    expect([0, 1, 2].map((n) => filled(text, { n }, rules))).toEqual(['0 billet', '1 billet', '2 billets'])
  })
})

describe('the shuffle check', () => {
  it('is SHA-256', async () => {
    for (const hex of ['', '00', '07'.padEnd(64, '0'), 'ab'.repeat(63), 'cd'.repeat(200)]) {
      const bytes = new Uint8Array(fromHex(hex))
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
      expect(sha256(bytes)).toBe([...digest].map((each) => each.toString(16).padStart(2, '0')).join(''))
    }
  })
})
