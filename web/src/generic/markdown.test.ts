import { describe, expect, it } from 'vitest'
import { blocks, spans, type Block } from './markdown'

describe('a rulebook in Markdown', () => {
  it('has headings, paragraphs, lists and tables', () =>
    expect(blocks('# A game\n\nM1.1 Draw\na card.\nM1.2 Stop.\n- one\n  more\n- two\n\n| a | b |\n|---|--:|\n| 1 | *2* |\n')).toEqual([
      { kind: 'heading', level: 1, id: undefined, spans: [{ style: 'plain', text: 'A game' }] },
      { kind: 'paragraph', id: 'M1.1', spans: [{ style: 'plain', text: 'M1.1 Draw a card.' }] },
      { kind: 'paragraph', id: 'M1.2', spans: [{ style: 'plain', text: 'M1.2 Stop.' }] },
      { kind: 'list', ordered: false, items: [[{ style: 'plain', text: 'one more' }], [{ style: 'plain', text: 'two' }]] },
      {
        kind: 'table',
        head: [[{ style: 'plain', text: 'a' }], [{ style: 'plain', text: 'b' }]],
        rows: [[[{ style: 'plain', text: '1' }], [{ style: 'italic', text: '2' }]]],
      },
    ]))
  it('keeps what looks like an element as text', () =>
    expect(spans('<img onerror=x> **bold** `code` [link](javascript:x)')).toEqual([
      { style: 'plain', text: '<img onerror=x> ' }, { style: 'bold', text: 'bold' }, { style: 'plain', text: ' ' },
      { style: 'code', text: 'code' }, { style: 'plain', text: ' link' },
    ]))
  it('reads every word of our own rulebooks', () => {
    const books = import.meta.glob<string>('../../../src/brocante/games/**/rules.md', { query: '?raw', import: 'default', eager: true })
    const words = (text: string) => text.match(/\p{L}+/gu) ?? []
    const told = (block: Block): string => JSON.stringify(block, (key, value) => (['kind', 'style', 'id', 'ordered', 'level'].includes(key) ? undefined : value))
    for (const [path, book] of Object.entries(books)) {
      const read = words(blocks(book).map(told).join(' ').replace(/"\w+":/g, ' ').replaceAll('\\n', ' '))
      expect([path, read]).toEqual([path, words(book.replace(/\]\([^)]*\)/g, ']'))])
    }
  })
})
