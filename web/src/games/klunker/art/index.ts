/// <reference types="vite/client" />
import { drawings } from '../drawings'

/** SVG markup: the seven jewels by kind, `bill`, `back`; empty for an unknown name. */
export const art = drawings(
  import.meta.glob<string>('./*.svg', { query: '?raw', import: 'default', eager: true }),
)
