// The log to read: moves in words, what followed from each as facts tell it, and what happened beside the game. It is
// made from what the server knows alone, so that it reads the same after a reload and in another language.
import type { GameModule, Name } from '../games/game'
import type { AnyFact } from '../lib/facts'
import { t } from '../lib/i18n.svelte'
import { factText } from '../lib/sentences'
import type { LogLine, Told } from '../lib/wire'

export type Entry = { key: string; who: string; text: string }

/** Moves already put into words, in a language and with the names of the time: a long log is not worded anew with each. */
export type Known = WeakMap<LogLine, Entry[]>

export function story(log: readonly LogLine[], told: readonly Told[], game: GameModule, name: Name, known: Known = new WeakMap()): Entry[] {
  const beside = new Map<number, Entry[]>()
  told.forEach((each, i) => {
    const text = each.kind === 'said' ? null : tidings(each, name)
    if (text === null || isMore(told, i)) return
    const moves = movesAt(told, i)
    beside.set(moves, [...(beside.get(moves) ?? []), { key: `v${each.version}`, who: '', text }])
  })
  const moved = log.flatMap((line, i): Entry[] => {
    if (!known.has(line)) known.set(line, worded(line, `${i}`, game, name))
    return [...known.get(line)!, ...(beside.get(i + 1) ?? [])]
  })
  return [...(beside.get(0) ?? []), ...moved]
}

/** Several moves taken back at once are told once. */
function isMore(told: readonly Told[], i: number): boolean {
  const [last, each] = [told[i - 1], told[i]!]
  return each.kind === 'undone' && last?.kind === 'undone' && last.at === each.at && last.seat === each.seat
}

/** A move and what followed from it. */
export function worded([seat, move, facts]: LogLine, key: string, game: GameModule, name: Name): Entry[] {
  const entries: Entry[] = [{ key, who: name(seat), text: game.phrase(move, name, seat) }]
  for (const [i, fact] of (facts as AnyFact[]).entries()) {
    const how = game.telling(fact, seat, move)
    if (how === 'not') continue
    const text = factText(game, fact, name)
    const last = entries.at(-1)!
    if (how === 'instead') entries[0] = { key, who: '', text }
    else if (how === 'joined') last.text = `${last.text}. ${text}`
    else entries.push({ key: `${key}-${i}`, who: '', text })
  }
  return entries
}

/** Entries as one would read them aloud. */
export const aloud = (entries: readonly Entry[]): string =>
  entries.map(({ who, text }) => `${who ? `${t('app.by', { name: who })} ` : ''}${text}.`).join(' ')

/** How many moves there had been when something happened beside them: every version is a move, or is told. */
function movesAt(told: readonly Told[], i: number): number {
  const earlier = told.slice(0, i + 1)
  return told[i]!.version - earlier.length - earlier.filter((each) => each.kind === 'undone').length
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
      return `${t('app.by', { name: who })} ${told.text ?? ''}`
    default:
      return null
  }
}
