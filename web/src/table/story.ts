// The log to read: moves in words, and after them what followed or happened beside the game.
import type { GameModule, Name } from '../games/game'
import { t } from '../lib/i18n.svelte'
import type { LogLine, Told } from '../lib/wire'

export type Entry = { key: string; who: string; text: string }

/** Lines already put into words: a long log costs a look for each, not a sentence. */
export type Known = WeakMap<LogLine, Entry>

export function story(log: LogLine[], notes: Map<number, string[]>, game: GameModule, name: Name, known: Known): Entry[] {
  return log.flatMap((line, i) => {
    const entry = known.get(line) ?? { key: `${i}`, who: name(line[0]), text: game.phrase(line[1], name, line[0]) }
    known.set(line, entry)
    const after = notes.get(i)
    return after ? [entry, ...after.map((text, k) => ({ key: `${i}-${k}`, who: '', text }))] : entry
  })
}

export function tidings(told: Told, name: Name): string | null {
  const who = told.name || (told.seat === null || told.seat === undefined ? '' : name(told.seat))
  switch (told.kind) {
    case 'sat':
      return t('told.sat', { name: who })
    case 'left':
      return t('told.left', { name: who })
    case 'resigned':
      return t('told.resigned', { name: who })
    case 'time_out':
      return t('told.time_out', { name: who })
    case 'back':
      return t('told.back', { name: who })
    case 'undone':
      return t('told.undone', { name: who })
    case 'rematch_offered':
      return t('told.rematch', { name: who })
    case 'said':
      return `${who}: ${told.text ?? ''}`
    default:
      return null
  }
}
