import { isAbsolute, resolve } from 'node:path'
import { setImmediate as nextRound } from 'node:timers/promises'
import { createHash } from 'node:crypto'
import type { Grant } from '@shared/domain/grant'
import type { McpServer, McpServerStatus, McpTool } from '@shared/domain/mcp-server'
import type {
  McpCallWorld,
  McpPlace,
  McpServers,
  OpenMcpServers,
  StoppedServer,
} from '../../core/mcp/mcp-servers'
import type { RunningStops } from '../../core/run/running-stops'
import type { Clock } from '../../core/ports/system'
import type { CommandRunner } from '../../core/ports/sandbox'
import type { Workspace } from '../../core/ports/workspace'
import { holdsSecret } from '../../core/redaction/known-secrets'
import { serverPermit } from '../../core/mcp/server-permit'
import { McpConnection, type ServerLine } from './mcp-connection'
import { takesSignIn } from './configured-servers'
import type { UnnamedTool } from './read-tools'
import type { SignedInServers } from './sign-in/signed-in'

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

/** What a server's process may do besides, and what is seen of its stops; kept from one start to the next. */
interface OwnRights {
  readonly given: Grant[]
  readonly answered: Grant[]
  stops: RunningStops | undefined
}

/** A server whose program is started, for a session. */
interface ServerRun {
  readonly id: string
  readonly settings: McpServer & { readonly command: string }
  readonly place: McpPlace
  readonly own: OwnRights
}

/**
 * Where a server's program is started. One that is given a key, and named by no path below the session's folder, is in no folder that commands write to, nor has their caches: npx, Python and others
 * load what lies there, and with it the key would be a command's.
 */
function placeOf({ id, settings, place: { cwd } }: ServerRun, given: Readonly<Record<string, string>>) {
  const isApart = Object.entries(given).some(holdsSecret)
  const isBelow = /[/\\]/.test(settings.command) && !isAbsolute(settings.command)
  return {
    cwd: isApart && !isBelow && settings.cwd === undefined ? '/' : resolve(cwd, settings.cwd ?? '.'),
    ...(isApart && { cachesOf: `${cwd}\0${id}` }),
  }
}

/** A program under the session's own policy: what a command may do there it may do, and no more. */
async function openRun(
  run: ServerRun,
  parts: McpClientParts,
  calling: () => McpCallWorld | undefined,
): Promise<ServerLine> {
  const { RunTransport } = await import('./run-transport')
  const {
    settings,
    place: { cwd, policy },
    own,
  } = run
  const given = { ...named(settings.env_vars, parts.env), ...settings.env }
  const permit = serverPermit(policy, own.given)
  const open = permit.confinement === 'none'
  const runner = open ? parts.unconfined : parts.sandbox
  const transport = new RunTransport((signal, input, onOutput) =>
    runner.run(
      {
        permit,
        command: [settings.command, ...(settings.args ?? [])],
        ...placeOf(run, given),
        workspace: cwd,
        env: {
          ...parts.workspace.environment(policy, !open),
          ...given,
        },
        policy,
        timeoutMs: Infinity,
        input,
        onStops: (stops) => {
          own.stops = stops
        },
        // A connection belongs to the call that is being made; outside of one nobody can be asked.
        askHost: (question, over) => calling()?.askHost?.(question, over) ?? Promise.resolve('unanswered'),
      },
      signal,
      onOutput,
    ),
  )
  return { transport, reason: () => transport.reason, stderr: () => transport.stderr }
}

/** Those of these variables that are set. */
const named = (names: readonly string[] = [], env: McpClientParts['env']): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** No hints are written so. */
const restated = 'restated'

/** What was said of each tool's effect when a session first heard of it, by server and name; `restated` once that was another. */
type FirstHints = Map<string, string>

/** Names of tools that are kept of a session; what is listed beyond is in doubt. */
const mostHints = 5000

interface Running {
  readonly settings: string
  readonly connection: McpConnection
}

class SessionServers implements McpServers {
  readonly #running = new Map<string, Running>()
  readonly #rights = new Map<string, OwnRights>()
  readonly #ending = new Set<Promise<void>>()
  readonly #place: McpPlace
  readonly #parts: McpClientParts
  readonly #onChange: () => void
  readonly #hints: FirstHints
  #off: readonly string[] = []

