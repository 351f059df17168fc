// The log of a view: what comes with a later piece of news replaces what was shown from its first number on.
import type { LogLine } from './wire'

export function merged(known: readonly LogLine[], from: number, later: readonly LogLine[]): LogLine[] {
  return [...known.slice(0, from), ...later]
}
