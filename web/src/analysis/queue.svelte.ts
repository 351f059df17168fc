// Finished games of a list, analysed one after the other: how a game went is found first, and is all that a list shows.
import { SvelteMap } from 'svelte/reactivity'
import { api } from '../lib/api'
import { recordProblem } from '../lib/sentences'
import { keepShares, sharesOf, type Share } from './kept'
import { Run } from './run.svelte'

export class Queue {
  /** Tables whose games wait; the first is being analysed. */
  waiting = $state.raw<string[]>([])
  problem = $state('')
  #run = $state.raw(new Run())
  #found = new SvelteMap<string, Share[]>()

  /** Luck and skill of each seat of a table, where they are known. */
  shares = (table: string): Share[] | null => this.#found.get(table) ?? sharesOf(table)

  /** How far the one that is being analysed is, from 0 to 1. */
  get done(): number {
    return this.#run.done ?? 0
  }

  add(tables: readonly string[]): void {
    const idle = !this.waiting.length
    this.problem = ''
    this.waiting = [...new Set([...this.waiting, ...tables])]
    if (idle) void this.#work()
  }

  stop(): void {
    this.waiting = []
    this.#run.stop()
  }

  async #work(): Promise<void> {
    while (this.waiting.length) {
      const table = this.waiting[0]!
      const run = (this.#run = new Run())
      try {
        const record = await api.record(table)
        const course = this.waiting[0] === table ? await run.start(record) : null
        if (course) this.#found.set(table, keepShares(table, course.parts))
        if (run.error) throw run.error
      } catch (error) {
        this.problem = await recordProblem(error, null)
      }
      run.stop() // nobody has asked for the decisions
      this.waiting = this.waiting.filter((each) => each !== table)
    }
  }
}
