// The log to read: moves in words, and after them what followed or happened beside the game.
import type { GameModule, Name } from '../games/game'
import { t } from '../lib/i18n.svelte'
import type { LogLine, Told } from '../lib/wire'

export type Entry = { key: string; who: string; text: string }

export function story(log: LogLine[], notes: Map<number, string[]>, game: GameModule, name: Name): Entry[] {
  return log.flatMap(([seat, move], i) => [
    { key: `${i}`, who: name(seat), text: game.phrase(move, name, seat) },
    ...(notes.get(i) ?? []).map((text, k) => ({ key: `${i}-${k}`, who: '', text })),
  ])
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
