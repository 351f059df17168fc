/// <reference types="vite/client" />
import type { Cards } from '../../lib/cards'
import { drawings } from '../../lib/drawings'
import { word } from './texts'

const drawing = drawings(import.meta.glob<string>('./art/*.svg', { query: '?raw', import: 'default', eager: true }))

/** The seven jewels by kind, `bill` and `back`. */
export const cards: Cards = {
  name: (face) => word(`card.${face}`),
  drawings: (face) => [drawing(face)],
  colour: (face) => (face === 'bill' ? '#e6e6bd' : undefined),
  named: true,
}
