import type { Assessment } from '@shared/domain/assessment'

/** The assessment of a request that is over: a view that had not come by then will not come. */
export function closeAssessment(assessment: Assessment, waitedMs: number): Assessment {
  if (assessment.view.status !== 'waiting') return assessment
  const { model } = assessment.view
  return { ...assessment, view: { status: 'cancelled', model, durationMs: Math.max(0, waitedMs) } }
}
