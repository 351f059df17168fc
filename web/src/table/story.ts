// The log to read: moves in words, and after them what followed or happened beside the game. It is made from what the
// server knows alone, so that it reads the same after a reload and in another language.
import type { GameModule, Name } from '../games/game'
import { t } from '../lib/i18n.svelte'
import type { LogLine, Step, Told } from '../lib/wire'

export type Entry = { key: string; who: string; text: string }

/** How the table stood after each number of moves, as far as it was seen here or asked for. */
export type Past = readonly (Record<string, unknown> | undefined)[]

export const seen = (past: Past, moves: number, position: Record<string, unknown>): Past => {
  const longer = Array.from({ length: moves + 1 }, (_, i) => past[i])
  longer[moves] = position
  return longer
}

/** With what was asked for where nothing had been seen. */
export const remembered = (past: Past, steps: Step[]): Past => past.map((each, i) => each ?? steps[i]?.position)

/** How many moves there had been when something happened beside them: every version is a move, or is told. */
function movesAt(told: readonly Told[], i: number): number {
  const earlier = told.slice(0, i + 1)
  return told[i]!.version - earlier.length - earlier.filter((each) => each.kind === 'undone').length
}

type Worded = { before: Past[number]; after: Past[number]; entries: Entry[] }
/** Moves already put into words, in a language and with the names of the time: a long log is not worded anew with each. */
export type Known = WeakMap<LogLine, Worded>

export function story(log: LogLine[], past: Past, told: readonly Told[], game: GameModule, name: Name, known: Known = new WeakMap()): Entry[] {
  const beside = new Map<number, Entry[]>()
  told.forEach((each, i) => {
    const text = each.kind === 'said' ? null : tidings(each, name)
    if (text === null) return
    const moves = movesAt(told, i)
    beside.set(moves, [...(beside.get(moves) ?? []), { key: `v${each.version}`, who: '', text }])
  })
  const moved = log.flatMap((line, i): Entry[] => {
    const [before, after] = [past[i], past[i + 1]]
    let worded = known.get(line)
    if (!worded || worded.before !== before || worded.after !== after) {
      const [seat, move] = line
      const followed = before && after ? game.news(before, after, [line], name) : []
      const entries = followed.map((text, k) => ({ key: `${i}-${k}`, who: '', text }))
      worded = { before, after, entries: [{ key: `${i}`, who: name(seat), text: game.phrase(move, name, seat) }, ...entries] }
      known.set(line, worded)
    }
    return [...worded.entries, ...(beside.get(i + 1) ?? [])]
  })
  return [...(beside.get(0) ?? []), ...moved]
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
