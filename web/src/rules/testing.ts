// For tests in Node: the real rules, as `make client` has built them.
import { existsSync, readFileSync } from 'node:fs'
import { Engine } from './engine'

export function builtEngine(): Engine {
  const folder = import.meta.env.VITE_RULES as string | undefined
  const file = (name: string) => (folder ? new URL(`file://${folder}/${name}`) : new URL(`made/${name}`, import.meta.url))
  if (!existsSync(file('rules.wasm'))) throw new Error('The rules have not been built: run `make client`.')
  const module = new WebAssembly.Module(readFileSync(file('rules.wasm')))
  return new Engine(module, JSON.parse(readFileSync(file('rules.json'), 'utf8')))
}
