import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { Evidence } from '@shared/domain/evidence'
import type { McpRequest } from '@shared/domain/mcp-result'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { ModelsView } from '@shared/domain/session'

/**
 * What it is that asks.
 * - `patch`: what it would write and remove, as absolute paths, and its diff
 * - `network`: the host and port that the running command asks for
 * - `input`: the text for the running command
 * - `tool`: the call of an MCP server's tool, with what the server says of it
 */
export type RequestedAction =
  | { readonly kind: 'command' }
  | {
      readonly kind: 'patch'
      readonly writes: readonly string[]
      readonly removes: readonly string[]
      readonly diff: string
    }
  | { readonly kind: 'network'; readonly host: string; readonly port: number }
  | { readonly kind: 'input'; readonly text: string }
  | { readonly kind: 'tool'; readonly request: McpRequest }

/** A request as far as facts, checks and model look at it. `command` is the argv as the agent gave it. */
export type RequestSubject = RequestedAction & {
  readonly command: readonly string[]
  readonly cwd: string
  readonly justification: string | undefined
  readonly evidence: readonly Evidence[]
  /** How the stopped attempt ended, in words; undefined before a run. */
  readonly failure: string | undefined
}

/** The session that asks: whose model is asked, under which policy, in which folder. */
export interface AskingSession {
  readonly sessionId: string
  readonly provider: string
  readonly model: string
  readonly cwd: string
  readonly approvalPolicy: ApprovalPolicy
  readonly sandboxPolicy: SandboxPolicy
  /** Absent: as configured. */
  readonly modelsView?: ModelsView | undefined
}
