// Builds bench/<name>.ts into the cache and runs it: npm run bench:<name> -- options. One that takes options has a `main`.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { tomlModules } from '../scripts/toml-modules.mjs'

const root = resolve(import.meta.dirname, '..')
const [name = ''] = process.argv.slice(2)
const outDir = resolve(root, 'node_modules/.cache/bench')
await build({
  root,
  configFile: false,
  logLevel: 'error',
  plugins: [tomlModules()],
  resolve: { alias: { '@shared': resolve(root, 'src/shared') } },
  build: {
    ssr: resolve(root, 'bench', `${name}.ts`),
    outDir,
    emptyOutDir: false,
    minify: false,
    target: 'node24',
  },
})
process.chdir(root)
/** @type {unknown} */
const loaded = await import(pathToFileURL(resolve(outDir, `${name}.js`)).href)
const bench = /** @type {{ main?: (args: string[]) => Promise<number> }} */ (loaded)
process.exitCode = (await bench.main?.(process.argv.slice(3))) ?? 0
