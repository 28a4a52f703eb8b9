import { homedir } from 'node:os'
import { createDeskFile } from './adapters/desk-file/desk-file'
import { createHookSettings } from './adapters/hook-settings/hook-settings'
import { textDiff } from './adapters/text-diff/text-diff'
import { resolveHome } from './adapters/config-toml/resolve-home'
import type { createSettingsFile } from './adapters/config-toml/settings-file'
import type { DeskFile, DeskOfHome } from './core/desk-file'
import type { DeskService } from './core/desk-service'
import type { Log } from './core/ports'
import { followDesk } from './hosts/desk/follow-desk'

/** The desk of a home, where this engine's approvals are what it asks. */
export function composeDesk(
  home: string,
  {
    engine: { desk },
    env,
    log,
    settings,
  }: {
    readonly engine: { readonly desk: DeskService }
    readonly env: NodeJS.ProcessEnv
    readonly log: Log
    readonly settings: Pick<ReturnType<typeof createSettingsFile>, 'config' | 'follow'>
  },
): DeskOfHome {
  const file = createDeskFile(home)
  const on = (): boolean => settings.config().desk ?? false
  return {
    ...{ file, diff: textDiff },
    hooks: createHookSettings({ user: env.HOME ?? homedir(), env, project: process.cwd(), home }),
    keepOpen: () => followDesk({ desk, file, log, on, follow: (listener) => settings.follow(listener) }),
  }
}

/** The desk's place in a home, without an engine; absent: the home that the environment names. */
export const deskFileOf = (home: string | undefined, env: NodeJS.ProcessEnv): DeskFile =>
  createDeskFile(home ?? resolveHome(env, process.platform))
