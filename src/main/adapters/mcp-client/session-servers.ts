import { resolve } from 'node:path'
import type { McpServer, McpServerStatus, McpTool } from '@shared/domain/mcp-server'
import type { McpCallWorld, McpPlace, McpServers, OpenMcpServers } from '../../core/mcp/mcp-servers'
import type { Clock, CommandRunner } from '../../core/ports'
import type { Workspace } from '../../core/workspace'
import { serverPermit } from '../../core/mcp/server-permit'
import { McpConnection, type ServerLine } from './connection'
import { takesSignIn } from './configured-servers'
import type { SignedInServers } from './sign-in/signed-in'
import { offeredNames } from './tool-names'

/** What sessions' servers are made of. */
export interface McpClientParts {
  /** The configured ones as they are now; a session takes them up with its next turn. */
  readonly servers: () => Readonly<Record<string, McpServer>>
  readonly sandbox: CommandRunner
  readonly unconfined: CommandRunner
  readonly workspace: Pick<Workspace, 'environment'>
  readonly clock: Clock
  readonly env: Readonly<Record<string, string | undefined>>
  readonly version: string
  /** What the person's sign-ins brought; absent: nothing. */
  readonly signedIn?: SignedInServers
}

/** A program under the session's own policy: what a command may do there it may do, and no more. */
async function openRun(
  settings: McpServer & { readonly command: string },
  { cwd, policy }: McpPlace,
  parts: McpClientParts,
  calling: () => McpCallWorld | undefined,
): Promise<ServerLine> {
  const { RunTransport } = await import('./run-transport')
  const permit = serverPermit(policy)
  const open = permit.confinement === 'none'
  const runner = open ? parts.unconfined : parts.sandbox
  const transport = new RunTransport((signal, input, onOutput) =>
    runner.run(
      {
        permit,
        command: [settings.command, ...(settings.args ?? [])],
        cwd: resolve(cwd, settings.cwd ?? '.'),
        workspace: cwd,
        env: { ...parts.workspace.environment(policy, !open), ...settings.env },
        policy,
        timeoutMs: Infinity,
        input,
        // A connection belongs to the call that is being made; outside of one nobody can be asked.
        askHost: (question, over) => calling()?.askHost?.(question, over) ?? Promise.resolve('unanswered'),
      },
      signal,
      onOutput,
    ),
  )
  return { transport, reason: () => transport.reason, stderr: () => transport.stderr }
}

interface Running {
  readonly settings: string
  readonly connection: McpConnection
}

class SessionServers implements McpServers {
  readonly #running = new Map<string, Running>()
  readonly #ending = new Set<Promise<void>>()
  readonly #place: McpPlace
  readonly #parts: McpClientParts
  readonly #onChange: () => void
  #off: readonly string[] = []

  constructor(place: McpPlace, parts: McpClientParts, onChange: () => void) {
    this.#place = place
    this.#parts = parts
    this.#onChange = onChange
    this.follow()
  }

  follow(): void {
    const wanted = Object.entries(this.#parts.servers())
    this.#off = wanted.flatMap(([id, { enabled }]) => (enabled ? [] : [id]))
    const on = new Map(wanted.filter(([, { enabled }]) => enabled))
    for (const [id, { settings, connection }] of [...this.#running]) {
      if (JSON.stringify(on.get(id)) === settings) continue
      this.#running.delete(id)
      const ending = connection.close().finally(() => this.#ending.delete(ending))
      this.#ending.add(ending)
    }
    for (const [id, settings] of on)
      if (!this.#running.has(id))
        this.#running.set(id, { settings: JSON.stringify(settings), connection: this.#connect(id, settings) })
    this.#onChange()
  }

  restart(id: string): void {
    this.#running.get(id)?.connection.restart()
  }

  status(): readonly McpServerStatus[] {
    const tools = this.tools()
    const on = [...this.#running].map(([id, { connection }]) => ({
      ...connection.status(),
      ...this.#auth(id, connection.wantsSignIn),
      tools: tools.filter(({ server }) => server === id),
    }))
    const off = this.#off.map((id): McpServerStatus => ({
      ...{ id, state: 'off', notes: [], tools: [] },
      ...this.#auth(id, false),
    }))
    return [...on, ...off].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }

  tools(): readonly McpTool[] {
    const all = [...this.#running.values()].flatMap(({ connection }) => connection.tools())
    const names = offeredNames(all)
    return all.map((tool, at) => ({ ...tool, offeredAs: names[at] ?? '' }))
  }

  async ready(signal: AbortSignal): Promise<void> {
    const all = Promise.all([...this.#running.values()].map(({ connection }) => connection.settled))
    const given = Promise.withResolvers<undefined>()
    const giveUp = (): void => {
      given.resolve(undefined)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    await Promise.race([all, signal.aborted ? undefined : given.promise])
    signal.removeEventListener('abort', giveUp)
  }

  async call(
    tool: Pick<McpTool, 'server' | 'name' | 'hash'>,
    args: Readonly<Record<string, unknown>>,
    world: McpCallWorld,
  ) {
    const connection = this.#running.get(tool.server)?.connection
    if (connection) return connection.call(tool, args, world)
    const reason = `there is no server ${tool.server}`
    return { kind: 'stopped', cause: 'unreachable', reason, durationMs: 0 } as const
  }

  async close(): Promise<void> {
    await Promise.all([
      ...this.#ending,
      ...[...this.#running.values()].map(({ connection }) => connection.close()),
    ])
  }

  #auth(id: string, wantsSignIn: boolean): Pick<McpServerStatus, 'auth'> {
    const server = this.#parts.servers()[id]
    if (server?.bearer_token_env_var !== undefined) return { auth: 'bearer-token' }
    if (server?.url === undefined || !takesSignIn(server)) return {}
    if (wantsSignIn) return { auth: 'not-signed-in' }
    return this.#parts.signedIn?.has(id, server.url) === true ? { auth: 'o-auth' } : {}
  }

  #connect(id: string, settings: McpServer): McpConnection {
    const { clock, env, version, signedIn } = this.#parts
    const open = async (): Promise<ServerLine> => {
      const { command, url } = settings
      if (command !== undefined)
        return openRun({ ...settings, command }, this.#place, this.#parts, () => connection.calling)
      if (url === undefined) throw new Error('neither a command nor a url is configured')
      const { openHttp } = await import('./http-line')
      return openHttp({ ...settings, url }, env, takesSignIn(settings) ? signedIn?.open(id, url) : undefined)
    }
    const connection = new McpConnection({
      ...{ id, settings, version, clock, open },
      cwd: this.#place.cwd,
      // The first change comes before this session has them.
      onChange: () => {
        queueMicrotask(this.#onChange)
      },
    })
    return connection
  }
}

/** Opens the configured servers for a session. Programs run under the session's policy, in the sandbox where it has one. */
export function createMcpClient(parts: McpClientParts): OpenMcpServers {
  return (place, onChange = () => undefined) => new SessionServers(place, parts, onChange)
}
