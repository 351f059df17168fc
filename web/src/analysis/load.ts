// From where the built files are.
import type { Built } from '../rules/expanded'
import { Analyst } from './estimator'
import type { AnalysisDescription } from './objects'

export async function loadAnalyst(): Promise<Analyst> {
  const json = <Read>(file: URL) => fetch(file).then((answer) => answer.json() as Promise<Read>)
  const [module, rules, about] = await Promise.all([
    WebAssembly.compileStreaming(fetch(new URL('../rules/made/analysis.wasm', import.meta.url))),
    json<Built>(new URL('../rules/made/rules.json', import.meta.url)),
    json<AnalysisDescription>(new URL('../rules/made/analysis.json', import.meta.url)),
  ])
  return new Analyst(module, rules, about)
}
