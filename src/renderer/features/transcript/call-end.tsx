import type { ApprovalRequest } from '@shared/domain/approval'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import type { CallProgress } from '../../state/transcript-items'
import { UntrustedText } from '../../ui/untrusted-text'
import { isDeniedByPerson, outcomeReason } from './outcome-text'

const words = laterStrings.transcript

/**
 * Why a call went no further: the person's no, or the reason that nothing ran; undefined when there is none to give. `isHeaded`: the head of
 * the card says that the person denied it. Then it is what was said with it; empty: nothing was.
 */
export function callEndText(
  { ended, request }: CallProgress,
  isHeaded = ended?.kind === 'refused' && request !== undefined && isDeniedByPerson(request),
): string | undefined {
  const { decision, state } = request ?? {}
  if (request?.state === 'expired')
    return words.expired[
      request.kind === undefined || request.kind === 'command' ? request.stage : request.kind
    ]
  if (request?.stage === 'network') return connectionText(request) ?? (ended && outcomeReason(ended))
  if (decision?.kind === 'deny' && decision.message !== undefined)
    return isHeaded ? words.youSaid(decision.message) : words.deniedSaid(decision.message)
  if (decision?.kind === 'deny' || decision?.kind === 'abort') return isHeaded ? '' : words.denied
  if (decision?.kind === 'edit') return laterStrings.edit.instead
  if (state === 'cancelled') return words.withdrawn
  return ended === undefined ? undefined : outcomeReason(ended)
}

/** What became of the last connection that was asked about; the command itself went on. */
function connectionText({ decision, state }: ApprovalRequest): string | undefined {
  if (decision?.kind === 'deny') return words.connectionDenied
  if (decision?.kind === 'abort') return words.denied
  return state === 'cancelled' ? words.connectionUnanswered : undefined
}

/** The reason as a line of a card; nothing where there is none. `isHeaded` as above. */
export function CallEnd({ item, isHeaded }: { item: CallProgress; isHeaded: boolean }): ReactNode {
  const last = item.attempts.at(-1)?.outcome
  return (
    <EndReason text={callEndText(item, isHeaded) ?? (last === undefined ? undefined : outcomeReason(last))} />
  )
}

/** One line of a card that says why; nothing where that is empty. */
export function EndReason({ text }: { text: string | undefined }): ReactNode {
  if (text === undefined || text === '') return undefined
  return (
    <p className="card-text">
      <UntrustedText text={text} />
    </p>
  )
}
