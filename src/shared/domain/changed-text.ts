import { z } from 'zod'

/**
 * What became of a file since a yes was given on it. `text`: `diff` has the hunks of a unified diff from what was read then to what
 * is read now. `gone`: nothing is there any more. `secret`: it may hold keys or passwords. `large`: more than is shown. `unshown`:
 * one of the two texts is not known or may not be shown. The path is absolute; all texts are untrusted.
 */
export const ChangedText = z.strictObject({
  path: z.string(),
  how: z.enum(['text', 'gone', 'secret', 'large', 'unshown']),
  diff: z.string().optional(),
})
export type ChangedText = z.infer<typeof ChangedText>
