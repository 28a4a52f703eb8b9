import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { resolveHome } from './adapters/config-toml/resolve-home'
import { engineAt, findEngine } from './adapters/engine-socket/find-engine'
import { startEngine } from './adapters/engine-socket/start-engine'
import type { EngineSocket } from './hosts/cli/engine-socket'

/** What an engine is looked for with. */
export interface AttachOptions {
  readonly env: NodeJS.ProcessEnv
  readonly version: string
  /** The folder of the built entry. */
  readonly moduleDir: string
}

/** The socket at which the engine of this home is attached to. Throws an error of one line where the environment names no home. */
export function composeAttach({ env, version, moduleDir }: AttachOptions): EngineSocket {
  const home = resolveHome(env, process.platform)
  const folder = createHash('sha256').update(realpathSync(moduleDir)).digest('hex').slice(0, 16)
  const build = `${version}+${folder}`
  // The flag that bin/countersign gives (decision 161), and none of a debugger's.
  const ownFlags = process.execArgv.filter((flag) => flag.startsWith('--max-semi-space-size='))
  return {
    build,
    find: (confinement) => findEngine(home, { version: build, confinement }),
    at: (path, confinement) => engineAt(path, { version: build, confinement }),
    start: (args) => startEngine([process.execPath, ...ownFlags, join(moduleDir, 'cli.js'), ...args], env),
  }
}
