// All that a test here needs of Node, so that the client need not depend on its types.
declare module 'node:fs' {
  export function readFileSync(path: URL, encoding: 'utf8'): string
  export function readFileSync(path: URL): Uint8Array<ArrayBuffer>
  export function writeFileSync(path: URL, text: string): void
  export function existsSync(path: URL): boolean
}
declare module 'node:crypto' {
  export function createHash(name: 'sha256'): { update(bytes: Uint8Array): void; digest(encoding: 'hex'): string }
}
