import { isAbsolute } from 'node:path'
import {
  agent,
  RequestError,
  type AgentApp,
  type AgentContext,
  type McpServer,
} from '@agentclientprotocol/sdk'
import { toFault } from '@shared/domain/fault'
import type { SessionSummary } from '@shared/domain/session'
import type { EngineService } from '../../core/engine/engine-service'
import type { Log } from '../../core/ports/system'
import type { EngineChoice } from '../cli/composed-engine'
import type { Engines } from '../cli/engines'
import { configFlags, type Json } from '../cli/config-flags'
import { AcpSession } from './acp-session'
import { modeChange, optionChange } from './modes'
import { UnusableContent } from './prompt-input'

/** What the sessions of a client are run by. */
export interface AcpEngine {
  readonly engine: EngineService
  readonly log: Log
}

/** What the agent is made with. */
export interface AcpAgentParts {
  readonly version: string
  readonly engines: Engines<AcpEngine>
  readonly congested: () => boolean
}

/** Where a session works, and with which servers besides the configured ones. */
interface SessionPlace {
  readonly cwd: string
  readonly mcpServers?: readonly McpServer[]
  readonly additionalDirectories?: readonly string[]
}

const protocolVersion = 1
/** The protocol's code for a thing that is not there. */
const notFound = -32_002

/** What went wrong, as an error of the protocol: one line and, where there is one, what helps. */
function asRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  if (error instanceof UnusableContent) return RequestError.invalidParams(undefined, error.message)
  const { code, message, remedy } = toFault(error)
  const text = remedy === undefined ? message : `${message} ${remedy}`
  if (code === 'unknown-session') return new RequestError(notFound, text)
  return code === 'bad-request' || code === 'turn-running'
    ? RequestError.invalidParams({ code }, text)
    : RequestError.internalError({ code }, text)
}

/** The agent as an ACP client sees it (docs/spec/acp.md): one for each connection. */
export class AcpHost {
  readonly app: AgentApp
  readonly #parts: AcpAgentParts
  readonly #open = new Map<string, AcpSession>()

  constructor(parts: AcpAgentParts) {
    this.#parts = parts
    this.app = this.#answering(agent({ name: 'countersign' }))
  }

