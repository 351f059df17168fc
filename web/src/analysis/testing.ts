// For tests in Node: what analyses games, as `make client` has built it.
import { readFileSync } from 'node:fs'
import { Analyst } from './estimator'

export function builtAnalyst(): Analyst {
  const folder = import.meta.env.VITE_RULES as string | undefined
  const read = (name: string) => readFileSync(folder ? new URL(`file://${folder}/${name}`) : new URL(`../rules/made/${name}`, import.meta.url))
  const json = (name: string) => JSON.parse(read(name).toString())
  return new Analyst(new WebAssembly.Module(read('analysis.wasm') as BufferSource), json('rules.json'), json('analysis.json'))
}
