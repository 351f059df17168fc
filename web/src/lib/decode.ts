// From a row of numbers, as a game's `observe_public` and `observe_private` write it, to the view that the server sends
// as JSON. It follows the layout as `Layout.describe` gives it; src/brocante/games/layout.py decodes in the same way.

export type Field = {
  name: string
  about: string
  kind: 'number' | 'flag' | 'word' | 'seat' | 'counts' | 'tracks' | 'spread' | 'places' | 'stack' | 'played' | 'laid'
  start: number
  size: number
  /** One for every seat, in a view under `seats`. */
  each?: true
  /** Only its own seat may see it; others are shown `unknown`. */
  private?: true
  /** The own seat may see its number even where everyone else is shown nothing. */
  own?: true
  shown?: true
  unknown: unknown
  /** The number that stands for nothing. */
  none?: number | null
  of?: string[]
  joined?: string
  as?: string
  most?: number
  parts?: (string | string[])[]
}
/** `seats`: how many a row has room for. */
export type Layout = { version: number; size: number; seats: number; fields: Field[] }
type Row = readonly number[]
type Keys = Record<string, unknown>
type View = Keys & { seats: Keys[] }

/** Whether a view has one for every seat. */
export const bySeat = (field: Field): boolean => !!field.each || !!field.private || field.kind === 'laid'

/** What everyone may see, from a row that was written for a watcher. */
export function decodePublic(layout: Layout, row: Row, players: number): View {
  const seats: Keys[] = Array.from({ length: players }, () => ({}))
  const view: Keys = {}
  for (const field of layout.fields.filter((each) => each.shown)) {
    const { name, start } = field
    const part = row.slice(start, start + field.size)
    if (field.private) for (const seat of seats) seat[name] = field.unknown
    else if (field.each) {
      const own = field.size / layout.seats
      seats.forEach((seat, i) => (seat[name] = decode(layout, field, part.slice(i * own, (i + 1) * own), 0, players)))
    } else if (field.kind === 'laid') {
      const laid = decode(layout, field, part, 0, players) as string[][]
      seats.forEach((seat, i) => (seat[name] = laid[i]))
    } else {
      const path = name.split('.')
      const last = path.pop()!
      const inner = path.reduce<Keys>((keys, key) => (keys[key] ??= {}) as Keys, view)
      inner[last] = decode(layout, field, part, 0, players)
    }
  }
  return { ...view, seats }
}

/** What a seat may see beside that, by seat, from a row that was written for it. */
export function decodePrivate(layout: Layout, row: Row, seat: number, players: number): Map<number, Keys> {
  const more = new Map<number, Keys>(Array.from({ length: players }, (_, i) => [i, {}]))
  for (const field of layout.fields.filter((each) => each.shown && (each.private || each.own))) {
    const own = field.each ? field.size / layout.seats : field.size
    const seats = field.each && field.private ? players : 1
    for (let steps = 0; steps < seats; steps++) {
      const start = field.start + steps * own
      more.get((seat + steps) % players)![field.name] = decode(layout, field, row.slice(start, start + own), seat, players)
    }
  }
  return more
}

/** The view of a seat: both together. */
export function withPrivate(view: View, more: Map<number, Keys>): View {
  return { ...view, seats: view.seats.map((seat, i) => ({ ...seat, ...more.get(i) })) }
}

/** What a field's numbers stand for; `first` is the seat that the row is counted from. */
function decode({ seats }: Layout, field: Field, row: Row, first: number, players: number): unknown {
  const of = field.of ?? []
  const seatAt = (steps: number) => (first + steps) % players
  const counted = () => of.map((word, i) => [word, row[i]!] as const)
  /** Indices of what is numbered 1, 2 and so on, in that order. */
  const inOrder = () => row.flatMap((place, i) => (place ? [[place, i] as const] : [])).sort(([a], [b]) => a - b).map(([, i]) => i)
  switch (field.kind) {
    case 'number':
      return row[0] === field.none ? null : row[0]
    case 'flag':
      return row[0] === 1
    case 'word':
      return of[row.indexOf(1)] ?? null
    case 'seat':
      return row.includes(1) ? seatAt(row.indexOf(1)) : null
    case 'counts':
      return Object.fromEntries(counted().filter(([, n]) => n))
    case 'tracks':
      return Object.fromEntries(counted().filter(([, n]) => n >= 0))
    case 'spread': {
      const words = counted().flatMap(([word, n]) => Array.from({ length: n }, () => word))
      return field.joined ? words.join(field.joined) || null : words
    }
    case 'places':
      return inOrder().map((i) => of[i])
    case 'stack': {
      const height = row.includes(0) ? row.indexOf(0) : row.length
      return row.slice(0, height).reverse().map((number) => of[number - 1])
    }
    case 'played':
      return inOrder().map((i) => ({ seat: seatAt(Math.floor(i / of.length)), [field.as ?? 'card']: of[i % of.length] }))
    case 'laid': {
      const laid: string[][] = Array.from({ length: players }, () => [])
      const width = row.length / field.most!
      for (let at = 0; at < row.length; at += width) {
        const owner = row.slice(at, at + seats).indexOf(1)
        if (owner < 0) break
        laid[seatAt(owner)]!.push(laidText(field.parts ?? [], row.slice(at + seats, at + width)))
      }
      return laid
    }
  }
}

function laidText(parts: (string | string[])[], numbers: Row): string {
  let at = 0
  return parts
    .flatMap((part) => {
      const [from, width] = [at, typeof part === 'string' ? 1 : part.length]
      at += width
      if (typeof part !== 'string') return [part[numbers.slice(from, at).indexOf(1)]!]
      return numbers[from] ? [part.replace('{}', String(numbers[from]))] : []
    })
    .join(' ')
}
