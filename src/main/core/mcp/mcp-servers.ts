import type { Evidence } from '@shared/domain/evidence'
import type { Grant } from '@shared/domain/grant'
import type { McpServerStatus, McpTool } from '@shared/domain/mcp-server'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { McpResult } from '@shared/domain/mcp-result'
import type { QuestionAnswer } from '@shared/domain/question'
import type { AskHost } from '../run/host-question'

/** What a server asks the person for while one of its tools runs (MCP's elicitation). Text and addresses are the server's, untrusted. */
export type McpElicitation =
  | {
      readonly mode: 'form'
      readonly server: string
      readonly message: string
      readonly schema: Readonly<Record<string, unknown>>
    }
  | { readonly mode: 'url'; readonly server: string; readonly message: string; readonly url: string }

/** What a call may ask while it runs. All reject or deny when the signal aborts. */
export interface McpCallWorld {
  readonly signal: AbortSignal
  /** About hosts that the server's process wants to reach. */
  readonly askHost: AskHost | undefined
  elicit(question: McpElicitation, signal: AbortSignal): Promise<QuestionAnswer>
  /** What the server says of how far it is. Untrusted text of one line. */
  onProgress(text: string): void
}

/** One server's process under the sandbox: nothing of it is ever stopped where there is none, or where the server is no process. */
export interface StoppedServer {
  /** What was asked about and answered: it is not asked again. */
  readonly answered: Grant[]
  /** What was stopped since this was asked last. */
  take(): Promise<readonly Evidence[]>
  /** Begins it again with these besides what it may. Resolves when it has its tools again, has failed, or the signal aborts. */
  beginWith(grants: readonly Grant[], signal: AbortSignal): Promise<void>
}

/**
 * The MCP servers of one session. They start with it and hold nothing up; `ready` resolves when each has its tools, has failed,
 * or its time is over. `call` never throws for what a server does: a result says so. `close` ends everything they run.
 */
export interface McpServers {
  status(): readonly McpServerStatus[]
  /** Takes up what is configured now: what was added, changed, switched on or off since. What stays as it was runs on. */
  follow(): void
  /** Starts a server again that is not there any more, or waits for its next try; any other runs on. */
  restart(id: string): void
  /** The tools that are on offer now. */
  tools(): readonly McpTool[]
  ready(signal: AbortSignal): Promise<void>
  /**
   * A tool as its server describes it now: what it said of a change is read before, or the tool is `unread`. One that is not on offer any more
   * is as it was.
   */
  current(tool: McpTool, signal: AbortSignal): Promise<McpTool>
  /** What the sandbox stops of a server's process, and what it may do besides. */
  stopped(id: string): StoppedServer
  /** Takes back what was given to them beside what they may, and begins those again that had something, whatever they do just now. */
  takeBack(): void
  call(
    tool: Pick<McpTool, 'server' | 'name' | 'hash'>,
    args: Readonly<Record<string, unknown>>,
    world: McpCallWorld,
  ): Promise<McpResult>
  close(): Promise<void>
}

/** Where the servers of a session run, and under what. */
export interface McpPlace {
  readonly sessionId?: string
  readonly cwd: string
  readonly policy: SandboxPolicy
}

/** Opens the configured servers for one session; `onChange` is called when one of them stands otherwise than before. */
export type OpenMcpServers = (place: McpPlace, onChange?: () => void) => McpServers

/** The same servers with another end. The class of an adapter keeps its state to itself: it is asked, not copied. */
export const closedBy = (servers: McpServers, close: McpServers['close']): McpServers => ({
  status: () => servers.status(),
  tools: () => servers.tools(),
  ready: (signal) => servers.ready(signal),
  current: (tool, signal) => servers.current(tool, signal),
  call: (tool, args, world) => servers.call(tool, args, world),
  follow: () => {
    servers.follow()
  },
  restart: (id) => {
    servers.restart(id)
  },
  stopped: (id) => servers.stopped(id),
  takeBack: () => {
    servers.takeBack()
  },
  close,
})
