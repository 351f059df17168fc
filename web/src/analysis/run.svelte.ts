// One analysis of one record: how far it is, what has been found, and what went wrong.
import { Refusal, Unreachable } from '../lib/api'
import type { Answer, Ask } from './calls'
import type { Analysis, Course } from './found'

export class Run {
  /** From 0 to 1; null while nothing is worked on. */
  done = $state<number | null>(null)
  course = $state.raw<Course | null>(null)
  analysis = $state.raw<Analysis | null>(null)
  error = $state.raw<Error | null>(null)
  #worker: Worker | null = null
  #ended: (course: Course | null) => void = () => undefined

  /** How the game went, as soon as that is known; null if it is stopped before, or something went wrong. */
  start(record: unknown): Promise<Course | null> {
    this.stop()
    this.error = null
    this.done = 0
    this.#worker = new Worker(new URL('./analyst.ts', import.meta.url), { type: 'module' })
    this.#worker.onmessage = (event: MessageEvent<Answer>) => this.#hear(event.data)
    this.#worker.onerror = () => this.#fail(new Unreachable())
    this.#worker.postMessage({ record } satisfies Ask)
    return new Promise((resolve) => (this.#ended = resolve))
  }

  /** What was found so far stays. */
  stop(): void {
    this.#worker?.terminate()
    this.#worker = null
    this.done = null
    this.#ended(null)
  }

  #hear(answer: Answer): void {
    switch (answer.kind) {
      case 'progress':
        this.done = answer.done / answer.total
        break
      case 'course':
        this.course = answer.course
        this.#ended(answer.course)
        break
      case 'analysis':
        this.course = this.analysis = answer.analysis
        this.stop()
        break
      case 'problem':
        this.#fail(new Refusal(answer.problem))
    }
  }

  #fail(error: Error): void {
    this.error = error
    this.stop()
  }
}
