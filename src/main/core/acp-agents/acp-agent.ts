import type { Evidence } from '@shared/domain/evidence'
import type { Grant } from '@shared/domain/grant'
import type { AcpAgentCommand, AcpAgentListing } from '@shared/domain/acp-agent-settings'
import type { PlanStep } from '@shared/domain/plan'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { AskHost } from '../run/host-question'

/** How an ACP agent's call stands, in its own word. */
export type AcpAgentCallStatus = 'pending' | 'running' | 'completed' | 'failed'

/** A file as an ACP agent says that it was and will be; `before` undefined: there was none. */
export interface AcpAgentDiff {
  readonly path: string
  readonly before: string | undefined
  readonly after: string
}

/** One call of an ACP agent's tool, as all that it said of it so far. Everything in it is the ACP agent's word, bounded and untrusted. */
export interface AcpAgentCall {
  readonly id: string
  readonly title: string
  /** `execute`, `edit`, `fetch` …, as the protocol names them; `other` where it says nothing. */
  readonly kind: string
  readonly status: AcpAgentCallStatus
  /** The command line that it says it runs; undefined: it says none. */
  readonly command: string | undefined
  readonly paths: readonly string[]
  readonly diffs: readonly AcpAgentDiff[]
  readonly input: Readonly<Record<string, unknown>>
  readonly output: string
  readonly exitCode: number | undefined
  /** What of it is not here: whole `parts`, or the middle of `texts`. */
  readonly gap?: 'parts' | 'texts' | undefined
}

/** What an ACP agent tells while it works. `mode` is the one that it works in from now on, `commands` are all that it takes from now on. */
export type AcpAgentUpdate =
  | { readonly kind: 'message' | 'thought'; readonly text: string }
  | { readonly kind: 'call'; readonly call: AcpAgentCall }
  | { readonly kind: 'plan'; readonly steps: readonly PlanStep[] }
  | { readonly kind: 'mode'; readonly name: string }
  | { readonly kind: 'commands'; readonly commands: readonly AcpAgentCommand[] }

/** One answer that an ACP agent takes. */
export interface AcpAgentOption {
  readonly id: string
  readonly name: string
  readonly kind: 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always'
}

/** An ACP agent's question whether it may do something. */
export interface AcpAgentQuestion {
  readonly call: AcpAgentCall
  readonly options: readonly AcpAgentOption[]
}

/** The option that was chosen; undefined: none was, which an ACP agent takes for a no. */
export type AcpAgentAnswer = string | undefined

/** What one prompt is answered with, in pieces. `askHost` is about what the ACP agent's processes want to reach meanwhile. */
export interface AcpPromptClient {
  readonly signal: AbortSignal
  readonly askHost: AskHost | undefined
  onUpdate(update: AcpAgentUpdate): void
  /** What the sandbox stops of its processes, as it comes; the last of it before the prompt ends. */
  onStops(stops: readonly Evidence[]): void
  /** Resolves to no yes without an explicit one; the signal aborts when the ACP agent wants no answer any more. */
  ask(question: AcpAgentQuestion, signal: AbortSignal): Promise<AcpAgentAnswer>
}

/** What an ACP agent is told. Pictures are data URLs. */
export interface AcpPrompt {
  readonly text: string
  readonly images: readonly string[]
}

/** Where an ACP agent works and under what. `resume`: its own name of a conversation that it had before. */
export interface AcpAgentPlace {
  readonly sessionId: string
  readonly agent: string
  readonly cwd: string
  readonly policy: SandboxPolicy
  readonly resume: string | undefined
  /** What a person let it do beside the policy. */
  readonly grants: readonly Grant[]
}

/**
 * How a prompt ended. `session` is the ACP agent's own name of the conversation, by which it may be taken up again. `notes` are
 * sentences for the transcript: what it could not take, which mode it works in.
 */
export interface AcpPromptEnd {
  readonly reason: 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled'
  readonly session: string
  readonly notes: readonly string[]
}

/** One running agent of another maker. It starts with its first prompt, and again after it has ended. */
export interface AcpAgent {
  /** What people call it. */
  readonly name: string
  /** What becomes of its conversation when it is begun anew; undefined before it runs. */
  readonly conversation: 'kept' | 'lost' | undefined
  /**
   * Tells it something and waits for its end. An abort of the world's signal cancels: an ACP agent that does not stop by itself is
   * ended. Throws FaultError `connection-failed` where it cannot be started, does not speak the protocol, or ends.
   */
  prompt(prompt: AcpPrompt, world: AcpPromptClient): Promise<AcpPromptEnd>
  /** Ends it and everything that it started. Never rejects. */
  close(): Promise<void>
}

/** The agents of other makers that are configured, or found on this machine. */
export interface AcpAgents {
  list(): Promise<readonly AcpAgentListing[]>
  /** One of them. Throws FaultError `bad-request` for one that is not there, naming those that are. */
  find(id: string): Promise<AcpAgentListing>
  /** Starts nothing yet. Throws as `find` does. */
  open(place: AcpAgentPlace): Promise<AcpAgent>
}
