// Builds the renderer with the stub in the preload's place into node_modules/.cache/preview.
import { join, resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { xtermStyles } from '../../../scripts/xterm-styles.mjs'

const repository = resolve(import.meta.dirname, '../../..')

await build({
  configFile: false,
  logLevel: 'warn',
  root: import.meta.dirname,
  base: './',
  resolve: { alias: { '@shared': join(repository, 'src/shared') } },
  plugins: [react(), tailwindcss(), xtermStyles()],
  build: {
    outDir: join(repository, 'node_modules/.cache/preview'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'chrome140',
    chunkSizeWarningLimit: 2000,
  },
})
