import { z } from 'zod'

/**
 * The text of one file as it is now, or why it is not told.
 * - `missing`: there is nothing; `no-file`: a folder, pipe or device; `no-text`: binary, or no UTF-8; `failed`: it cannot be read
 * - `outside`: beyond the session's folders; `closed`: commands may not read it; `large`: more than 5 MB
 */
export const WholeFile = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({
    kind: z.literal('none'),
    why: z.enum(['missing', 'no-file', 'no-text', 'failed', 'outside', 'closed', 'large']),
  }),
])
export type WholeFile = z.infer<typeof WholeFile>

/** Which file of a session's folders; the path is absolute. */
export const WholeFileRequest = z.strictObject({
  sessionId: z.string().min(1).max(100),
  path: z.string().min(1).max(4096),
})
