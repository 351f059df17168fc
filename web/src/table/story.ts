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
  told.forEach((each) => {
    const text = each.kind === 'said' ? null : tidings(each, name)
    if (text === null) return
    const moves = each.moves ?? 0
    beside.set(moves, [...(beside.get(moves) ?? []), { key: `v${each.version}`, who: '', text }])
  })
  const then = nameAt(told, name)
  const moved = acts(log, game).flatMap(({ first, lines }): Entry[] => {
    const last = lines.at(-1)!
    if (!known.has(last)) known.set(last, actWorded(lines, `${first}`, game, then(first)))
    return [...known.get(last)!, ...lines.flatMap((_, i) => beside.get(first + i + 1) ?? [])]
  })
  return [...(beside.get(0) ?? []), ...moved]
}

/** Moves of one seat that are one act, together; `first`: how many there were before. */
function acts(log: readonly LogLine[], game: GameModule): { first: number; lines: LogLine[] }[] {
  const found: { first: number; lines: LogLine[] }[] = []
  log.forEach((line, i) => {
    const before = log[i - 1]
    if (before && before[0] === line[0] && game.act?.goesOn(before[1], line[1])) found.at(-1)!.lines.push(line)
    else found.push({ first: i, lines: [line] })
  })
  return found
}

/** Who has resigned keeps the name on what was done before: names when there had been so many moves. */
function nameAt(told: readonly Told[], name: Name): (moves: number) => Name {
  const gone = told.filter((each) => each.kind === 'resigned' && each.name)
  return (moves) => (seat) => gone.find((each) => each.seat === seat && (each.moves ?? 0) > moves)?.name ?? name(seat)
}

function actWorded(lines: LogLine[], key: string, game: GameModule, name: Name): Entry[] {
  if (lines.length === 1 || !game.act) return worded(lines[0]!, key, game, name)
  const [[seat]] = lines as [LogLine]
  const followed = lines.flatMap((line, i) => worded(line, `${key}.${i}`, game, name).slice(1))
  return [{ key, who: name(seat), text: game.act.phrase(lines.map(([, move]) => move), name) }, ...followed]
}

/** A move and what followed from it, in the order of facts; where a fact says more than the move, it stands alone. */
export function worded([seat, move, facts]: LogLine, key: string, game: GameModule, name: Name): Entry[] {
  const told = (facts as AnyFact[]).map((fact, i) => ({ fact, key: `${key}-${i}`, how: game.telling(fact, seat, move) }))
  const instead = told.some(({ how }) => how === 'instead')
  const entries: Entry[] = instead ? [] : [{ key, who: name(seat), text: game.phrase(move, name, seat) }]
  for (const { fact, key, how } of told) {
    if (how === 'not') continue
    const text = factText(game, fact, name)
    const last = entries.at(-1)
    if (how === 'joined' && last) last.text = `${last.text}. ${text}`
    else entries.push({ key, who: '', text })
  }
  return entries
}

/** Entries as one would read them aloud. */
export const aloud = (entries: readonly Entry[]): string =>
  entries.map(({ who, text }) => `${who ? `${t('app.by', { name: who })} ` : ''}${text}.`).join(' ')

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
    case 'undo_asked':
      return t('told.undo_asked', { name: who })
    case 'undo_answered':
      return t(told.on ? 'told.undo_agreed' : 'told.undo_refused', { name: who })
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
