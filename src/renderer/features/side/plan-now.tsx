import type { SessionOverview } from '@shared/domain/session-overview'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { PlanSteps } from '../../ui/plan-steps'
import { UntrustedText } from '../../ui/untrusted-text'
import { EmptyState } from '../../ui/empty-state'

const words = laterStrings.side.plan

/** The agent's plan as it is now. */
export function PlanNow({ overview: { plan } }: { overview: SessionOverview }): ReactNode {
  if (plan === undefined)
    return <EmptyState size="part" picture="plan" title={words.none} text={words.noneText} />
  const done = plan.plan.filter(({ status }) => status === 'completed').length
  return (
    <div className="side-part">
      <h2>{laterStrings.transcript.plan.progress(done, plan.plan.length)}</h2>
      {plan.explanation !== undefined && (
        <p className="dim">
          <UntrustedText text={plan.explanation} />
        </p>
      )}
      <PlanSteps plan={plan.plan} />
    </div>
  )
}
