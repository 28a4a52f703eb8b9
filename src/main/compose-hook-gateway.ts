import { homedir } from 'node:os'
import { createHookGatewayFile } from './adapters/hook-gateway-file/hook-gateway-file'
import { createHookSettings } from './adapters/hook-settings/hook-settings'
import { textDiff } from './adapters/text-diff/text-diff'
import { resolveHome } from './adapters/config-toml/resolve-home'
import type { createSettingsFile } from './adapters/config-toml/settings-file'
import type { HookGatewayFile, HookGatewayOfHome } from './core/ports/hook-settings'
import type { HookGatewayService } from './core/engine/engine-service'
import type { Log } from './core/ports/system'
import { followHookGateway } from './hosts/hook-gateway/follow-hook-gateway'

/** The hook gateway of a home, where this engine's approvals are what it asks. */
export function composeHookGateway(
  home: string,
  {
    engine: { hookGateway },
    env,
    log,
    settings,
  }: {
    readonly engine: { readonly hookGateway: HookGatewayService }
    readonly env: NodeJS.ProcessEnv
    readonly log: Log
    readonly settings: Pick<ReturnType<typeof createSettingsFile>, 'config' | 'follow'>
  },
): HookGatewayOfHome {
  const file = createHookGatewayFile(home)
  const on = (): boolean => settings.config().desk ?? false
  return {
    ...{ file, diff: textDiff },
    hooks: createHookSettings({ user: env.HOME ?? homedir(), env, project: process.cwd(), home }),
    keepOpen: () =>
      followHookGateway({ hookGateway, file, log, on, follow: (listener) => settings.follow(listener) }),
  }
}

/** The hook gateway's place in a home, without an engine; absent: the home that the environment names. */
export const hookGatewayFileOf = (home: string | undefined, env: NodeJS.ProcessEnv): HookGatewayFile =>
  createHookGatewayFile(home ?? resolveHome(env, process.platform))
