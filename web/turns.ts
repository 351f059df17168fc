// The service worker that tells people of their turns: a file of its own beside the client that a server serves.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const FOLDER = new URL('./src/turns/', import.meta.url)

export function turns(): Plugin {
  return {
    name: 'brocante-turns',
    generateBundle() {
      const texts = ['en', 'fr', 'it', 'de'].map((language) => {
        const { notice_turn: turn, notice_over: over } = JSON.parse(readFileSync(new URL(`messages/${language}.json`, FOLDER), 'utf8'))
        return [language, { turn, over }]
      })
      const source = readFileSync(new URL('worker.js', FOLDER), 'utf8').replace('__TEXTS__', JSON.stringify(Object.fromEntries(texts)))
      this.emitFile({ type: 'asset', fileName: 'turns.js', source })
    },
  }
}
