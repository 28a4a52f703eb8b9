import type { ApprovalRequest } from '@shared/domain/approval'
import { furtherDifferences } from '@shared/messages/glance'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'
import { CheckedFacts } from './checked-facts'
import { DiffersLines } from './differs-lines'
import { ModelsView } from './models-view'
import type { OpenLooks } from './use-open-looks'

const words = strings.approval

interface EvidenceColumnsProps {
  request: ApprovalRequest
  looks: OpenLooks
}

/** The three voices in their fixed order: what was checked, what the model thinks, what the agent claims. */
export function EvidenceColumns({ request, looks }: EvidenceColumnsProps): ReactNode {
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

function AgentSays({ request }: { request: ApprovalRequest }): ReactNode {
  const { justification: text, edited } = request
  return (
    <section className="ev ev-agent" data-part="claim">
      <h3 className="ev-title">
        <Icon name="quote" />
        {words.agentSays}
        {edited !== undefined && <span className="end">{strings.edit.claim}</span>}
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
