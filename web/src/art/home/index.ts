/// <reference types="vite/client" />
import { drawings } from '../drawings'

/** SVG markup: a picture by the name of the game (3:2), `logo`, `favicon`; empty for an unknown name. */
export const art = drawings(
  import.meta.glob<string>('./*.svg', { query: '?raw', import: 'default', eager: true }),
)
