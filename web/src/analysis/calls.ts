// What the page and the worker that analyses say to each other.
import type { Problem } from '../lib/wire'
import type { Analysis, Course } from './found'

export type Ask = { record: unknown; simulations?: number }
export type Answer =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'course'; course: Course }
  | { kind: 'analysis'; analysis: Analysis }
  | { kind: 'problem'; problem: Problem }