  constructor(place: McpPlace, parts: McpClientParts, hints: FirstHints, onChange: () => void) {
    this.#place = place
    this.#parts = parts
    this.#hints = hints
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

  stopped(id: string): StoppedServer {
    const own = this.#rightsOf(id)
    return {
      answered: own.answered,
      take: async () => {
        // What was reported before the server said anything has come by then: it waits for the report before it goes on.
        for (let round = 0; round < 2; round++) await nextRound()
        return (await own.stops?.take()) ?? []
      },
      beginWith: async (grants, signal) => {
        own.given.push(...grants)
        this.#running.get(id)?.connection.beginAgain()
        await this.ready(signal)
      },
    }
  }

  takeBack(): void {
    for (const [id, own] of this.#rights) {
      own.answered.length = 0
      if (own.given.length === 0) continue
      own.given.length = 0
      this.#running.get(id)?.connection.beginAgain()
    }
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
    return all.map((tool, at) => ({
      ...tool,
      offeredAs: names[at] ?? '',
      ...(this.#isRestated(tool) && { restated: true as const }),
    }))
  }

  async ready(signal: AbortSignal): Promise<void> {
    const all = Promise.all([...this.#running.values()].map(({ connection }) => connection.ready()))
    const given = Promise.withResolvers<undefined>()
    const giveUp = (): void => {
      given.resolve(undefined)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    await Promise.race([all, signal.aborted ? undefined : given.promise])
    signal.removeEventListener('abort', giveUp)
  }

  async current(tool: McpTool, signal: AbortSignal): Promise<McpTool> {
    const isRead = (await this.#running.get(tool.server)?.connection.listed(signal)) ?? true
    const now = this.tools().find(({ server, name }) => server === tool.server && name === tool.name)
    // The call is made by the name that the model has.
    return { ...(now ?? tool), offeredAs: tool.offeredAs, ...(!isRead && { unread: true as const }) }
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

  #rightsOf(id: string): OwnRights {
    const known = this.#rights.get(id) ?? { given: [], answered: [], stops: undefined }
    this.#rights.set(id, known)
    return known
  }

  /** A hint that was another one when the tool was first listed stays in doubt, also when it is taken back. */
  #isRestated({ server, name, annotations }: UnnamedTool): boolean {
    const key = JSON.stringify([server, name])
    const { title: _, ...hints } = annotations
    const now = JSON.stringify(hints)
    const first = this.#hints.get(key) ?? (this.#hints.size < mostHints ? now : restated)
    if (this.#hints.size < mostHints || this.#hints.has(key))
      this.#hints.set(key, first === now ? now : restated)
    return first !== now
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
      if (command !== undefined) {
        const run = { id, settings: { ...settings, command }, place: this.#place, own: this.#rightsOf(id) }
        return openRun(run, this.#parts, () => connection.calling)
      }
      if (url === undefined) throw new Error('neither a command nor a url is configured')
      const { openHttp } = await import('./http-line')
      return openHttp({ ...settings, url }, env, takesSignIn(settings) ? signedIn?.open(id, url) : undefined)
    }
    const connection = new McpConnection({
      ...{ id, settings, version, clock, open },
      cwd: this.#place.cwd,
      // The first change comes before this session has them.
      onChange: () => {
        queueMicrotask(() => {
          // Each list counts, also one that nobody asks for before the next.
          this.tools()
          this.#onChange()
        })
      },
    })
    return connection
  }
}

/** What models take for the name of a tool. */
const maxLength = 64

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

const plain = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]/g, '_')

/** A tool by its server and the server's own name for it. */
interface NamedTool {
  readonly server: string
  readonly name: string
}

/**
 * The names that models get: `server__tool` in letters, digits, "-" and "_", at most 64 long. A name that had to be changed or
 * that two would share ends in a digest of what it stands for, so that no tool can take another's by being listed first.
 */
function offeredNames(tools: readonly NamedTool[], taken: readonly string[] = []): readonly string[] {
  const wished = tools.map(({ server, name }) => plain(`${server}__${name}`))
  return tools.map(({ server, name }, at) => {
    const wish = wished[at] ?? ''
    const shared = taken.includes(wish) || wished.filter((each) => each === wish).length > 1
    if (!shared && wish.length <= maxLength && wish === `${server}__${name}`) return wish
    return `${wish.slice(0, maxLength - 9)}_${digest(JSON.stringify([server, name]))}`
  })
}

/** Opens the configured servers for a session. Programs run under the session's policy, in the sandbox where it has one. */
export function createMcpClient(parts: McpClientParts): OpenMcpServers {
  // A session's servers are opened anew when its policy changes: what they said before still counts.
  const hints = new Map<string, FirstHints>()
  return (place, onChange = () => undefined) => {
    const { sessionId } = place
    const own: FirstHints = (sessionId === undefined ? undefined : hints.get(sessionId)) ?? new Map()
    if (sessionId !== undefined) hints.set(sessionId, own)
    return new SessionServers(place, parts, own, onChange)
  }
}
