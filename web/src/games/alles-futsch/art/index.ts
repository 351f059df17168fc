/// <reference types="vite/client" />
import { drawings } from '../drawings'

/** SVG markup: the five kinds, `coin`, `back`; empty for an unknown name. */
export const art = drawings(
  import.meta.glob<string>('./*.svg', { query: '?raw', import: 'default', eager: true }),
)
