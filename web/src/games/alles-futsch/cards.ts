/// <reference types="vite/client" />
import type { Cards } from '../../lib/cards'
import { drawings } from '../../lib/drawings'
import { word } from './texts'

const drawing = drawings(import.meta.glob<string>('./art/*.svg', { query: '?raw', import: 'default', eager: true }))

/** The five kinds, a card with three of them (`clock+clock+vase`), `coin` and `back`. */
export const cards: Cards = {
  name: (face) => face.split('+').map((kind) => word(`card.${kind}`)).join(' + '),
  drawings: (face) => face.split('+').map(drawing),
  named: true,
}
