// Light or dark: as the device is, or as the reader wants it. The style sheet has one block for the dark; it is
// switched on and off by its condition.
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const DARK = '(prefers-color-scheme: dark)'
const WHEN: Record<Theme, string> = { system: DARK, light: 'not all', dark: 'all' }
let blocks: CSSMediaRule[] | undefined

export function dress(theme: Theme): void {
  if (!blocks && theme === 'system') return
  blocks ??= [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule): rule is CSSMediaRule => rule instanceof CSSMediaRule && rule.media.mediaText === DARK)
  for (const block of blocks) block.media.mediaText = WHEN[theme]
}
