// Single keys at the table, while nothing is being typed. They can be switched off.
import { prefs } from './prefs.svelte'

/** As they are listed, with what each does. */
export const HOTKEYS = [
  ['1 – 9', 'card'],
  ['Enter', 'on'],
  ['S', 'skip'],
  ['H', 'hint'],
  ['U', 'undo'],
  ['M', 'sound'],
  ['?', 'help'],
] as const
export type Does = Partial<Record<(typeof HOTKEYS)[number][1], () => void>>

const TYPED = 'input, select, textarea, dialog, [contenteditable]'

/** Do what a key stands for; a digit touches that card of the own hand, or of the row. */
export function press(event: KeyboardEvent, does: Does, cards: () => NodeListOf<HTMLElement> | undefined): void {
  if (!prefs.keys || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return
  if (event.target instanceof HTMLElement && event.target.closest(TYPED)) return
  const card = /^[1-9]$/.test(event.key) ? cards()?.[Number(event.key) - 1] : undefined
  const found = HOTKEYS.find(([key]) => key.toLowerCase() === event.key.toLowerCase())
  const act = card ? () => (card.focus(), card.click()) : found && found[1] !== 'on' ? does[found[1]] : undefined
  if (!act) return
  event.preventDefault()
  act()
}
