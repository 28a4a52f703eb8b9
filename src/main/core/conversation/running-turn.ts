import type { SessionSummary } from '@shared/domain/session'
import type { Ids } from '../ports/system'
import type { TurnContext } from '../turn/turn-context'
import { TouchedFiles } from '../patch/turn-diff'
import { PendingInput } from './pending-input'

/** What a turn is: our agent (or an ACP agent) at work, a review, a compaction, an agent's elsewhere, or no turn at all. */
export type TurnKind = 'own' | 'review' | 'compact' | 'desk' | 'none'

/** The turn that a session is in. `ended` resolves when `end` is called. */
export interface RunningTurn {
  readonly id: string
  readonly kind: TurnKind
  readonly input: PendingInput
  readonly stop: AbortController
  readonly ended: Promise<undefined>
  readonly end: (nothing: undefined) => void
}

/** A turn that is to begin. */
export function newTurn(ids: Ids, kind: TurnKind): RunningTurn {
  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>()
  return { id: ids.next(), kind, input: new PendingInput(), stop: new AbortController(), ended, end }
}

/** The turn that a session's commands and tools run in, with the settings it begins with. */
export function turnContext(
  session: SessionSummary,
  turn: { readonly id: string; readonly number: number; readonly stop: AbortController },
  out: Pick<
    TurnContext,
    'emit' | 'recordApproval' | 'recordQuestion' | 'processes' | 'agents' | 'askedBy' | 'reads'
  >,
): TurnContext {
  const { id, title, provider, model, cwd, approvalPolicy, sandboxPolicy, modelsView } = session
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
    modelsView,
    signal: turn.stop.signal,
    touched: new TouchedFiles(),
    stop: () => {
      turn.stop.abort(new Error('stopped by a person'))
    },
    ...out,
  }
}
