import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cache, readIfThere, root, sha256, writeDeep } from './places.mjs'
import { run, pinnedNode, toolEnvironment } from './run.mjs'

const downloadLimitMs = 120_000
const retryAfterMs = 6 * 3_600_000

/** `folder` is what a package is made from. @typedef {{ kind: 'ready', path: string, folder: string } | { kind: 'none', reason: string }} Runtime */

/**
 * Why a desktop window cannot open here, whatever runtime there is; undefined when nothing speaks against it.
 * @param {{ platform: string, env: NodeJS.ProcessEnv, uid: number | undefined }} facts
 * @returns {string | undefined}
 */
export function desktopObstacle({ platform, env, uid }) {
  if (platform !== 'linux') return undefined
  if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return 'No display'
  // Chromium refuses root unless its sandbox is off, and this project never turns it off.
  if (uid === 0) return 'The desktop window does not run as root'
  return undefined
}

/**
 * Whether an earlier failed download still counts: same Electron, and not too long ago.
 * @param {string | undefined} record what `rememberFailure` wrote
 * @param {{ key: string, now: number }} present
 */
export function failureStands(record, { key, now }) {
  const [recordedKey, time] = (record ?? '').split(' ')
  const age = now - Number(time)
  return recordedKey === key && age >= 0 && age < retryAfterMs
}

/**
 * The Electron runtime: the one that is there, else a download, bounded in time. A failed download is remembered for
 * six hours, so that the next start is quick; `retry` asks again all the same. Never throws.
 * @param {{ retry?: boolean }} [options]
 * @returns {Promise<Runtime>}
 */
export async function obtainRuntime({ retry = false } = {}) {
  const found = installedRuntime()
  if (found !== undefined) return { kind: 'ready', ...found }
  const record = join(cache, 'electron-download')
  const key = sha256(readIfThere(join(root, 'node_modules/electron/package.json')) ?? '')
  if (!retry && failureStands(readIfThere(record), { key, now: Date.now() }))
    return { kind: 'none', reason: 'The Electron runtime could not be downloaded earlier today' }
  console.log('Downloading the Electron runtime …')
  const installer = join(root, 'node_modules/electron/install.js')
  const { timedOut } = await run(pinnedNode, [installer], {
    capture: true,
    timeoutMs: downloadLimitMs,
    env: toolEnvironment(),
  })
  const arrived = installedRuntime()
  if (arrived !== undefined) return { kind: 'ready', ...arrived }
  writeDeep(record, `${key} ${String(Date.now())}`)
  const why = timedOut ? 'did not arrive in two minutes' : 'could not be downloaded'
  return { kind: 'none', reason: `The Electron runtime ${why}` }
}

function installedRuntime() {
  const electron = join(root, 'node_modules', 'electron')
  // Written last by the installer: without it the folder may hold half a runtime.
  const executable = readIfThere(join(electron, 'path.txt'))
  // The same variable that the electron package itself honours.
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (override === undefined && executable === undefined) return undefined
  const folder = override ?? join(electron, 'dist')
  const path = join(folder, executable ?? defaultExecutable())
  return existsSync(path) ? { path, folder } : undefined
}

function defaultExecutable() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}
