import type { SessionSummary } from '@shared/domain/session'
import type { McpPlace, McpServers, OpenMcpServers } from '../mcp/mcp-servers'
import type { Clock } from '../ports'
import { mcpTool } from './mcp-tool'
import type { Tool } from './tool'

/** What sessions' tools are made from. `choose` picks of the own ones what a model is offered; `observe` wraps every tool that is handed out. */
export interface ToolSource {
  readonly own: readonly Tool[]
  readonly choose?: (own: readonly Tool[], model: string) => readonly Tool[]
  readonly openMcp?: OpenMcpServers
  readonly observe?: (tools: readonly Tool[]) => readonly Tool[]
}

/** A turn waits so long for servers that have not said yet what they offer, and then begins without their tools. */
const patienceMs = 2000

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

  /** Resolves when every server has its tools, has failed, or has had its time. */
  async ready(clock: Clock, signal: AbortSignal): Promise<void> {
    if (!this.#servers) return
    const over = new AbortController()
    const wait = AbortSignal.any([signal, over.signal])
    await Promise.race([
      this.#servers.servers.ready(wait),
      clock.sleep(patienceMs, wait).catch(() => undefined),
    ])
    over.abort()
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

  /** How the servers are doing, which are begun where they were not and waited for as a turn does. */
  async servers(place: Parameters<SessionTools['open']>[0], clock: Clock) {
    this.open(place)
    await this.ready(clock, new AbortController().signal)
    return this.#servers?.servers.status() ?? []
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
