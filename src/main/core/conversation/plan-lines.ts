import type { PlanStep } from '@shared/domain/plan'

const marks: Record<PlanStep['status'], string> = { pending: '[ ]', in_progress: '[>]', completed: '[x]' }

/** A plan as a list to read, one line a step: `[x]` done, `[>]` at work on it, `[ ]` still to come. */
export function planLines(plan: readonly PlanStep[]): string[] {
  return plan.map(({ step, status }) => `- ${marks[status]} ${step.replace(/\s+/g, ' ')}`)
}
