import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { asciiChunks } from './scripts/ascii-chunks.mjs'
import { calledResources } from './scripts/called-resources.mjs'
import { nodeScripts } from './scripts/node-scripts.mjs'
import { compressedFiles } from './scripts/compressed-files.mjs'
import { bundledPackages } from './scripts/packaging/bundled-packages.mjs'
import { firstScreenChunks, preloadFirstScreen } from './scripts/first-screen-chunks.mjs'
import { readingZod, sparingZod } from './scripts/reading-zod.mjs'
import { lazySchemas } from './scripts/lazy-schemas.mjs'
import { tomlModules } from './scripts/toml-modules.mjs'
import { xtermStyles } from './scripts/xterm-styles.mjs'

const shared = { '@shared': resolve(import.meta.dirname, 'src/shared') }

/** Three bundles: main (the Electron entry, the Node entry, the program of one sandbox runtime and what ssh asks with), the preload as CommonJS (a sandboxed preload cannot be ESM), the renderer. */
export default defineConfig({
  main: {
    resolve: { alias: shared },
    plugins: [
      // By examples the tests hold the records of programs.
      tomlModules({ without: ['examples'] }),
      sparingZod(),
      lazySchemas(),
      calledResources(),
      nodeScripts(),
      bundledPackages(),
      asciiChunks(),
    ],
    build: {
      target: 'node24',
      // Every start loads it whole; in one file, without its languages, that takes a third of the time.
      externalizeDeps: {
        exclude: [
          'zod',
          'execa',
          'diff',
          'uuid',
          'smol-toml',
          'commander',
          'openai',
          '@anthropic-ai/sandbox-runtime',
        ],
      },
      rolldownOptions: {
        // Its proxies are bundled: as modules of Node's they are 63 files and a fetch that nobody calls, 0.3 s of processor with
        // the first run that has a network. What it is for a whole platform looks for its programs beside itself.
        external: ['@anthropic-ai/sandbox-runtime'],
        // Else the name of each module stands before it, in files that every start reads.
        experimental: { attachDebugInfo: 'none' },
        input: {
          index: resolve(import.meta.dirname, 'src/main/index.ts'),
          cli: resolve(import.meta.dirname, 'src/main/cli.ts'),
          'runtime-process': resolve(
            import.meta.dirname,
            'src/main/adapters/sandbox-runtime/runtime-process.ts',
          ),
          askpass: resolve(import.meta.dirname, 'src/main/adapters/askpass/askpass-program.ts'),
        },
        output: {
          format: 'cjs',
          dynamicImportInCjs: false,
          // V8 keeps them with the code. What a bundler reads of them, rolldown still does.
          comments: { jsdoc: false },
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // What is too small for a file of its own in every start.
          codeSplitting: {
            groups: [
              { name: 'clock', test: /\/(?:first-characters|iso-time|machine-server|system\/clock)\.ts$/ },
              {
                name: 'paths',
                test: /\/(?:core\/shell\/paths|domain\/(?:quote-shell|hidden-characters))\.ts$/,
              },
              { name: 'read-regular-file', test: /\/(?:find-program|read-regular-file)\.ts$/ },
              // `assess` reads all of them: in one file that is one less to load.
              {
                name: 'host-settings',
                test: /\/shared\/domain\/(?:(?:host-|fleet-)?settings|lent-key)\.ts$/,
              },
            ],
          },
        },
      },
    },
  },
  preload: {
    resolve: { alias: shared },
    plugins: [bundledPackages()],
    build: {
      target: 'node24',
      externalizeDeps: false,
      rolldownOptions: {
        input: resolve(import.meta.dirname, 'src/preload/index.ts'),
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(import.meta.dirname, 'src/renderer'),
    resolve: { alias: shared },
    plugins: [
      react(),
      tailwindcss(),
      lazySchemas(),
      readingZod(),
      sparingZod(),
      xtermStyles(),
      preloadFirstScreen(),
      compressedFiles(),
      bundledPackages(),
    ],
    build: {
      target: 'chrome152',
      assetsInlineLimit: 0,
      minify: true,
      rolldownOptions: {
        input: resolve(import.meta.dirname, 'src/renderer/index.html'),
        output: { codeSplitting: firstScreenChunks },
      },
    },
  },
})
