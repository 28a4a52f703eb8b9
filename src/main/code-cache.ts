import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { resolveHome } from './adapters/config-toml/resolve-home'
import { strangerOnTheWay } from './adapters/own-process/own-way'

/**
 * The folder for what V8 made of the engine's code, in the engine's home. Whoever writes there decides what the next start runs, so it is
 * only given where nobody else can: closed to commands as all of the home is, for its owner alone, reached through no link and no folder
 * of others. Undefined: there is none, and code is compiled anew. Made where it is missing in a home that is there. Never throws.
 */
export function codeCacheFolder(env: NodeJS.ProcessEnv): string | undefined {
  try {
    const folder = join(resolveHome(env, process.platform), 'code-cache')
    if (strangerOnTheWay(folder) !== undefined) return undefined
    if (!lstatSync(folder, { throwIfNoEntry: false })) mkdirSync(folder, { mode: 0o700 })
    return (lstatSync(folder).mode & 0o777) === 0o700 || process.platform === 'win32' ? folder : undefined
  } catch {
    return undefined // no home yet, one that cannot be written to, or none that is known: the start says so, where it matters
  }
}
