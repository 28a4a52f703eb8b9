import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cache, readIfThere, root, sha256, writeDeep } from './places.mjs'
import { pinnedNode, run } from './run.mjs'

/**
 * What of the dependencies is there: all, what starting needs, or nothing that can be used. A stamp of our own decides; without one (someone
 * ran npm by hand) the newer file does.
 * @param {{ lockHash: string, lockTime: number, installedTime: number | undefined, stamp: string | undefined }} facts
 *   times in milliseconds; `installedTime` is undefined when nothing, or only half, is installed
 * @returns {'all' | 'to-start' | 'none'}
 */
export function installed({ lockHash, lockTime, installedTime, stamp }) {
  if (installedTime === undefined) return 'none'
  if (stamp === undefined) return installedTime < lockTime ? 'none' : 'all'
  const [hash, part] = stamp.trim().split(' ')
  if (hash !== lockHash) return 'none'
  return part === undefined ? 'all' : 'to-start'
}

/**
 * Brings node_modules to what the lockfile says; `toStart`: without the tools of tests and checks (tests/package.json), which their first run
 * adds, and without what only installers of Windows are made with, which asks for itself as a peer. Throws, with the reason for a person, when that
 * fails.
 * @param {{ toStart?: boolean }} [options]
 */
export async function ensureInstalled({ toStart = false } = {}) {
  const lock = join(root, 'package-lock.json')
  const stampFile = join(cache, 'install.sha256')
  const lockHash = sha256(readFileSync(lock))
  const there = installed({
    lockHash,
    lockTime: statSync(lock).mtimeMs,
    installedTime: installedTime(),
    stamp: readIfThere(stampFile),
  })
  if (there === 'all' || (there === 'to-start' && toStart)) return
  console.log(there === 'to-start' ? 'Adding the tools of tests …' : 'Installing the dependencies …')
  const how = there === 'to-start' ? ['install', '--no-save'] : [installVerb()]
  const args = [...how, '--loglevel=error', ...(toStart ? ['--workspaces=false', '--omit=peer'] : [])]
  const code = await installWith(args, installedTime() === undefined)
  if (code !== 0) throw new Error(`npm could not install the dependencies (exit code ${String(code)}).`)
  if (!existsSync(pinnedNode))
    throw new Error(`npm left out the pinned Node (${pinnedNode}): allow its install script.`)
  writeDeep(stampFile, toStart ? `${lockHash} to-start` : lockHash)
}

/**
 * The lockfile names no addresses, so that npm asks the registry about each package, and again about its archive. Where nothing is installed, what its
 * cache says is taken first: an older cache may know a version that is locked now not yet, and the registry is asked then. Gives npm's exit code.
 * @param {string[]} args @param {boolean} fresh
 */
export async function installWith(args, fresh) {
  if (fresh && (await npm([...args, '--prefer-offline'])).code === 0) return 0
  if (fresh) console.log('Asking the registry …')
  return (await npm(args)).code
}

function installedTime() {
  const marker = join(root, 'node_modules', '.package-lock.json')
  return existsSync(pinnedNode) && existsSync(marker) ? statSync(marker).mtimeMs : undefined
}

function installVerb() {
  // `npm ci` deletes node_modules first; Windows cannot delete the Node that this very script may be running on.
  const onPinned = process.platform === 'win32' && process.execPath.startsWith(join(root, 'node_modules'))
  return onPinned ? 'install' : 'ci'
}

/** @param {string[]} args */
function npm(args) {
  // Started by npm: the same npm, on the Node that runs it, which is not the one about to be replaced.
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  // npm would keep its code in the temporary folder.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' }
  if (cli?.endsWith('.js')) return run(node ?? process.execPath, [cli, ...args], { env })
  const windows = process.platform === 'win32'
  return run(windows ? 'npm.cmd' : 'npm', args, { shell: windows, env })
}
