import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// The server serves index.html for every page of the client, and /assets with names that change with their content.
export default defineConfig({
  plugins: [svelte()],
  base: './', // the server puts the path that it is served under in the place of the dot
  build: {
    outDir: '../src/brocante/client',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  // Sentences are read from the Python package beside this folder.
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: 'http://localhost:8000', ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
})
