import { z } from 'zod'

/** So many findings of one review are kept; a review that has more says in `leftOut` how many. */
export const maxFindings = 100

/** So many characters a review may be asked for with. */
export const maxWords = 100_000

/** So long a name of a branch or a commit may be. */
const Revision = z.string().trim().min(1).max(250)

/**
 * What a review looks at: everything that is not committed yet, what is new since the branch `branch` was left, one commit,
 * or what a person says in their own words. `hint` is a short name for a person's words, where a client gives one.
 */
export const ReviewTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('uncommitted') }),
  z.strictObject({ kind: z.literal('branch'), branch: Revision }),
  z.strictObject({ kind: z.literal('commit'), commit: Revision }),
  z.strictObject({
    kind: z.literal('custom'),
    text: z.string().trim().min(1).max(maxWords),
    hint: z.string().max(1000).optional(),
  }),
])
export type ReviewTarget = z.infer<typeof ReviewTarget>

/** Where a finding is: an absolute path below the reviewed folder, and lines from 1, `end` included. */
export const FindingPlace = z.strictObject({
  path: z.string().max(4096),
  lines: z.strictObject({ start: z.int().positive(), end: z.int().positive() }),
})
export type FindingPlace = z.infer<typeof FindingPlace>

/**
 * One thing that a review found, in the model's own, untrusted words. `priority`: 0 is what must be mended first, 3 what
 * could be. `confidence`: how sure the model is, from 0 to 1; absent: it did not say. Without `place` it named none that
 * lies in the reviewed folder. `id` is unique within the review.
 */
export const Finding = z.strictObject({
  id: z.string(),
  title: z.string().max(300),
  body: z.string().max(10_000),
  priority: z.int().min(0).max(3),
  confidence: z.number().min(0).max(1).optional(),
  place: FindingPlace.optional(),
})
export type Finding = z.infer<typeof Finding>

/**
 * What a review came to, in the model's own, untrusted words. `correctness` is its short verdict, '' for none. A review whose
 * answer could not be read as findings has its whole text in `explanation`. `leftOut`: so many findings were too many.
 */
export const ReviewOutput = z.strictObject({
  findings: z.array(Finding).max(maxFindings),
  correctness: z.string().max(300),
  explanation: z.string().max(50_000),
  confidence: z.number().min(0).max(1).optional(),
  leftOut: z.int().nonnegative(),
})
export type ReviewOutput = z.infer<typeof ReviewOutput>

/** The change of one file that a review has findings in: an absolute path, and its part of git's unified diff. */
export const ReviewedFile = z.strictObject({ path: z.string(), unifiedDiff: z.string() })
export type ReviewedFile = z.infer<typeof ReviewedFile>
