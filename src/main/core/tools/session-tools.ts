import type { McpInvocation } from '@shared/domain/mcp-result'
import type { McpServerStatus } from '@shared/domain/mcp-server'
import type { SessionSummary } from '@shared/domain/session'
import type { McpPlace, McpServers, OpenMcpServers } from '../mcp/mcp-servers'
import type { Clock } from '../ports/system'
import { askAboutServer } from '../execution/ask-about-server'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import { callTool, mcpTool, replyOf } from './mcp-tool'
import type { Tool, ToolReply } from './tool'

/** What sessions' tools are made from. `choose` picks of the own ones what a model is offered; `observe` wraps every tool that is handed out. */
export interface ToolSource {
  readonly own: readonly Tool[]
  readonly choose?: (own: readonly Tool[], model: string) => readonly Tool[]
  readonly openMcp?: OpenMcpServers
  readonly observe?: (tools: readonly Tool[]) => readonly Tool[]
}

/** A call of a server's tool that was stopped, under the id it is to be made again as, and the tools that its session leaves out. */
export interface StoppedTool extends Pick<SessionSummary, 'leftOutTools'> {
  readonly callId: string
  readonly invocation: McpInvocation
}

/** Whoever waits for servers is told after so long, and whoever only asks how they are waits no longer. */
const patienceMs = 2000

/** Told while a turn waits for servers: those that have not started yet, and at the end those that have not started at all, with the reason. */
export type OnServersLate = (late: {
  readonly starting: readonly string[]
  readonly failed: readonly Pick<McpServerStatus, 'id' | 'reason'>[]
}) => void

/** What a review has of the engine's own tools; of servers' it has none, since they are not held to reading. */
const reviewTools: readonly string[] = ['shell', 'local_shell', 'exec_command', 'write_stdin', 'update_plan']

/** The tools of one session: the engine's own, and those of the MCP servers that run for it. */
export class SessionTools {
  readonly #source: ToolSource
  /** True for a review, which only has tools that read. */
  #reads = false
  #servers: { readonly servers: McpServers; readonly place: string } | undefined

  constructor(source: ToolSource) {
    this.#source = source
  }

  /**
   * Begins the servers, or begins them again where they ran in another folder or under another policy. Returns at once. Called
   * when a session begins and with each turn: one that was opened from its record starts nothing before.
   */
  open({
    id,
    cwd,
    sandboxPolicy: policy,
    child,
    desk,
    agent,
  }: Pick<SessionSummary, 'id' | 'cwd' | 'sandboxPolicy'> &
    Partial<Pick<SessionSummary, 'child' | 'desk' | 'agent'>>): void {
    this.#reads = child?.kind === 'review'
    // An agent of another maker has its own tools.
    if (this.#reads || desk || agent) return
    const place: McpPlace = { sessionId: id, cwd, policy }
    const key = JSON.stringify(place)
    if (this.#servers?.place === key) this.#servers.servers.follow()
    if (!this.#source.openMcp || this.#servers?.place === key) return
    void this.#servers?.servers.close()
    this.#servers = { servers: this.#source.openMcp(place), place: key }
  }

  /** The session may do something else by now: servers that run under what it might before are begun again. Others are not begun. */
  follow(session: Parameters<SessionTools['open']>[0]): void {
    if (this.#servers) this.open(session)
  }

  /**
   * Resolves when every server has its tools or has failed, which each does within its `startup_timeout_sec`: what is asked of a model
   * without them is answered without them. A wait of more than two seconds is told.
   */
  async ready(clock: Clock, signal: AbortSignal, onLate: OnServersLate): Promise<void> {
    const servers = this.#servers?.servers
    if (!servers) return
    const over = new AbortController()
    const ids = (...states: readonly string[]): readonly McpServerStatus[] =>
      servers.status().filter(({ state }) => states.includes(state))
    const wait = { reported: false }
    const report = (): void => {
      const starting = ids('starting').map(({ id }) => id)
      wait.reported = starting.length > 0 && !over.signal.aborted
      if (wait.reported) onLate({ starting, failed: [] })
    }
    void clock.sleep(patienceMs, AbortSignal.any([signal, over.signal])).then(report, () => undefined)
    await servers.ready(signal)
    over.abort()
    const failed = ids('failed')
    if (wait.reported && failed.length > 0 && !signal.aborted) onLate({ starting: [], failed })
  }

  /**
   * Asks about what kept servers from starting, and begins those again that may do it. Throws when a question could not be put
   * on record.
   */
  async askAboutFailed(turn: TurnContext, parts: CommandParts): Promise<void> {
    const servers = this.#servers?.servers
    for (const { id, state } of servers?.status() ?? []) {
      if (!servers || state !== 'failed' || turn.signal.aborted) continue
      const callId = `server-${String(turn.turnNumber)}-${id}`
      await askAboutServer({ server: id, callId }, servers, turn, parts)
    }
  }

  /** The tools on offer now to a session's model, without those that the session leaves out. */
  now({ model, leftOutTools = [] }: Pick<SessionSummary, 'model' | 'leftOutTools'>): readonly Tool[] {
    const { choose = (tools: readonly Tool[]) => tools, observe = (tools: readonly Tool[]) => tools } =
      this.#source
    const own = choose(this.#source.own, model)
    const { servers } = this.#servers ?? {}
    const theirs = servers?.tools().map((tool) => mcpTool(tool, servers)) ?? []
    return observe([...own, ...theirs]).filter(
      ({ spec: { name } }) => !leftOutTools.includes(name) && (!this.#reads || reviewTools.includes(name)),
    )
  }

  /**
   * Makes a call of a server's tool that was stopped again: a person is asked about it first, whatever the policy. A tool that is on offer no
   * more (its server gone, the tool left out by the settings or the session) is not called.
   */
  async callAgain(
    { callId, invocation, leftOutTools = [] }: StoppedTool,
    turn: TurnContext,
    parts: CommandParts,
  ): Promise<ToolReply> {
    const { servers } = this.#servers ?? {}
    const tool = servers
      ?.tools()
      .find(({ server, name }) => server === invocation.server && name === invocation.tool)
    if (servers && tool && !leftOutTools.includes(tool.offeredAs))
      return callTool({ callId, tool, arguments: invocation.arguments, again: true }, servers, turn, parts)
    const reason = 'this session has no such tool any more'
    const result = { kind: 'stopped', cause: 'unreachable', reason, durationMs: 0 } as const
    turn.emit({ type: 'mcp.finished', callId, invocation, result })
    return replyOf(result, false)
  }

  /** How the servers are doing, which are begun where they were not and waited for, two seconds at most. */
  async servers(place: Parameters<SessionTools['open']>[0], clock: Clock) {
    this.open(place)
    const over = new AbortController()
    await Promise.race([
      this.#servers?.servers.ready(over.signal),
      clock.sleep(patienceMs, over.signal).catch(() => undefined),
    ])
    over.abort()
    return this.#servers?.servers.status() ?? []
  }

  /** Takes back what servers were given beside what they may. */
  takeBack(): void {
    this.#servers?.servers.takeBack()
  }

  /** Ends the servers until they are begun again, by a turn or for somebody who asks how they are. */
  async rest(): Promise<void> {
    const had = this.#servers
    this.#servers = undefined
    await had?.servers.close()
  }

  /** Ends the servers and everything that they started. */
  async close(): Promise<void> {
    await this.#servers?.servers.close()
  }
}
