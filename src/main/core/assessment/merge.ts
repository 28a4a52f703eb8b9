import type { Assessment, Difference, ModelView } from '@shared/domain/assessment'
import type { Effect } from '@shared/domain/effect'
import type { Facts, Floor } from '@shared/domain/facts'
import type { AssessedLevel, RiskLevel } from '@shared/domain/risk'
import { contradictedClaim } from './contradicted-claim'

/** What goes into an assessment. `effect` and `changing` are what the facts come to (see contradicted-claim). */
export interface MergeInput {
  readonly floor: Floor
  readonly facts?: Facts
  readonly view: ModelView
  readonly justification?: string
  readonly effect?: Effect
  readonly changing?: boolean
}

/** Most categories that are shown as chips. */
const mostChips = 2

const rank: Readonly<Record<RiskLevel, number>> = { 'not-assessed': 0, low: 1, medium: 2, high: 3 }

/**
 * One assessment from checks and model. The level is the higher of the two: nothing a model says takes it below the
 * floor. With no opinion on either side it is `not-assessed`, and never low.
 */
export function mergeAssessment(input: MergeInput): Assessment {
  const { facts, floor, view } = input
  const opinion = view.status === 'success' ? view.view : undefined
  const least: RiskLevel = floor.level ?? 'not-assessed'
  const level = opinion && rank[opinion.level] > rank[least] ? opinion.level : least
  const categories = [...new Set([...floor.categories, ...(opinion?.categories ?? [])])].slice(0, mostChips)
  const claim = contradictedClaim(input.justification, input)
  return {
    level,
    categories,
    ...(facts ? { facts } : {}),
    floor,
    view,
    differs: [
      ...(opinion ? disagreement(floor, opinion.level) : []),
      ...(claim === undefined ? [] : [claim]),
    ],
  }
}

function disagreement(floor: Floor, model: AssessedLevel): Difference[] {
  const { level } = floor
  if (level === undefined || level === model) return []
  if (rank[model] > rank[level]) return [{ kind: 'model-higher', model, floor: level }]
  const because = floor.reasons.find((each) => each.level === level)
  return [{ kind: 'model-lower', model, floor: level, ...(because && { because }) }]
}
