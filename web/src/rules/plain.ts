// What the translated parts of a game (games.ts) are and use. Positions and options come as they are in Python.

/** Why a move is not legal: a code, a clause, and what the sentence needs to be complete. */
export type Why = { code: string; clause: string | null; values: Record<string, unknown> }

/** The parts of a game that are not compiled. */
export type Plain = {
  /** Writes the options into a fresh position. */
  prepare: (position: any, options: any) => void
  whyNot: (position: any, move: number) => Why
  /** The seats that learn all of a move when it is played; null for everyone. */
  knowers?: (position: any, move: number) => Set<number> | null
  /** How many of the latest moves are still known only to the seat that made each. */
  pending?: (position: any) => number
}

export const reason = (code: string, clause: string | null = null, values: Record<string, unknown> = {}): Why => ({ code, clause, values })

export const included = (item: unknown, items: Iterable<unknown>): boolean => [...items].includes(item)
