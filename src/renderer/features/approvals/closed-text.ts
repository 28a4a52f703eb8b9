import type { ApprovalRequest } from '@shared/domain/approval'
import { headlineInWords } from '@shared/messages/glance'
import { leadingInWords } from '@shared/messages/rehearsal'
import { laterStrings } from '../../lib/later-strings'
import { formatTimeOfDay } from '../../lib/time'
import type { ClosedNote } from '../../state/app-state'

/** How a request that no longer waits is drawn: the word on its badge, and what came of it. */
export interface ClosedText {
  readonly badge: string
  readonly text: string
}

/** What it was about, beside that. After a yes it is done, and no more what its rehearsal says that it would do. */
export function closedAbout(request: ApprovalRequest): string {
  const { decision, effect } = request
  return decision?.kind === 'apply' || decision?.kind === 'allow'
    ? headlineInWords(effect)
    : leadingInWords(request)
}

/** The line for a request that was just answered, here or elsewhere, or ended unanswered. */
export function closedText({ request, reply }: ClosedNote): ClosedText {
  const words = laterStrings.approval
  if (reply?.kind === 'unknown') return { badge: words.expired, text: words.unknown }
  if (reply?.kind === 'already') {
    const time = reply.decidedAt === undefined ? '' : words.alreadyAt(formatTimeOfDay(reply.decidedAt))
    const face = reply.decidedBy === undefined ? '' : ` ${words.faces[reply.decidedBy]}`
    return { badge: badge(request, reply.state), text: words.already(time, face) }
  }
  if (request.state === 'cancelled') {
    const text = request.stage === 'network' ? words.closedCancelledHost : words.closedCancelled
    return { badge: words.cancelled, text }
  }
  if (request.state === 'expired') return { badge: words.expired, text: words.closedExpired }
  if (request.decidedBy === 'grant') return { badge: words.byGrant, text: words.closedByGrant }
  return { badge: badge(request, request.state), text: decisionText(request) }
}

function badge(request: ApprovalRequest, state: ApprovalRequest['state']): string {
  const words = laterStrings.approval
  switch (state) {
    case 'cancelled':
      return words.cancelled
    case 'expired':
      return words.expired
    case 'pending':
    case 'answered':
      if (request.decision === undefined) return words.answered
      if (request.decision.kind === 'edit') return laterStrings.edit.badge
      if (request.decision.kind === 'apply') return laterStrings.rehearsal.answeredApply
      return request.decision.kind === 'allow' ? words.answeredAllow : words.answeredDeny
  }
}

function decisionText(request: ApprovalRequest): string {
  const words = laterStrings.approval
  const decision = request.decision
  switch (decision?.kind) {
    case 'allow': {
      const offer = request.offers.find((candidate) => candidate.id === decision.offerId)
      if (decision.scope !== undefined && decision.scope !== 'once') return words.closedFor[decision.scope]
      if (offer?.kind === 'outside') return words.closedOutside
      if (request.stage === 'network') return words.closedAllowHost
      return request.stage === 'first' ? words.closedAllowFirst : words.closedAllow
    }
    case 'abort':
      return words.closedAbort
    case 'apply':
      return laterStrings.rehearsal.closedApply
    case 'edit':
      return laterStrings.edit.closed
    case 'deny':
      return words.closedDeny
    case undefined:
      return words.answered
  }
}
