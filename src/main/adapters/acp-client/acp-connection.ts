import {
  client,
  type ClientConnection,
  type PermissionOption,
  type PromptResponse,
  type InitializeResponse,
  type LoadSessionResponse,
  type NewSessionResponse,
  type ResumeSessionResponse,
  type SessionModeState,
} from '@agentclientprotocol/sdk'
import { FaultError } from '@shared/domain/fault'
import type {
  AcpAgent,
  AcpPromptEnd,
  AcpAgentOption,
  AcpPrompt,
  AcpAgentQuestion,
  AcpAgentUpdate,
  AcpPromptClient,
} from '../../core/acp-agents/acp-agent'
import type { Clock } from '../../core/ports/system'
import type { AskHost, HostAnswer } from '../../core/run/host-question'
import { AgentRun, type AgentWorld, type StartAgent } from './agent-run'
import { FreshStops } from './fresh-stops'
import { ReportedCall, KnownCalls, reportsCommands } from './read-update'
import { withinQuotes } from '@shared/domain/within-quotes'
import { askingModes } from './known-agents'

/** The modes of an agent's conversation; undefined: it has none. */
interface OfferedModes {
  readonly session: string
  readonly modes: SessionModeState | undefined
}

const shown = (text: string): string => withinQuotes(text).slice(0, 80)

/**
 * Puts an agent in the first of its modes that asks before it does something. Returns what is to be said of it: nothing where it
 * has such a mode and takes it. The sandbox holds in every mode.
 */
async function chooseMode(
  { agent }: ClientConnection,
  { session, modes }: OfferedModes,
  { name, ask }: { readonly name: string; readonly ask: readonly string[] },
): Promise<readonly string[]> {
  if (!modes) return []
  const offered = modes.availableModes.slice(0, 100)
  const wanted = [...ask, ...askingModes].find((id) => offered.some((mode) => mode.id === id))
  const current = offered.find(({ id }) => id === modes.currentModeId)?.name ?? modes.currentModeId
  const stays = `${name} works in its own mode “${shown(current)}”, and may not ask before it does something. The sandbox holds all the same.`
  if (wanted === undefined) return [stays]
  if (wanted === modes.currentModeId) return []
  try {
    await agent.request('session/set_mode', { sessionId: session, modeId: wanted })
    return []
  } catch {
    return [stays]
  }
}

/** What a connection needs. `ask` are modes of the agent's that ask, the preferred first. */
export interface AcpConnectionParts {
  readonly name: string
  readonly cwd: string
  readonly version: string
  readonly clock: Clock
  readonly startupMs: number
  readonly ask: readonly string[]
  readonly resume: string | undefined
  /** Sentences for the transcript of what its process did since they were asked for last. */
  sentences(): readonly string[]
  /** Starts its process anew. */
  start(world: AgentWorld): StartAgent
}

/** An agent that was cancelled has so long to stop by itself. */
const graceMs = 5000
/** The last so many of what it tells of its commands before its conversation has begun are read. */
const maxEarly = 5
/** So many questions of an agent wait at once; more are answered with no choice. */
const maxQuestions = 8
const protocolVersion = 1
/** The protocol's code for an agent that nobody is signed in to. */
const signInNeeded = -32_000

const bounded = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 300)

/** A running agent and the conversation that it has. */
interface Live {
  readonly run: AgentRun
  readonly connection: ClientConnection
  readonly takesImages: boolean
  readonly takesUp: boolean
  readonly calls: KnownCalls
  /** Its own commands, where it told any. */
  commands: AcpAgentUpdate | undefined
  session: string
  notes: readonly string[]
}

/** An agent of another maker over the Agent Client Protocol, version 1. It is offered neither our files nor our terminals. */
export class AcpConnection implements AcpAgent {
  readonly #parts: AcpConnectionParts
  #live: Live | undefined
  #world: AcpPromptClient | undefined
  #session: string | undefined
  #questions = 0
  readonly #stops: FreshStops
  #closed = false

  get name(): string {
    return this.#parts.name
  }

  get conversation(): 'kept' | 'lost' | undefined {
    return this.#live && (this.#live.takesUp ? 'kept' : 'lost')
  }

  constructor(parts: AcpConnectionParts) {
    this.#parts = parts
    this.#session = parts.resume
    this.#stops = new FreshStops(parts.clock)
  }

