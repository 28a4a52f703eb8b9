import type { SessionSummary } from '@shared/domain/session'
import type { TurnContext } from '../turn/turn-context'
import { TouchedFiles } from '../patch/turn-diff'

/** The turn that a session is in. `ended` resolves when `end` is called. */
export interface RunningTurn {
  readonly id: string
  readonly stop: AbortController
  readonly ended: Promise<undefined>
  readonly end: (nothing: undefined) => void
}

/** The turn that a session's commands and tools run in, with the settings it begins with. */
export function turnContext(
  session: SessionSummary,
  turn: { readonly id: string; readonly number: number; readonly stop: AbortController },
  out: Pick<TurnContext, 'emit' | 'recordApproval' | 'processes'>,
): TurnContext {
  const { id, title, provider, model, cwd, approvalPolicy, sandboxPolicy } = session
  return {
    sessionId: id,
    sessionTitle: title,
    turnId: turn.id,
    turnNumber: turn.number,
    provider,
    model,
    cwd,
    approvalPolicy,
    sandboxPolicy,
    signal: turn.stop.signal,
    touched: new TouchedFiles(),
    stop: () => {
      turn.stop.abort(new Error('stopped by a person'))
    },
    ...out,
  }
}
