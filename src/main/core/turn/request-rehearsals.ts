import type { Grant } from '@shared/domain/grant'
import type { Evidence } from '@shared/domain/evidence'
import type { LeftOut } from '@shared/domain/only-hunks'
import type { RequestRehearsal } from '@shared/domain/request-rehearsal'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { RehearsingAsked } from '../approvals/approval-queue'
import type { CheckedRequest } from '../assessment/checked-request'
import type { OutputListener, RunResult } from '../ports/sandbox'
import type { AppliedChanges } from '../run/kept-changes'

/** Change times go in steps of a few milliseconds: a file may be changed that long after the time it has, or before. */
export const clockStepMs = 5

/** What a rehearsal met: what it was refused at first, and what it then changed where it was let. */
export interface SeenInRehearsal {
  readonly evidence: readonly Evidence[]
  readonly changes: readonly RehearsalChange[]
  /** It ended well and was refused nothing: there is no more to it than this. */
  readonly whole: boolean
  /** Not before this it began, in milliseconds since the epoch. */
  readonly began: number
}

/** A command that waits for a person. `cwd` is absolute and real; `turn.cwd` is the session's folder. */
export interface WaitingCommand {
  readonly command: readonly string[]
  readonly cwd: string
  /** What the sandbox reported of it, where it has run already. */
  readonly evidence: readonly Evidence[]
  readonly checked: Pick<CheckedRequest, 'facts' | 'floor'>
  readonly turn: {
    readonly sessionId: string
    readonly cwd: string
    readonly sandboxPolicy: SandboxPolicy
  }
  /** Hosts that it may connect to: the second try of one that is held. Absent: none. */
  readonly hosts?: readonly Extract<Grant, { kind: 'host' }>[]
  /**
   * It is the command's run: with its own limit of time in milliseconds, and a second try only where it failed soon by what was
   * refused. `onOutput` hears it as it goes, and `stop` ends it alone. Absent: it is only to be looked at.
   */
  readonly asRun?:
    | {
        readonly timeoutMs: number
        readonly onOutput: OutputListener
        readonly stop: AbortSignal
      }
    | undefined
  /** Ends the rehearsal; whatever answers the request aborts it. */
  readonly signal: AbortSignal
  /** `seen` comes with what was found, where it ran. */
  readonly onUpdate: (rehearsal: RequestRehearsal, seen?: SeenInRehearsal) => void
}

/** What a rehearsal found, for whoever answers with it: to be put in place once, and freed in any case. */
export interface TakenRehearsal {
  readonly result: Extract<RunResult, { kind: 'exited' | 'timed-out' }>
  readonly changes: readonly RehearsalChange[]
  apply(left: LeftOut): Promise<AppliedChanges>
  free(): Promise<void>
}

/** The rehearsal of one request, and what is kept of it. */
export type WaitingRehearsal = Omit<RehearsingAsked, 'emit'> & {
  /** Takes what is kept under this id from the request, which frees it no more; undefined: nothing is. */
  take(id: string): TakenRehearsal | undefined
  /** The same with whatever is kept, also of one that changed nothing. */
  takeAny(): TakenRehearsal | undefined
  /** Others of its folder are not begun before what this returns is called, though it has ended: it may be put in place at once. Before it begins. */
  hold(): () => void
}

/** Rehearses what waits for a person. */
export interface RequestRehearsals {
  /** Why nothing can be rehearsed here, as a clause; undefined: it can. Never rejects. */
  whyNot(): Promise<string | undefined>
  /**
   * The rehearsal of a request that is about to be asked; undefined where there is none. Looks at nothing and begins nothing. Never
   * throws.
   */
  open(waiting: WaitingCommand): WaitingRehearsal | undefined
}