  async prompt({ text, images }: AcpPrompt, world: AcpPromptClient): Promise<AcpPromptEnd> {
    if (this.#world || this.#closed) throw this.#fault('it is busy or closed')
    this.#world = world
    try {
      const live = await this.#running(world.signal)
      this.#stops.begin((stops) => {
        world.onStops(stops)
      })
      const { notes, commands } = live
      // Told while nobody listened.
      if (commands) world.onUpdate(commands)
      live.notes = []
      const sent = live.takesImages ? images : []
      const unsent = images.length - sent.length
      const asked = live.connection.agent.request<PromptResponse>('session/prompt', {
        sessionId: live.session,
        prompt: [{ type: 'text', text }, ...sent.flatMap(pictureOf)],
      })
      const answer = await this.#cancellable(live, world.signal, asked)
      await this.#stops.last()
      const left =
        unsent === 0 ? [] : [`${this.#parts.name} takes no pictures: ${String(unsent)} was not sent.`]
      const said = [...notes, ...left, ...this.#parts.sentences()]
      return { reason: answer.stopReason, session: live.session, notes: said }
    } catch (error) {
      if (world.signal.aborted)
        return { reason: 'cancelled', session: this.#live?.session ?? this.#session ?? '', notes: [] }
      throw this.#asFault(error)
    } finally {
      this.#stops.end()
      this.#world = undefined
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    const live = this.#live
    this.#live = undefined
    live?.connection.close()
    await live?.run.close()
  }

  /** The agent that runs, started where none does. */
  async #running(signal: AbortSignal): Promise<Live> {
    if (this.#live && !this.#live.run.isOver()) return this.#live
    await this.#live?.run.close()
    this.#live = undefined
    const live = await this.#start(signal)
    this.#live = live
    this.#session = live.session
    return live
  }

  async #start(signal: AbortSignal): Promise<Live> {
    const { clock, startupMs, version } = this.#parts
    const known: { live?: Live } = {}
    const early: unknown[] = []
    const calls = new KnownCalls()
    const run = new AgentRun(
      this.#parts.start({
        askHost: (question, over) => this.#askHost(question, over),
        onStops: (stops) => {
          this.#stops.follow(stops)
        },
      }),
      {
        notified: (method, params) => {
          if (method !== 'session/update') return
          // These may come before it has said which conversation it began.
          if (!known.live && reportsCommands(params)) early.splice(0, early.push(params) - maxEarly)
          this.#updated(known.live, params)
        },
      },
    )
    const connection = client({ name: 'countersign' })
      .onRequest('session/request_permission', async ({ params, signal: over }) => {
        const chosen = await this.#asked(known.live, params, over)
        return chosen === undefined
          ? { outcome: { outcome: 'cancelled' } }
          : { outcome: { outcome: 'selected', optionId: chosen } }
      })
      .connect(run.stream)
    const late = new AbortController()
    const limit = AbortSignal.any([signal, late.signal])
    const given = clock.sleep(startupMs, late.signal).then(
      () => {
        run.fail(`it did not answer within ${String(startupMs / 1000)} s`)
      },
      () => undefined,
    )
    const giveUp = (): void => void run.close()
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      limit.throwIfAborted()
      const greeting = await connection.agent.request('initialize', {
        protocolVersion,
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        clientInfo: { name: 'countersign', title: 'Countersign', version },
      })
      if (greeting.protocolVersion !== protocolVersion)
        throw new Error(`it speaks version ${String(greeting.protocolVersion)} of the protocol; expected 1`)
      const begun = await beginConversation(connection, greeting, { ...this.#parts, before: this.#session })
      const mode = await chooseMode(connection, begun, this.#parts)
      const live: Live = {
        ...{ run, connection, calls, session: begun.session, commands: undefined },
        takesImages: greeting.agentCapabilities?.promptCapabilities?.image === true,
        takesUp: takesUp(greeting),
        notes: [...begun.notes, ...mode],
      }
      known.live = live
      for (const params of early) this.#updated(live, params)
      return live
    } catch (error) {
      const reported = run.reason
      connection.close()
      await run.close()
      throw reported === undefined ? error : this.#fault(reported, run.stderr)
    } finally {
      signal.removeEventListener('abort', giveUp)
      late.abort()
      await given
    }
  }

  /** A question that ended with its turn was answered by nobody: the next turn is asked anew. */
  async #askHost(...asked: Parameters<AskHost>): Promise<HostAnswer> {
    const world = this.#world
    const answer = await world?.askHost?.(...asked)
    if (answer === undefined) return 'unanswered'
    return answer === 'deny' && world?.signal.aborted === true ? 'unanswered' : answer
  }

