import { AssessedLevel, RiskCategory } from '@shared/domain/risk'
import type { OutputForm } from '../../ports'

/** What the answer must be (docs/spec/assessment.md). All three are required: strict schemas know no optional properties. */
export const outputSchema: OutputForm['schema'] = {
  type: 'object',
  additionalProperties: false,
  required: ['description', 'risk_level', 'risk_categories'],
  properties: {
    description: { type: 'string', minLength: 1, maxLength: 500 },
    risk_level: { type: 'string', enum: [...AssessedLevel.options] },
    risk_categories: { type: 'array', items: { type: 'string', enum: [...RiskCategory.options] } },
  },
}

/** The ways to ask for it, best first: each is tried when a server refuses the one before. */
export const outputModes = ['schema', 'json', 'text'] as const satisfies readonly OutputForm['mode'][]

/** The form to ask for in a mode. */
export function outputForm(mode: OutputForm['mode']): OutputForm {
  return { mode, name: 'risk_view', schema: outputSchema }
}
