/// <reference types="vite/client" />
import { drawings } from '../drawings'

const drawing = drawings(
  import.meta.glob<string>('./*.svg', { query: '?raw', import: 'default', eager: true }),
)

/** A number card is named by its values, yellow/blue; its file by the yellow one: 3/7 is dwarf-3, 10/0 is tree-10. */
function file(face: string): string {
  const yellow = /^(\d+)\/\d+$/.exec(face)?.[1]
  if (yellow === undefined) return face
  return yellow === '0' || yellow === '10' ? `tree-${yellow}` : `dwarf-${yellow}`
}

/**
 * SVG markup: any face, `chip-yellow`, `chip-blue`, `back`, and the small marks `mark-dwarf` and `mark-tree` that tell
 * which of the two a card is; empty for an unknown name.
 */
export const art = (face: string): string => drawing(file(face))
