import { homedir } from 'node:os'
import { loadSettings } from './adapters/config-toml/load-settings'
import { managedFiles } from './adapters/config-toml/managed-files'
import { resolveHome } from './adapters/config-toml/resolve-home'
import { requireOwnHome } from './adapters/own-process/own-way'
import { lastingRootProblems } from './adapters/sandbox-linux/protection/settle-policy'
import { ensureFolder } from './adapters/store-jsonl/ensure-folder'
import { sessionDefaults } from './core/settings/session-defaults'
import type { ConfigFlags } from './core/settings/settings-store'

/** The home that a start is for. `flags`: what the command line says over the configuration. */
export interface HomeOptions {
  readonly env: NodeJS.ProcessEnv
  readonly flags?: ConfigFlags
}

/** A home that is there, and its configuration, which can be used. */
export type OpenedHome = Awaited<ReturnType<typeof openHome>>

/**
 * Looks at what a person may have to mend before anything can be started, and loads little for it. Throws an error whose message is one line
 * for a person: a bad config.toml, a home that cannot be made.
 */
export async function openHome({ env, flags = {} }: HomeOptions) {
  const home = resolveHome(env, process.platform)
  requireOwnHome(home)
  const place = { home, env, managed: managedFiles(home, env, process.platform), flags }
  const loaded = await loadSettings(place)
  await ensureFolder(home).catch((error: unknown) => {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new Error(
      `${home} cannot be made (${reason}); expected a folder that may be written to, or COUNTERSIGN_HOME set to one.`,
      { cause: error },
    )
  })
  const [rootProblem] = lastingRootProblems(
    sessionDefaults(loaded.config, undefined, undefined).sandboxPolicy,
    env.HOME ?? homedir(),
  )
  if (rootProblem !== undefined) throw new Error(`${loaded.path}: sandbox_workspace_write: ${rootProblem}`)
  return { home, place, loaded }
}