  /** Waits for the end of a prompt; an abort asks the agent to stop, and ends it where it does not. */
  async #cancellable<T>(live: Live, signal: AbortSignal, answer: Promise<T>): Promise<T> {
    const over = new AbortController()
    const cancel = (): void => {
      void live.connection.agent.notify('session/cancel', { sessionId: live.session }).catch(() => undefined)
      void this.#parts.clock.sleep(graceMs, over.signal).then(
        () => {
          live.run.fail('it did not stop when it was asked to')
        },
        () => undefined,
      )
    }
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return await answer
    } finally {
      signal.removeEventListener('abort', cancel)
      over.abort()
    }
  }

  /** An update counts when it is of the conversation that this agent has here, and somebody waits for it. */
  #updated(live: Live | undefined, params: unknown): void {
    const reported = params as { readonly sessionId?: unknown; readonly update?: unknown } | null
    if (!live || typeof reported !== 'object' || reported?.sessionId !== live.session) return
    const update = live.calls.read(reported.update)
    if (update?.kind === 'commands') live.commands = update
    if (update) this.#world?.onUpdate(update)
  }

  /** The option that was chosen; undefined for a question that is none of this conversation's, or one too many. */
  async #asked(
    live: Live | undefined,
    params: {
      readonly sessionId: string
      readonly toolCall: unknown
      readonly options: readonly PermissionOption[]
    },
    over: AbortSignal,
  ): Promise<string | undefined> {
    const world = this.#world
    const reported = ReportedCall.safeParse(params.toolCall)
    if (!live || !world || params.sessionId !== live.session || !reported.success) return undefined
    if (this.#questions >= maxQuestions) return undefined
    this.#questions += 1
    try {
      const options = params.options.slice(0, 20).map(({ optionId, name, kind }): AcpAgentOption => {
        return { id: optionId, name: bounded(name), kind }
      })
      const question: AcpAgentQuestion = { call: live.calls.takeAsked(reported.data), options }
      return await world.ask(question, AbortSignal.any([over, live.connection.signal]))
    } finally {
      this.#questions -= 1
    }
  }

  #asFault(error: unknown): FaultError {
    if (error instanceof FaultError) return error
    const run = this.#live?.run
    if (run?.reason !== undefined) return this.#fault(run.reason, run.stderr)
    const message = error instanceof Error ? bounded(error.message) : 'of an error that says nothing'
    const code = (error as { readonly code?: unknown } | null)?.code
    if (code !== signInNeeded) return this.#fault(`it says: ${message}`, run?.stderr)
    return new FaultError({
      code: 'unauthorized',
      message: `${this.#parts.name} wants to be signed in to: ${message}`,
      remedy: 'Give it its key: env_vars in its table of config.toml names variables that it gets.',
    })
  }

  #fault(reason: string, stderr = ''): FaultError {
    const last = stderr.trim().split('\n').at(-1) ?? ''
    return new FaultError({
      code: 'connection-failed',
      message: `${this.#parts.name} does not work: ${reason}.${last === '' ? '' : ` Its last words: ${bounded(last)}`}`,
    })
  }
}

/** Whether an agent takes up a conversation that it had before. */
const takesUp = ({ agentCapabilities: can }: InitializeResponse): boolean =>
  can?.loadSession === true || Boolean(can?.sessionCapabilities?.resume)

/**
 * The conversation: the one `before`, where the agent can take that up, else a new one, and `notes` say so. It is given no MCP servers of ours
 * (decision 137).
 */
async function beginConversation(
  { agent }: ClientConnection,
  greeting: InitializeResponse,
  { cwd, name, before }: { readonly cwd: string; readonly name: string; readonly before: string | undefined },
): Promise<OfferedModes & { readonly notes: readonly string[] }> {
  const place = { cwd, mcpServers: [] }
  const fresh = async (notes: readonly string[]) => {
    const { sessionId, modes } = await agent.request<
      Pick<NewSessionResponse, 'modes'> & { readonly sessionId: unknown }
    >('session/new', place)
    if (typeof sessionId !== 'string') throw new Error('its conversation has no name')
    return { session: sessionId, modes: modes ?? undefined, notes }
  }
  if (before === undefined || before === '') return fresh([])
  const forgot = `${name} could not take up its earlier conversation and begins a new one: it knows nothing of what was said here before.`
  if (!takesUp(greeting)) return fresh([forgot])
  try {
    // What it tells meanwhile is what was told before: nobody hears it.
    const taken = { ...place, sessionId: before }
    const { modes } = greeting.agentCapabilities?.sessionCapabilities?.resume
      ? await agent.request<ResumeSessionResponse>('session/resume', taken)
      : await agent.request<LoadSessionResponse>('session/load', taken)
    return { session: before, modes: modes ?? undefined, notes: [] }
  } catch {
    return fresh([forgot])
  }
}

/** A picture as the protocol has it; what is no data URL is left out. */
function pictureOf(url: string) {
  const [, mimeType, data] = /^data:(image\/[a-z0-9.+-]+);base64,(.*)$/s.exec(url) ?? []
  return mimeType === undefined || data === undefined ? [] : [{ type: 'image' as const, mimeType, data }]
}
