import type { ApprovalRequest } from '@shared/domain/approval'
import type { RemoteRun } from '@shared/domain/remote-run'
import type { EngineService } from '../engine/engine-service'

/** What asking elsewhere needs of the engine that asks. */
export type AskingEngine = Pick<
  EngineService,
  | 'subscribe'
  | 'pendingApproval'
  | 'decide'
  | 'rehearse'
  | 'viewAgain'
  | 'leavesOut'
  | 'checkRule'
  | 'questions'
>

/** Who asks in the open windows of this home, and about what. */
export interface AskElsewhere {
  readonly from: RemoteRun
  /** Whether a request, or a question of a server, that the engine has is one to ask about. */
  mine(asked: Pick<ApprovalRequest, 'sessionId' | 'askedBy' | 'desk'>): boolean
  /**
   * Nobody can be asked about this request (any more): no window is open, the last one was closed or does not answer, or it is too large
   * for one. Told once; the caller denies it. A server's question is declined then.
   */
  unasked(request: ApprovalRequest): void
  /** A line for the person who started the program: why a window was not asked, or that one waits. */
  say(line: string): void
}

/** Ends the asking: what still waits in windows is withdrawn there, and `unasked` is told no more. */
export interface AskedElsewhere {
  close(): void
}

/**
 * Where a person is: the windows of this home (desktop, `serve`), in whatever process of this user. The engine that asks keeps the
 * truth: its queue, offers, checks and record; a window shows its requests as remote runs and sends the decisions back.
 */
export interface Windows {
  /**
   * The engine for a window to show: its own requests, and those of remote runs beside them, from now on. They have ids of their own here, which
   * no remote run chooses, and no session. Where none can be let in, that is logged, and it is the engine alone. Closing it sends the remote runs away.
   */
  receive(engine: EngineService): Promise<EngineService>
  /**
   * Has the requests of an engine without a window asked in all that are open, the newest first: the first answer counts, and is given
   * to the engine as any other. A yes that nobody gave is never given.
   */
  ask(engine: AskingEngine, asking: AskElsewhere): AskedElsewhere
}
