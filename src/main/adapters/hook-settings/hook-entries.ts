import type { HookAgent } from '@shared/domain/hook-agent'
import { z } from 'zod'
import type { HookWay } from '../../core/hook-settings'

/** A day: the agent waits as long as a person may take. */
const patienceSeconds = 86_400

const paths: Readonly<Record<HookAgent, string>> = { 'claude-code': 'claude', codex: 'codex' }

/** One handler of a hook, in the form that the agent's settings have. */
export function handlerOf(agent: HookAgent, way: HookWay): object {
  if (way.kind === 'program') return { type: 'command', command: way.command, timeout: patienceSeconds }
  return {
    type: 'http',
    url: `http://127.0.0.1:${String(way.port)}/${paths[agent]}`,
    timeout: patienceSeconds,
    headers: { Authorization: `Bearer ${way.token}` },
  }
}

const Handler = z.union([
  z.object({
    type: z.literal('http'),
    url: z.string(),
    headers: z.object({ Authorization: z.string().startsWith('Bearer ') }),
  }),
  z.object({ type: z.literal('command'), command: z.string() }),
])

/** How a handler reaches the hook gateway; undefined for one that is not ours. */
export function wayOf(agent: HookAgent, handler: unknown): HookWay | undefined {
  const read = Handler.safeParse(handler).data
  if (read === undefined) return undefined
  if (read.type === 'command')
    return / desk hook (?<agent>[a-z-]+)( |$)/.exec(read.command)?.groups?.['agent'] === agent
      ? { kind: 'program', command: read.command }
      : undefined
  const [, port, path] = /^http:\/\/127\.0\.0\.1:(\d{1,5})\/([a-z]+)$/.exec(read.url) ?? []
  if (path !== paths[agent]) return undefined
  return { kind: 'http', port: Number(port), token: read.headers.Authorization.slice('Bearer '.length) }
}
