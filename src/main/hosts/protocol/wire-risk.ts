import type { ApprovalRequest } from '@shared/domain/approval'
import type { AssessedLevel } from '@shared/domain/risk'
import type { WireRisk } from './tool-events'

const order: readonly AssessedLevel[] = ['low', 'medium', 'high']

/**
 * The wire's `risk` of a request (docs/spec/assessment.md): there only for a command's retry after a denial, and only when the
 * model answered. Where the checks' floor lies above the model's level, the floor stands, with its categories.
 */
export function wireRisk({ stage, kind, assessment }: ApprovalRequest): WireRisk | undefined {
  const { view, floor } = assessment
  if (stage !== 'retry' || kind === 'patch' || view.status !== 'success') return undefined
  const { description, level, categories } = view.view
  const raised = floor?.level !== undefined && order.indexOf(floor.level) > order.indexOf(level)
  const all = raised ? [...new Set([...floor.categories, ...categories])] : categories
  return {
    description,
    risk_level: raised && floor.level !== undefined ? floor.level : level,
    ...(all.length === 0 ? {} : { risk_categories: all }),
  }
}
