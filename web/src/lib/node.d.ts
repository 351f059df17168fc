// All that a test here needs of Node, so that the client need not depend on its types.
declare module 'node:fs' {
  export function readFileSync(path: URL, encoding: 'utf8'): string
  export function readFileSync(path: URL): Uint8Array<ArrayBuffer>
  export function existsSync(path: URL): boolean
}
