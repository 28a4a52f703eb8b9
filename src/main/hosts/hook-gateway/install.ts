import { createServer, type AddressInfo } from 'node:net'
import { hookAgentNames, type HookAgent } from '@shared/domain/hook-agent'
import { quoteCommand } from '@shared/domain/quote-shell'
import type {
  HookChange,
  HookScope,
  HookSettings,
  HookWay,
  HookGatewayFile,
} from '../../core/ports/hook-settings'
import type { TextDiff } from '../../core/ports/patch-files'

/** What putting hooks in takes. `program` is the argv that starts this command line. */
export interface InstallParts {
  readonly home: string
  readonly file: HookGatewayFile
  readonly hooks: HookSettings
  readonly diff: Pick<TextDiff, 'hunks'>
  readonly program: readonly string[]
}

/** What is put in. `byProgram`: by a program that the agent starts, where it could come by itself. */
export interface InstallWish {
  readonly agent: HookAgent
  readonly scope: HookScope
  readonly byProgram: boolean
  readonly everyCall: boolean
}

/** What an agent starts for a hook, as it is put into its settings. */
export const hookCommand = (
  agent: HookAgent,
  { program, home }: Pick<InstallParts, 'program' | 'home'>,
): string => quoteCommand([...program, 'desk', 'hook', agent, '--home', home])

/**
 * What installing would change. Codex only starts programs; in a project's folder no token is put, so that a program is used there as
 * well. Throws as HookSettings.plan does, and FaultError `store-failed` for a hook gateway's place that cannot be used.
 */
export async function planInstall(wish: InstallWish, parts: InstallParts): Promise<HookChange> {
  const { agent, scope, byProgram, everyCall } = wish
  const way: HookWay =
    agent === 'codex' || scope === 'project' || byProgram
      ? {
          kind: 'program',
          command: hookCommand(agent, parts),
        }
      : { kind: 'http', ...(await knownPlace(parts.file)) }
  // What its own reviewer refuses is asked about as well, where it has a hook for that; a yes then counts before its next call.
  const refusals = agent === 'claude-code'
  const events = [
    'PermissionRequest' as const,
    ...(refusals ? (['PermissionDenied'] as const) : []),
    ...(refusals || everyCall ? (['PreToolUse'] as const) : []),
  ]
  return parts.hooks.plan({ agent, scope }, { way, events, retries: !everyCall })
}

/** The hook gateway's place with a port, which is taken now where it has none yet. */
async function knownPlace(file: HookGatewayFile): Promise<{ readonly port: number; readonly token: string }> {
  const { port, token } = await file.open()
  if (port !== 0) return { port, token }
  const free = await freePort()
  await file.keep(free)
  return { port: free, token }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => {
        resolve(port)
      })
    })
  })
}

/** A change as a person is shown it: the file and the lines of it. A token is not shown. */
export function changeText({ path, before, after }: HookChange, diff: Pick<TextDiff, 'hunks'>): string {
  const old = before === undefined ? '/dev/null' : path
  const next = after === undefined ? '/dev/null' : path
  const hunks = diff.hunks(before ?? '', after ?? '').replaceAll(/(Bearer )[A-Za-z0-9_-]{43}/g, '$1…')
  return `--- ${old}\n+++ ${next}\n${hunks}`
}

/** What is to be done besides, once hooks were put in. */
export function afterInstall(agent: HookAgent): string {
  const name = hookAgentNames[agent]
  const trust = agent === 'codex' ? ' Codex asks once whether to trust these hooks: say yes there.' : ''
  return `${name} asks at the desk from its next session on.${trust} The desk has to be open: countersign desk, or “Decide on other agents” in Settings.\n`
}
