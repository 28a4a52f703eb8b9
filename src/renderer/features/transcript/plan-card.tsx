import type { PlanStep } from '@shared/domain/plan'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'

const words = strings.transcript.plan
const icons = { pending: 'clock', in_progress: 'right', completed: 'check' } as const

/** What the agent means to do, and how far it is. */
export const PlanCard = memo(function PlanCard({
  explanation,
  plan,
}: {
  explanation: string | undefined
  plan: readonly PlanStep[]
}): ReactNode {
  return (
    <article className="card" aria-label={words.title}>
      <header className="card-head">
        <span>{words.progress(plan.filter(({ status }) => status === 'completed').length, plan.length)}</span>
      </header>
      <div className="card-body">
        {explanation !== undefined && (
          <p className="card-text">
            <UntrustedText text={explanation} />
          </p>
        )}
        <ol className="plan">
          {plan.map(({ step, status }, index) => (
            <li key={index} className={status} aria-current={status === 'in_progress' ? 'step' : undefined}>
              <span role="img" aria-label={words.status[status]}>
                <Icon name={icons[status]} className="sm" />
              </span>
              <UntrustedText text={step} />
            </li>
          ))}
        </ol>
      </div>
    </article>
  )
})
