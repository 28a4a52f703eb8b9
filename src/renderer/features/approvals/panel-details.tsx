import type { ApprovalRequest } from '@shared/domain/approval'
import { groupTargets } from '@shared/messages/fact-row'
import type { ReactNode } from 'react'
import { furtherDifferences } from '@shared/messages/glance'
import type { Difference } from '@shared/domain/assessment'
import { differenceInWords } from '@shared/messages/difference'
import { laterStrings } from '../../lib/later-strings'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'
import { SentenceWithPaths } from '../../ui/host-aware-text'
import { groupEvidence } from './evidence-groups'
import type { OpenLooks } from './use-open-looks'
import { WhyRows } from './why-rows'
import type { PanelPlace } from './why-rows'
import { CheckedFacts } from './checked-facts'
import { ModelsView } from './models-view'

interface PanelDetailsProps {
  request: ApprovalRequest
  others: readonly ApprovalRequest[]
  looks: OpenLooks
  place: PanelPlace
}

/** Everything that was checked, said and set, behind the few words that lead: why it waits, facts, model, claim, policy. */
export function PanelDetails({ request, others, looks, place }: PanelDetailsProps): ReactNode {
  return (
    <div className="ap-details" role="group" aria-label={laterStrings.approval.details}>
      <WhyRows request={request} others={others} place={place} />
      <EvidenceColumns request={request} looks={looks} />
    </div>
  )
}

const words = laterStrings.approval

interface EvidenceColumnsProps {
  request: ApprovalRequest
  looks: OpenLooks
}

/** The three voices in their fixed order: what was checked, what the model thinks, what the agent claims. */
function EvidenceColumns({ request, looks }: EvidenceColumnsProps): ReactNode {
  return (
    <div className="ap-evidence">
      <CheckedFacts request={request} looks={looks} />
      <div className="ap-side">
        <ModelsView request={request} />
        <AgentSays request={request} />
        <DiffersLines differs={furtherDifferences(request.assessment.differs)} />
      </div>
    </div>
  )
}

/** Each of these disagreements between checks, model and claim as a boxed line. */
function DiffersLines({ differs }: { differs: readonly Difference[] }): ReactNode {
  if (differs.length === 0) return undefined
  const lines = differs.map(differenceInWords)
  return (
    <div className="differs-lines" data-part="differs">
      {lines.map((line) => (
        <DiffersLine key={line} line={line} />
      ))}
    </div>
  )
}

function DiffersLine({ line }: { line: string }): ReactNode {
  const [lead = '', ...rest] = line.split(/(?<=[;:]) /)
  return (
    <p className="differs">
      <Icon name="differs" />
      <span>
        <b>
          <SentenceWithPaths text={lead} />
        </b>{' '}
        <SentenceWithPaths text={rest.join(' ')} />
      </span>
    </p>
  )
}

function AgentSays({ request }: { request: ApprovalRequest }): ReactNode {
  const { justification: text, edited } = request
  return (
    <section className="ev ev-agent" data-part="claim">
      <h3 className="ev-title">
        <Icon name="quote" />
        {words.agentSays}
        {edited !== undefined && <span className="end">{laterStrings.edit.claim}</span>}
      </h3>
      {text === undefined || text.trim() === '' ? (
        <p className="dim">{words.noClaim}</p>
      ) : (
        <blockquote>
          <UntrustedText text={words.quote(text)} />
        </blockquote>
      )}
    </section>
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
