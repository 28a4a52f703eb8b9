import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { keepCodeAhead } from './kept-code.mjs'
import { readIfThere, root, sha256, writeDeep } from './places.mjs'
import { runTool } from './run.mjs'

const products = ['main/index.js', 'main/cli.js', 'preload/index.cjs', 'renderer/index.html']
const inputs = [
  'src',
  'electron.vite.config.ts',
  'scripts/ascii-chunks.mjs',
  'scripts/called-resources.mjs',
  'scripts/toml-modules.mjs',
  'scripts/first-screen-chunks.mjs',
  'scripts/compressed-files.mjs',
  'scripts/reading-zod.mjs',
  'scripts/setup/kept-code.mjs',
  'scripts/xterm-styles.mjs',
  'scripts/node-scripts.mjs',
  'scripts/packaging/bundled-packages.mjs',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
]

/**
 * One hash over everything a build depends on: names and contents, in a fixed order.
 * @param {string} base the folder that holds the inputs
 * @param {readonly string[]} names files and folders below it; a missing one counts as such
 */
export function inputHash(base, names) {
  const lines = names.flatMap((name) => filesUnder(base, name))
  return sha256(lines.map((name) => `${name} ${sha256(readFileSync(join(base, name)))}`).join('\n'))
}

/** @param {string} base @param {string} name @returns {string[]} */
function filesUnder(base, name) {
  const path = join(base, name)
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [name]
  return readdirSync(path)
    .sort()
    .flatMap((entry) => filesUnder(base, `${name}/${entry}`))
}

/**
 * Builds `out/` when it does not belong to the sources, or always with `force`. Throws when the build fails; then no
 * stamp is left, so that the next call builds again.
 * @param {{ force?: boolean }} [options]
 */
export async function ensureBuilt({ force = false } = {}) {
  const stampFile = join(root, 'out', '.stamp')
  const hash = inputHash(root, inputs)
  const complete = products.every((name) => existsSync(join(root, 'out', name)))
  if (!force && complete && readIfThere(stampFile) === hash) return
  console.log('Building …')
  rmSync(stampFile, { force: true })
  const { code, output } = await runTool('electron-vite', ['build', '--logLevel', 'warn'], { capture: true })
  if (code !== 0) throw new Error(`The build failed:\n${output.trim()}`)
  await keepCodeAhead()
  writeDeep(stampFile, hash)
}
