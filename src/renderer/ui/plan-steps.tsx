import type { PlanStep } from '@shared/domain/plan'
import type { ReactNode } from 'react'
import { laterStrings } from '../lib/later-strings'
import { Icon } from './icon'
import { UntrustedText } from './untrusted-text'

const words = laterStrings.transcript.plan
const icons = { pending: 'clock', in_progress: 'right', completed: 'check' } as const

/** The steps of an agent's plan, in its words, and how far each is. */
export function PlanSteps({ plan }: { plan: readonly PlanStep[] }): ReactNode {
  return (
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
  )
}
