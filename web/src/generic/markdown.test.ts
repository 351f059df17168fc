import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blocks, spans } from './markdown'

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
  it('reads every line of our own rulebooks', () => {
    for (const folder of ['', 'klunker/', 'alles_futsch/', 'zwergezocken/']) {
      const markdown = readFileSync(new URL(`../../../src/brocante/games/${folder}rules.md`, import.meta.url), 'utf8')
      const words = (text: string) => text.replace(/[#*|`:-]|\[([^\]]*)\]\([^)]*\)/g, ' $1 ').split(/\s+/).filter((word) => /\w/.test(word) && !/^\d+[.)]$/.test(word))
      expect(words(JSON.stringify(blocks(markdown))).length).toBeGreaterThan(words(markdown).length * 0.9)
    }
  })
})
