// What an analysis finds, as a browser has it: without the English sentences of reasons.
import type { Analysis as Told, Change, Decision as Judged, Difference, Parts } from './objects'

/** In place of the number of a move. */
export const THE_DEAL = -1

export type Course = { chances: number[][]; changes: Change[]; parts: Parts[]; turning_points: number[] }
export type Decision = Omit<Judged, 'reasons'> & { reasons: Difference[] }
export type Analysis = Omit<Told, 'decisions'> & { decisions: Decision[] }

/** The decisions that cost most, of one seat or of all (null). */
export function costliest(decisions: readonly Decision[], seat: number | null, most = 3): Decision[] {
  return decisions.filter((each) => each.cost > 0 && (seat === null || each.seat === seat)).sort((a, b) => b.cost - a.cost).slice(0, most)
}
