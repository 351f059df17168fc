import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { site } from './site'
import { turns } from './turns'

// The server serves index.html for every page of the client, and /assets with names that change with their content.
// `--mode site` builds plain files for any static host instead.
export default defineConfig(({ mode }) => ({
  plugins: [svelte(), mode === 'site' ? site(process.env.SITE_ADDRESS ?? './') : turns()],
  base: './', // below the <base> of the server's page, or wherever a static host puts the files
  build: {
    outDir: mode === 'site' ? '../build/site' : '../src/brocante/client',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  worker: { format: 'es' },
  // Sentences are read from the Python package beside this folder.
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: 'http://localhost:8000', ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
}))
