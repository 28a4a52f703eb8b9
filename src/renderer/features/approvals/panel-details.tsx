import type { ApprovalRequest } from '@shared/domain/approval'
import { groupTargets } from '@shared/messages/fact-row'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { EvidenceColumns } from './evidence-columns'
import { groupEvidence } from './evidence-groups'
import type { OpenLooks } from './use-open-looks'
import { WhyRows } from './why-rows'
import type { PanelPlace } from './why-rows'

interface PanelDetailsProps {
  request: ApprovalRequest
  others: readonly ApprovalRequest[]
  looks: OpenLooks
  place: PanelPlace
}

/** Everything that was checked, said and set, behind the few words that lead: why it waits, facts, model, claim, policy. */
export function PanelDetails({ request, others, looks, place }: PanelDetailsProps): ReactNode {
  return (
    <div className="ap-details" role="group" aria-label={strings.approval.details}>
      <WhyRows request={request} others={others} place={place} />
      <EvidenceColumns request={request} looks={looks} />
    </div>
  )
}

/** How many things there are to read in the details, what is told together counted once. */
export function countDetails({ assessment, stop, justification }: ApprovalRequest): number {
  const { facts, floor, view } = assessment
  const asked = view.status === 'disabled' ? 0 : 1
  const claim = justification === undefined || justification.trim() === '' ? 0 : 1
  return (
    2 +
    groupEvidence(stop.evidence).length +
    (facts === undefined ? 0 : groupTargets(facts.rows).length + facts.lookThrough.length) +
    (floor?.reasons.length ?? 0) +
    asked +
    claim
  )
}
