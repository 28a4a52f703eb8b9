import type { Assessment, ModelView } from '@shared/domain/assessment'
import type { Facts, Floor } from '@shared/domain/facts'
import type { AssessedLevel, RiskLevel } from '@shared/domain/risk'
import { contradictedClaim } from './contradicted-claim'

/** What goes into an assessment. `effect` and `changing` are what the facts come to (see contradicted-claim). */
export interface MergeInput {
  readonly floor: Floor
  readonly facts?: Facts
  readonly view: ModelView
  readonly justification?: string
  readonly effect?: string
  readonly changing?: boolean
}

/** Most categories that are shown as chips. */
const mostChips = 2

const rank: Readonly<Record<RiskLevel, number>> = { 'not-assessed': 0, low: 1, medium: 2, high: 3 }

/**
 * One assessment from checks and model. The level is the higher of the two: nothing a model says takes it below the
 * floor. With no opinion on either side it is `not-assessed`, with the reason in words, and never low.
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
    ...(level === 'not-assessed' ? { reason: whyNotAssessed(view) } : {}),
    ...(facts ? { facts } : {}),
    floor,
    view,
    differs: [
      ...(opinion ? disagreement(floor, opinion.level) : []),
      ...(claim === undefined ? [] : [claim]),
    ],
  }
}

function disagreement(floor: Floor, model: AssessedLevel): string[] {
  if (floor.level === undefined || floor.level === model) return []
  if (rank[model] > rank[floor.level])
    return [`The model says ${model}; the checks alone say ${floor.level}.`]
  const because = floor.reasons.find((each) => each.level === floor.level)?.text
  return [
    `The model says ${model}, but the floor of ${floor.level} stands${because === undefined ? '.' : `: ${because}`}`,
  ]
}

/** Why there is no opinion of the model's, in words that follow "not assessed:". */
function whyNotAssessed(view: ModelView): string {
  switch (view.status) {
    case 'waiting':
      return 'no rule applies, and the model has not answered yet'
    case 'success':
      return 'no rule applies'
    case 'parse_error':
      return `no rule applies, and the model's answer cannot be read: ${view.reason}`
    case 'no_output':
      return 'no rule applies, and the model gave no answer'
    case 'model_error':
      return `no rule applies, and the model failed: ${view.reason}`
    case 'timeout':
      return `no rule applies, and the model timed out after ${String(view.limitMs / 1000)} s`
    case 'cancelled':
      return 'no rule applies, and the request was over before the model answered'
    case 'disabled':
      return `no rule applies, and no model was asked: ${view.reason}`
  }
}
