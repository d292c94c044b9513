import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// The build hook of the package says where the page goes; by hand it is dist/.
const out = process.env.FIRETEAM_PAGE_DIR ?? 'dist'
const server = process.env.FIRETEAM_SERVER ?? 'http://127.0.0.1:8712'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: scripts or styles
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: {
    proxy: { '/api': server, '/ws': { target: server, ws: true } },
  },
  test: { environment: 'node', include: ['src/**/*.test.ts'] },
})
