// `npm run bench [name…]`: bundles each bench/<name>.ts with vite and runs it on the pinned Node, one after the other.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { tomlModules } from './toml-modules.mjs'

const root = join(import.meta.dirname, '..')
const outDir = join(root, 'node_modules/.cache/countersign/bench')
const wanted = process.argv.slice(2)
const names = readdirSync(join(root, 'bench'))
  .filter((name) => name.endsWith('.ts') && !['measure.ts', 'risk.ts', 'risk-world.ts'].includes(name))
  .map((name) => name.slice(0, -3))
  .filter((name) => wanted.length === 0 || wanted.includes(name))

for (const name of names) {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [tomlModules()],
    resolve: { alias: { '@shared': join(root, 'src/shared') } },
    build: {
      ssr: join(root, `bench/${name}.ts`),
      outDir,
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  })
  console.log(`\n## ${name}\n`)
  await import(pathToFileURL(join(outDir, `${name}.mjs`)).href)
}
