import type { ApprovalRequest, Offer } from '@shared/domain/approval'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { CheckedRequest } from '../assessment/check-request'
import type { OpenAssessment } from '../assessment/request-assessor'
import type { RequestSubject } from '../assessment/request-subject'
import type { Answer, Grantable } from '../approvals/queue'

/** What is asked: the request without what the assessment adds. `effect` is what is known without the facts, if anything. */
export interface Asked {
  readonly request: Omit<
    ApprovalRequest,
    | 'id'
    | 'sessionId'
    | 'sessionTitle'
    | 'turnId'
    | 'turnNumber'
    | 'sandboxPolicy'
    | 'assessment'
    | 'effect'
    | 'createdAt'
    | 'state'
  >
  readonly effect: string | undefined
  readonly subject: RequestSubject
  readonly grantable: Grantable
  readonly signal: AbortSignal
}

/** A request and how it ended. */
export interface AskedAnswer {
  readonly request: ApprovalRequest
  readonly answer: Answer
}

/** What asking takes. */
export type AskParts = Pick<CommandParts, 'approvals' | 'assessments' | 'grants' | 'clock' | 'ids'>

/** What leads the panel: the facts' line where a rule found something, else what the kernel reported, else the facts'. */
function leadingEffect({ checked }: OpenAssessment, { effect, subject }: Asked): string {
  const { facts, floor } = checked
  const found = floor.level === 'medium' || floor.level === 'high'
  const tells = subject.kind === 'command' && found && !facts.effect.startsWith('Runs ')
  return tells ? facts.effect : (effect ?? facts.effect)
}

/** A run that adds nothing has no network where the policy gives none: a command that names a host may fail there. */
function withReach(
  offers: Offer[],
  { request: { stage } }: Asked,
  { checked }: OpenAssessment,
  { sandboxPolicy }: TurnContext,
): Offer[] {
  const [host] = checked.facts.hosts
  const closed = sandboxPolicy.mode !== 'danger-full-access' && !sandboxPolicy.network_access
  if (!host || !closed || stage !== 'first') return offers
  return offers.map((offer) =>
    offer.kind === 'only-this' && !offer.grants.some(({ kind }) => kind === 'host')
      ? {
          ...offer,
          description: `${offer.description} It names ${host.host}, which it cannot reach there unasked.`,
        }
      : offer,
  )
}

/**
 * A yes without the sandbox holds beyond one run only for what was read as a whole: a part that nobody saw could be anything
 * the next time.
 */
function boundOffers(
  { request, subject }: Asked,
  { seenThrough }: CheckedRequest,
): ApprovalRequest['offers'] {
  if (subject.kind !== 'command' || seenThrough) return request.offers
  return request.offers.map((offer) =>
    offer.kind === 'outside' && offer.scopes.length > 1
      ? {
          ...offer,
          scopes: offer.scopes.filter((scope) => scope === 'once'),
          description: `${offer.description} For this run only: a part of what it runs could not be read.`,
        }
      : offer,
  )
}

/**
 * Asks a person, with facts and checks in the request from the start; the model's view reaches it while it waits, and is
 * given up when it is answered. Throws when the request cannot be put on record.
 */
export async function askAssessed(asked: Asked, turn: TurnContext, parts: AskParts): Promise<AskedAnswer> {
  const { approvals, assessments, clock, ids } = parts
  // Grants that cannot be read make a host look new, which is the careful side.
  const held = await parts.grants.list().catch(() => [])
  const hosts = held.flatMap(({ grants }) =>
    grants.flatMap((each) => (each.kind === 'host' ? [each.host] : [])),
  )
  const open = await assessments.open(asked.subject, turn, hosts)
  const over = new AbortController()
  const id = ids.next()
  const view = () =>
    open.view({
      signal: over.signal,
      onUpdate: (assessment) => approvals.assess(id, assessment),
    }).now
  const request: ApprovalRequest = {
    ...asked.request,
    offers: withReach(boundOffers(asked, open.checked), asked, open, turn),
    ...(open.checked.read.length === 0 ? {} : { whatWasRead: open.checked.read }),
    id,
    sessionId: turn.sessionId,
    sessionTitle: turn.sessionTitle,
    turnId: turn.turnId,
    turnNumber: turn.turnNumber,
    sandboxPolicy: turn.sandboxPolicy,
    effect: leadingEffect(open, asked),
    assessment: view(),
    createdAt: new Date(clock.now()).toISOString(),
    state: 'pending',
  }
  try {
    const answer = await approvals.ask(request, {
      ...asked.grantable,
      signal: asked.signal,
      record: (each) => turn.recordApproval(each),
      assessed: (requestId, update) => {
        turn.emit({ type: 'approval.assessed', requestId, update })
      },
      viewAgain: view,
    })
    return { request, answer }
  } finally {
    over.abort()
  }
}
