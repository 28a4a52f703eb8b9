import type { Assessment, Difference } from '../domain/assessment'
import { effectInWords } from './effect'
import { reasonInWords } from './reason'
import { messages } from './spoken'

/** One disagreement between checks, model and the agent's claim, as a line. */
export function differenceInWords(difference: Difference): string {
  const say = messages().assessment
  switch (difference.kind) {
    case 'model-higher':
      return say.modelHigher(say.levels[difference.model], say.levels[difference.floor])
    case 'model-lower': {
      const { model, floor, because } = difference
      const stands = say.modelLower(say.levels[model], say.levels[floor])
      return because ? `${stands}: ${reasonInWords(because)}` : `${stands}.`
    }
    case 'claim': {
      const { claim, effect, reason, level } = difference
      const proof = effect ? effectInWords(effect) : reason && reasonInWords(reason)
      const checks = level === undefined ? say.nothing : say.levels[level]
      return say.claim(say.claims[claim], proof === undefined ? say.checks(checks) : say.found(proof))
    }
    case 'said':
      return difference.text
  }
}

/** Why there is no level, in words that follow "not assessed:"; undefined where there is one. */
export function whyNotAssessed({
  level,
  reason,
  view,
}: Pick<Assessment, 'level' | 'reason' | 'view'>): string | undefined {
  if (reason !== undefined || level !== 'not-assessed') return reason
  const say = messages().assessment.missing
  switch (view.status) {
    case 'waiting':
    case 'success':
    case 'no_output':
    case 'cancelled':
      return say[view.status]
    case 'parse_error':
    case 'model_error':
    case 'disabled':
      return say[view.status](view.reason)
    case 'timeout':
      return say.timeout(view.limitMs / 1000)
  }
}
