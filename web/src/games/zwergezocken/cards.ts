/// <reference types="vite/client" />
import type { Cards, Corner } from '../../lib/cards'
import { drawings } from '../../lib/drawings'
import { t, word } from './texts'

const drawing = drawings(import.meta.glob<string>('./art/*.svg', { query: '?raw', import: 'default', eager: true }))

/** A number card is named by its values, yellow/blue; its file by the yellow one: 3/7 is dwarf-3, 10/0 is tree-10. */
function file(face: string): string {
  const [yellow, blue] = face.split('/')
  if (blue === undefined) return face
  return yellow === '0' || yellow === '10' ? `tree-${yellow}` : `dwarf-${yellow}`
}

/** Round is yellow and square is blue, for those who do not tell the colours apart. */
function corners(face: string, live: string | null): Corner[] {
  if (/^(back|chip|mark)/.test(face)) return []
  const [yellow = '', blue] = face.includes('/') ? face.split('/') : ['5', '5']
  return [
    { text: yellow, colour: '#f2cb57', round: true, live: live === 'yellow' },
    { text: blue ?? '', colour: '#9fc3ea', round: false, live: live === 'blue' },
  ]
}

/**
 * Any face, `chip-yellow`, `chip-blue`, `back`, and the small marks `mark-dwarf` and `mark-tree` that tell which of the
 * two a card is. A card that is not known is a question mark.
 */
export const cards: Cards = {
  name: (face) => (face.includes('/') ? face : face === '?' ? t('a_card') : word(`card.${face}`)),
  drawings: (face) => [drawing(file(face))],
  corners,
  named: false,
}
