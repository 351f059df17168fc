// For tests in Node: the real rules and nets, as `make client` has built them.
import { existsSync, readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { Engine } from './engine'
import { Net } from './nets'

const folder = import.meta.env.VITE_RULES as string | undefined

function built(name: string): Uint8Array<ArrayBuffer> {
  const file = folder ? new URL(`file://${folder}/${name}`) : new URL(`made/${name}`, import.meta.url)
  if (!existsSync(file)) throw new Error('The rules have not been built: run `make client`.')
  return readFileSync(file)
}
const json = (name: string) => JSON.parse(new TextDecoder().decode(built(name)))

export const builtEngine = (): Engine => new Engine(new WebAssembly.Module(built('rules.wasm')), json('rules.json'))

export const builtNet = (name: string): Net =>
  new Net(new WebAssembly.Module(built(`nets/${name}.wasm`)), inflateSync(built(`nets/${name}.bin`)), json('nets/nets.json').games[name])
