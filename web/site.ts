// What a static site has beside the client: a service worker that keeps all of its files, so that it works without a
// network after the first visit. `make site` builds it.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const WORKER = new URL('./src/site/worker.js', import.meta.url)
const PUBLIC = new URL('./public/', import.meta.url)

export function site(address: string): Plugin {
  return {
    name: 'brocante-site',
    transformIndexHtml: {
      order: 'post',
      // Any folder of any host may be the site's: nothing is known of where it is. Only link previews need a whole address.
      handler: (html) =>
        html
          .replace(/ *<base [^>]*>\n/, '')
          .replaceAll('href="/', 'href="./')
          .replaceAll(/(<meta property="og:image" content=")\//g, `$1${address}`),
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = [...Object.keys(bundle), ...readdirSync(PUBLIC)].filter((file) => !file.endsWith('.map')).sort()
        const digest = createHash('sha256')
        for (const output of Object.values(bundle)) digest.update(output.type === 'chunk' ? output.code : output.source)
        const version = digest.digest('hex').slice(0, 12)
        const source = readFileSync(WORKER, 'utf8').replace('__FILES__', JSON.stringify(['./', ...files.filter((file) => file !== 'index.html')])).replace('__VERSION__', version)
        this.emitFile({ type: 'asset', fileName: 'worker.js', source })
      },
    },
  }
}
