import type { ApprovalRequest } from '@shared/domain/approval'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import type { CallProgress } from '../../state/transcript-items'
import { UntrustedText } from '../../ui/untrusted-text'
import { outcomeReason } from './outcome-text'

const words = laterStrings.transcript

/** Why a call went no further: the person's no, or the reason that nothing ran; undefined when there is none to give. */
export function callEndText({ ended, request }: CallProgress): string | undefined {
  const { decision, state } = request ?? {}
  if (request?.state === 'expired')
    return words.expired[
      request.kind === undefined || request.kind === 'command' ? request.stage : request.kind
    ]
  if (request?.stage === 'network') return connectionText(request) ?? (ended && outcomeReason(ended))
  if (decision?.kind === 'deny' && decision.message !== undefined) return words.deniedSaid(decision.message)
  if (decision?.kind === 'deny' || decision?.kind === 'abort') return words.denied
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

/** The reason as a line of a card; nothing where there is none. */
export function CallEnd({ item }: { item: CallProgress }): ReactNode {
  const last = item.attempts.at(-1)?.outcome
  return <EndReason text={callEndText(item) ?? (last === undefined ? undefined : outcomeReason(last))} />
}

/** One line of a card that says why. */
export function EndReason({ text }: { text: string | undefined }): ReactNode {
  if (text === undefined) return undefined
  return (
    <p className="card-text">
      <UntrustedText text={text} />
    </p>
  )
}
