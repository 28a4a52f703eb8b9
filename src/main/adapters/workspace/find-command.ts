import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isInstalled } from '../../core/programs/installed-places'
import type { ProgramPlace } from '../../core/ports/workspace'

/** Where a system has the programs that everybody starts by name, or links to them. */
const systemFolders = new Set([
  '/bin',
  '/sbin',
  '/usr/bin',
  '/usr/sbin',
  '/usr/local/bin',
  '/usr/local/sbin',
  '/snap/bin',
  '/opt/homebrew/bin',
  '/opt/local/bin',
  '/run/current-system/sw/bin',
  '/nix/var/nix/profiles/default/bin',
])
function programAt(file: string): string | undefined {
  try {
    const real = realpathSync.native(file)
    if (!statSync(real).isFile()) return undefined
    accessSync(real, constants.X_OK)
    return real
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return undefined // not here, or not to be started by this user
  }
}

/**
 * The program that a command in `cwd` starts under this name, by the rules of execvp: a name with a slash is a path, any
 * other is looked for in the folders of `path` in order, in which an empty or relative one means `cwd`. It is on the way of every
 * command, and a look takes a tenth of what handing it to another thread does.
 */
export function findCommand(name: string, cwd: string, path: string | undefined): ProgramPlace | undefined {
  if (name === '' || name.includes('\0')) return undefined
  const isPath = name.includes('/')
  const folders = isPath ? [''] : (path ?? '/usr/local/bin:/usr/bin:/bin').split(':')
  for (const folder of folders) {
    const file = isPath ? name : join(folder || '.', name)
    const real = programAt(resolve(cwd, file))
    if (real === undefined) continue
    const named = file.startsWith('/') ? file.slice(0, Math.max(file.lastIndexOf('/'), 1)) : ''
    const system = systemFolders.has(named) && isInstalled(real)
    const at = resolve(cwd, file)
    return { path: real, system, ...(!system && at !== real && { at }) }
  }
  return undefined
}
