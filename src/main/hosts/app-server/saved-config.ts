import type { SettingsView } from '@shared/domain/settings-view'
import type { ResultOf } from './protocol/client-requests'

type SavedConfig = ResultOf<'getUserSavedConfig'>['config']

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/** What a person has written in config.toml, in the wire's form; what was never written is null. */
export function savedConfig({ rows }: SettingsView): SavedConfig {
  const saved = new Map(
    rows.flatMap(({ key, value, source }) => (source === 'config' ? [[key, value] as const] : [])),
  )
  const of = (key: string): unknown => saved.get(key) ?? null
  const inWorkspace = [...saved.keys()].some((key) => key.startsWith('sandbox_workspace_write.'))
  const roots = of('sandbox_workspace_write.writable_roots')
  return {
    approvalPolicy: of('approval_policy'),
    sandboxMode: textOf(of('sandbox_mode')),
    sandboxSettings: inWorkspace
      ? {
          writableRoots: Array.isArray(roots) ? roots.map(String) : [],
          networkAccess: flagOf(of('sandbox_workspace_write.network_access')),
          excludeTmpdirEnvVar: flagOf(of('sandbox_workspace_write.exclude_tmpdir_env_var')),
          excludeSlashTmp: flagOf(of('sandbox_workspace_write.exclude_slash_tmp')),
        }
      : null,
    forcedChatgptWorkspaceId: null,
    forcedLoginMethod: null,
    model: textOf(of('model')),
    modelReasoningEffort: textOf(of('model_reasoning_effort')),
    modelReasoningSummary: textOf(of('model_reasoning_summary')),
    modelVerbosity: textOf(of('model_verbosity')),
    tools: null,
    profile: textOf(of('profile')),
    profiles: profilesOf(saved),
  }
}

/** The profiles' tables, as far as their rows say them. */
function profilesOf(saved: ReadonlyMap<string, unknown>): Record<string, Record<string, unknown>> {
  const profiles: Record<string, Record<string, unknown>> = {}
  for (const [key, value] of saved) {
    const [, name, rest] = /^profiles\.([^.]+)\.(.+)$/.exec(key) ?? []
    if (name === undefined || rest === undefined) continue
    profiles[name] = { ...profiles[name], [rest]: value }
  }
  return profiles
}
