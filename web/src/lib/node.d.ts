// All that tests and the build need of Node, so that the client need not depend on its types.
declare module 'node:fs' {
  export function readFileSync(path: URL, encoding: 'utf8'): string
  export function readFileSync(path: URL): Uint8Array<ArrayBuffer>
  export function writeFileSync(path: URL, text: string): void
  export function existsSync(path: URL): boolean
  export function readdirSync(path: URL): string[]
}

declare module 'node:crypto' {
  export function createHash(name: 'sha256'): { update(data: string | Uint8Array): void; digest(encoding: 'hex'): string }
}

declare module 'node:zlib' {
  export function inflateSync(data: Uint8Array): Uint8Array
}

declare const process: { env: Record<string, string | undefined> }
