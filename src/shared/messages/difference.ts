import type { Assessment, Difference } from '../domain/assessment'
import { effectInWords } from './effect'
import { reasonInWords } from './reason'
import { messages } from './spoken'

/** One disagreement between checks, model and the agent's claim, as a line. */
export function differenceInWords(difference: Difference): string {
  const say = messages().assessment
  switch (difference.kind) {
    case 'model-higher':
      return say.modelHigher(difference.model, difference.floor)
    case 'model-lower': {
      const { model, floor, because } = difference
      return say.modelLower(model, floor, because && reasonInWords(because))
    }
    case 'claim': {
      const { claim, effect, reason, level } = difference
      const proof = effect ? effectInWords(effect) : reason && reasonInWords(reason)
      return say.claim(claim, proof === undefined ? say.checks(level) : say.found(proof))
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
