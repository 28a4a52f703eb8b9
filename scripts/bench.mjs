// `npm run bench [name…]`: bundles each bench/<name>.ts with vite and runs it on the pinned Node, one after the other. Each
// in a process of its own: this one is large by then, and starting programs from a large one takes much longer.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { tomlModules } from './toml-modules.mjs'

const root = join(import.meta.dirname, '..')
const outDir = join(root, 'node_modules/.cache/countersign/bench')
const wanted = process.argv.slice(2)
const names = readdirSync(join(root, 'bench'))
  .filter(
    (name) =>
      name.endsWith('.ts') &&
      ![
        'app-session.ts',
        'hosts-in-a-window.ts',
        'measure.ts',
        'rehearsal-arrival.ts',
        'risk.ts',
        'risk-world.ts',
        'tasks.ts',
        'window.ts',
      ].includes(name),
  )
  .map((name) => name.slice(0, -3))
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. Expected of: ${names.join(', ')}.`)
  process.exit(2)
}

for (const name of wanted.length === 0 ? names : wanted) {
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
  const { status } = spawnSync(process.execPath, [join(outDir, `${name}.mjs`)], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