  /** Hears and tells no more. */
  drop(): void {
    for (const session of this.#open.values()) session.drop()
    this.#open.clear()
  }

  #answering(app: AgentApp): AgentApp {
    return app
      .onRequest('initialize', () => ({
        protocolVersion,
        agentInfo: { name: 'countersign', title: 'Countersign', version: this.#parts.version },
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { image: true, embeddedContext: true },
          mcpCapabilities: { http: true },
          sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
        },
        authMethods: [],
      }))
      .onRequest('session/new', ({ params, client }) =>
        this.#try(async () => {
          const composed = await this.#engineFor(params)
          const session = await composed.engine.createSession({ cwd: params.cwd })
          const opened = await this.#take(composed, session, client)
          return { sessionId: session.id, ...opened.settings }
        }),
      )
      .onRequest('session/load', ({ params, client }) =>
        this.#try(async () => {
          const { opened, events } = await this.#resume(params, client)
          await opened.replay(events)
          return opened.settings
        }),
      )
      .onRequest('session/resume', ({ params, client }) =>
        this.#try(async () => (await this.#resume(params, client)).opened.settings),
      )
      .onRequest('session/list', ({ params }) => this.#try(() => this.#list(params)))
      .onRequest('session/close', ({ params }) =>
        this.#try(async () => {
          const { engine } = this.#get(params.sessionId)
          this.#forget(params.sessionId)
          await engine.unloadSession(params.sessionId)
          return {}
        }),
      )
      .onRequest('session/delete', ({ params }) =>
        this.#try(async () => {
          const engine = this.#open.get(params.sessionId)?.engine ?? (await this.#first()).engine
          this.#forget(params.sessionId)
          await engine.deleteSession(params.sessionId)
          return {}
        }),
      )
      .onRequest('session/prompt', ({ params, signal }) =>
        this.#try(async () => ({
          stopReason: await this.#get(params.sessionId).prompt(params.prompt, signal),
        })),
      )
      .onNotification('session/cancel', ({ params }) => this.#open.get(params.sessionId)?.interrupt())
      .onRequest('session/set_mode', ({ params }) =>
        this.#try(async () => {
          const session = this.#get(params.sessionId)
          const change = modeChange(params.modeId)
          if (!change)
            throw RequestError.invalidParams(
              undefined,
              `There is no mode ${JSON.stringify(params.modeId.slice(0, 80))}; expected one of availableModes`,
            )
          session.changed(await session.engine.configureSession(params.sessionId, change))
          return {}
        }),
      )
      .onRequest('session/set_config_option', ({ params }) =>
        this.#try(async () => {
          const session = this.#get(params.sessionId)
          const { models } = await session.engine.state()
          const change = optionChange(params.configId, params.value, models)
          if (!change)
            throw RequestError.invalidParams(
              undefined,
              `There is no ${JSON.stringify(params.configId.slice(0, 80))} with that value; expected one of configOptions`,
            )
          session.changed(await session.engine.configureSession(params.sessionId, change), models)
          return { configOptions: session.settings.configOptions }
        }),
      )
  }

  async #try<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw asRequestError(error)
    }
  }

  #first(): Promise<AcpEngine> {
    return this.#parts.engines.for({ flags: {} })
  }

  /** The engine that has the servers which the client names besides the configured ones. */
  async #engineFor(params: SessionPlace): Promise<AcpEngine> {
    const { cwd, mcpServers = [], additionalDirectories: added = [] } = params
    const wrong = [cwd, ...added].find((each) => !isAbsolute(each))
    if (wrong !== undefined)
      throw RequestError.invalidParams(undefined, `${wrong.slice(0, 200)} is no absolute path`)
    const config = serverFlags(mcpServers)
    const flags: EngineChoice['flags'] = {
      ...(config.length === 0 ? {} : { config }),
      ...(added.length === 0 ? {} : { addedRoots: added }),
    }
    return this.#parts.engines.for({ flags })
  }

  async #take(composed: AcpEngine, session: SessionSummary, client: AgentContext): Promise<AcpSession> {
    const { engine, log } = composed
    const { models } = await engine.state()
    this.#forget(session.id)
    const opened = new AcpSession({ engine, client, log, congested: this.#parts.congested }, session, models)
    this.#open.set(session.id, opened)
    // The answer names the session; only then is anything told of it.
    setImmediate(() => void opened.announce())
    return opened
  }

  async #resume(params: SessionPlace & { readonly sessionId: string }, client: AgentContext) {
    const known = this.#open.get(params.sessionId)
    const composed = await this.#engineFor(params)
    if (known && known.engine !== composed.engine) await known.engine.unloadSession(params.sessionId)
    const { session, events } = await composed.engine.resumeSession(
      { sessionId: params.sessionId },
      { cwd: params.cwd },
    )
    return { opened: await this.#take(composed, session, client), events }
  }

  async #list({ cwd, cursor }: { readonly cwd?: string | null; readonly cursor?: string | null }) {
    const { engine } = await this.#first()
    const { items, nextCursor } = await engine.listSessions(cursor ? { cursor } : {})
    const wanted = items.filter((each) => !cwd || each.cwd === cwd || each.shownCwd === cwd)
    return {
      sessions: wanted.map((each) => ({
        sessionId: each.id,
        cwd: each.cwd,
        title: each.title,
        updatedAt: each.updatedAt,
      })),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    }
  }

  #get(sessionId: string): AcpSession {
    const found = this.#open.get(sessionId)
    if (!found)
      throw new RequestError(
        notFound,
        `Session ${sessionId.slice(0, 80)} is not open here; expected session/new, session/load or session/resume first`,
      )
    return found
  }

  #forget(sessionId: string): void {
    this.#open.get(sessionId)?.drop()
    this.#open.delete(sessionId)
  }
}

const longestId = 48

function tableOf(server: McpServer): Json {
  if ('type' in server) {
    if (server.type !== 'http')
      throw RequestError.invalidParams(
        undefined,
        `The MCP server ${JSON.stringify(server.name.slice(0, 80))} is reached by ${server.type}; expected a command, or "http"`,
      )
    const headers = Object.fromEntries(server.headers.map(({ name, value }) => [name, value]))
    return { url: server.url, http_headers: headers }
  }
  const { command, args, env } = server
  return { command, args, env: Object.fromEntries(env.map(({ name, value }) => [name, value])) }
}

/**
 * The MCP servers that a client names, as flags beside the configuration: they are started in the sandbox and asked about like any
 * other. A name is brought to what config.toml allows. Throws RequestError for a way to reach one that there is not.
 */
function serverFlags(servers: readonly McpServer[]): string[] {
  const taken = new Set<string>()
  return servers.flatMap((server) => {
    const plain = server.name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, longestId) || 'server'
    let id = plain
    for (let at = 2; taken.has(id); at += 1) id = `${plain.slice(0, longestId - 4)}_${String(at)}`
    taken.add(id)
    return configFlags(`mcp_servers.${id}`, tableOf(server))
  })
}
