import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { extractAll } from '@electron/asar'
import { root } from '../setup/places.mjs'
import { pinnedNode } from '../setup/run.mjs'

/**
 * Lays out the engine as programs without a window start it: the archive's own content, the pinned Node and the launcher, in the
 * places that they have in a checkout. The runtime of the window runs no script (its runAsNode fuse is off), and a plain Node reads
 * no archive (decision 114).
 * @param {string} archive the window's app.asar
 * @param {string} engine the folder to make; what is there goes
 */
export function placeEngine(archive, engine) {
  rmSync(engine, { recursive: true, force: true })
  mkdirSync(engine, { recursive: true })
  extractAll(archive, engine)
  // Extracting loses which files may be run; these are the ones that may.
  const unpacked = `${archive}.unpacked`
  if (existsSync(unpacked)) cpSync(unpacked, engine, { recursive: true, force: true })
  // The window's own: nothing here could load them.
  for (const name of ['out/preload', 'out/main/index.js'])
    rmSync(join(engine, name), { recursive: true, force: true })
  const node = join(engine, relative(root, pinnedNode))
  mkdirSync(dirname(node), { recursive: true })
  copyFileSync(pinnedNode, node)
  chmodSync(node, 0o755)
  const launchers =
    process.platform === 'win32' ? ['countersign.cmd'] : ['countersign', 'countersign-askpass']
  mkdirSync(join(engine, 'bin'))
  for (const launcher of launchers) {
    copyFileSync(join(root, 'bin', launcher), join(engine, 'bin', launcher))
    chmodSync(join(engine, 'bin', launcher), 0o755)
  }
}
