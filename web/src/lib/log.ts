// The log of a view: what comes with a later piece of news replaces what was shown from its first number on.
import type { LogLine, Step } from './wire'

export function merged(known: readonly LogLine[], from: number, later: readonly LogLine[]): LogLine[] {
  return [...known.slice(0, from), ...later]
}

/** The log of a game that is looked back on. */
export const logOf = (steps: readonly Step[]): LogLine[] => steps.flatMap(({ move }) => (move ? [move] : []))
