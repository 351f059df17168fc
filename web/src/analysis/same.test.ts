// An analysis in WebAssembly is that of Python, number by number. tests/wasm/test_analysis.py writes what Python says, and
// runs this.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { replay } from '../rules/game'
import { builtNet } from '../rules/testing'
import { analyse } from './analyse'
import type { Analysis } from './found'
import { advised } from './hint'
import type { Difference } from './objects'
import { builtAnalyst } from './testing'

type Advised = { number: number; thoughts: [string, number, number][]; best: string; other: string; reasons: Difference[] }
type Told = { record: { game: string }; simulations: number; analysis: Analysis; advice: Advised }

const file = import.meta.env.VITE_ANALYSES as string | undefined
const told: Told[] = file ? JSON.parse(readFileSync(new URL(`file://${file}`), 'utf8')) : []

describe.runIf(file)('analyses', () => {
  const analyst = builtAnalyst()

  it.each(told.map((each) => [each.record.game, each] as const))('%s', (_, { record, simulations, analysis, advice }) => {
    const progress: number[] = []
    const courses: object[] = []
    const found = analyse(analyst, builtNet(record.game), record, { progress: (done, total) => progress.push(done / total), course: (course) => courses.push(course) }, simulations)
    expect(found).toEqual(analysis)
    expect([progress.at(-1), courses.length]).toEqual([1, 1])

    const { number, thoughts, ...rest } = advice
    const then = [...replay(analyst.engine, record).sinceTheDeal(number)].at(-1)!
    expect(advised(analyst, then, thoughts)).toEqual({ thoughts, ...rest })
  }, 120_000)
})
