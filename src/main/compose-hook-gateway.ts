import { homedir } from 'node:os'
import { FaultError } from '@shared/domain/fault'
import { HookAgent, type HookAgentState } from '@shared/domain/hook-agent'
import { createHookGatewayFile } from './adapters/hook-gateway-file/hook-gateway-file'
import type { HookFolders } from './adapters/hook-settings/hook-settings'
import { textDiff } from './adapters/text-diff/text-diff'
import { resolveHome } from './adapters/config-toml/resolve-home'
import type { createSettingsFile } from './adapters/config-toml/settings-file'
import type { HookGatewayFile, HookGatewayOfHome, HookSettings } from './core/ports/hook-settings'
import type { AgentConnections } from './core/ports/home-files'
import type { HookGatewayService } from './core/engine/engine-service'
import type { Log } from './core/ports/system'
import { followHookGateway } from './hosts/hook-gateway/follow-hook-gateway'

/** The hooks in the settings of agents. What reads and edits them is loaded when they are looked at. */
function hookSettings(folders: HookFolders): HookSettings {
  const made = async () =>
    (await import('./adapters/hook-settings/hook-settings')).createHookSettings(folders)
  return {
    plan: async (...given) => (await made()).plan(...given),
    make: async (...given) => (await made()).make(...given),
    isThere: async (...given) => (await made()).isThere(...given),
    installed: async (...given) => (await made()).installed(...given),
  }
}

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
    hooks: hookSettings({ user: env.HOME ?? homedir(), env, project: process.cwd(), home }),
    keepOpen: () =>
      followHookGateway({ hookGateway, file, log, on, follow: (listener) => settings.follow(listener) }),
  }
}

/** Has agents ask at the hook gateway of a home: the person's own settings of each, of those that reach it by themselves. */
export function composeAgentConnections(
  home: string,
  env: NodeJS.ProcessEnv,
  settings: Pick<ReturnType<typeof createSettingsFile>, 'config'>,
): AgentConnections {
  const hooks = hookSettings({ user: env.HOME ?? homedir(), env, project: process.cwd(), home })
  const scope = 'user'
  return {
    async look() {
      const there: HookAgentState[] = []
      for (const agent of HookAgent.options) {
        if (!(await hooks.isThere({ agent, scope }))) continue
        const asks = (await hooks.installed({ agent, scope })).length > 0
        there.push({ agent, connected: asks && settings.config().desk === true })
      }
      return there
    },
    async connect({ agent, on, shown }) {
      const { changeText, planInstall } = await import('./hosts/hook-gateway/install')
      const parts = { home, file: createHookGatewayFile(home), hooks, diff: textDiff, program: [] }
      const change = on
        ? await planInstall({ agent, scope, byProgram: false, everyCall: false }, parts)
        : await hooks.plan({ agent, scope }, undefined)
      const { path } = change
      const said = change.before === change.after ? '' : changeText(change, textDiff)
      if (shown === undefined) return { path, change: said, made: false }
      if (shown !== said)
        throw new FaultError({
          code: 'bad-request',
          message: `${path} is not any more what it was when this was shown. Nothing was changed.`,
        })
      await hooks.make(change)
      return { path, change: said, made: true }
    },
  }
}

/** The hook gateway's place in a home, without an engine; absent: the home that the environment names. */
export const hookGatewayFileOf = (home: string | undefined, env: NodeJS.ProcessEnv): HookGatewayFile =>
  createHookGatewayFile(home ?? resolveHome(env, process.platform))
