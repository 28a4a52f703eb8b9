import type { ChildOutcome } from '@shared/domain/agent-event'
import type { SandboxMode } from '@shared/domain/sandbox-policy'
import type { ChildKind, TurnOverrides } from '@shared/domain/session'
import type { ReasoningEffort } from '@shared/domain/settings'

/** So many children of one session work side by side. */
export const maxWorking = 8

/**
 * What a child is started with. Without `name` it gets one; one that is taken gets a number. What is absent is as its parent has
 * it. `sandboxMode` may only be narrower than the parent's; `output` is the JSON schema of its last message.
 */
export interface ChildOrder {
  readonly kind: ChildKind
  readonly name?: string | undefined
  readonly message: string
  readonly callId?: string | undefined
  readonly model?: string | undefined
  readonly effort?: ReasoningEffort | undefined
  readonly baseInstructions?: string | undefined
  readonly leftOutTools?: readonly string[] | undefined
  readonly output?: TurnOverrides['outputSchema']
  readonly sandboxMode?: SandboxMode | undefined
}

/** How a child's work ended. `lastMessage` is its model's, untrusted; `problem` is why it failed. */
export interface ChildEnd {
  readonly outcome: ChildOutcome
  readonly lastMessage?: string | undefined
  readonly problem?: string | undefined
}

/** What is sent to a child. `interrupt`: what it does now is stopped first; without it the message waits for its end. */
export interface ChildMessage {
  readonly callId: string
  readonly text: string
  readonly interrupt?: boolean | undefined
}

/** One child of a session. */
export interface ChildAgent {
  readonly id: string
  readonly name: string
  readonly kind: ChildKind
  /** How its last work ended; undefined while it works. */
  readonly end: ChildEnd | undefined
  /** The second line of its row ("Running npm test"), '' where there is none. */
  readonly activity: string
  /** So many of its requests wait for a person. */
  readonly pendingApprovals: number
  /** True when the parent's model has been told how the work ended. */
  readonly reported: boolean
  /** Notes that the parent's model is told how the work ended. */
  markReported(): void
  /** Gives it more to do. Throws FaultError `bad-request` for one that was closed or is another session's, and when too many work. */
  send(message: ChildMessage): Promise<'started' | 'queued'>
  /** Resolves with how its work ended, at once when it is at rest; rejects when the signal is aborted. */
  ended(signal: AbortSignal): Promise<ChildEnd>
  /** Stops it for good. Its record stays. */
  close(): Promise<void>
}

/** The children of one session. */
export interface ChildAgents {
  /**
   * Starts a child session under the policies of its parent's now, or narrower ones, and resolves when it works. Throws
   * FaultError `bad-request` when as many work as may and for a wider mode, and what starting a turn throws.
   */
  spawn(order: ChildOrder): Promise<ChildAgent>
  /** By id or by name; undefined when there is none. */
  get(idOrName: string): ChildAgent | undefined
  /** All that there ever were, in the order in which they began. */
  all(): readonly ChildAgent[]
}
