import { z } from 'zod'
import type { Finding, ReviewOutput } from './review'

const WireFinding = z.strictObject({
  title: z.string(),
  body: z.string(),
  confidence_score: z.number(),
  priority: z.number().int().min(0).max(3),
  code_location: z.strictObject({
    absolute_file_path: z.string(),
    line_range: z.strictObject({ start: z.number().int(), end: z.number().int() }),
  }),
})

/**
 * What a review came to, as the wire has it (docs/spec/wire.md). What the model did not say is 0 or ''; a finding without a
 * place in the reviewed folder has the path '' and the lines 0 to 0.
 */
export const WireReviewOutput = z.strictObject({
  findings: z.array(WireFinding),
  overall_correctness: z.string(),
  overall_explanation: z.string(),
  overall_confidence_score: z.number(),
})
export type WireReviewOutput = z.infer<typeof WireReviewOutput>

const wireFinding = ({
  title,
  body,
  confidence = 0,
  priority,
  place,
}: Finding): WireReviewOutput['findings'][number] => ({
  title,
  body,
  confidence_score: confidence,
  priority,
  code_location: {
    absolute_file_path: place?.path ?? '',
    line_range: place?.lines ?? { start: 0, end: 0 },
  },
})

/** A review's output in the wire's form; null for one that did not come to its end. */
export function wireReview(output: ReviewOutput | undefined): WireReviewOutput | null {
  if (!output) return null
  const { findings, correctness, explanation, confidence = 0 } = output
  return {
    findings: findings.map(wireFinding),
    overall_correctness: correctness,
    overall_explanation: explanation,
    overall_confidence_score: confidence,
  }
}
