import { z } from 'zod'
import { EditorUrl } from './file-opener'

/** Which file of a session's folders is to be opened in the person's editor; a relative path is one of the folder it works in. */
export const OpenFileRequest = z.strictObject({
  sessionId: z.string().min(1).max(100),
  path: z.string().min(1).max(4096),
  line: z.int().min(1).max(10_000_000).optional(),
})

/**
 * What came of it. `link`: the window is to go to that address itself, since its host cannot. `none`: nothing was opened.
 * - `off`: the configuration says `file_opener = "none"`; `missing`: there is no such file; `closed`: it lies outside the session's folders, is
 *   no file, or is one that commands may not read
 */
export const OpenedFile = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('opened') }),
  z.strictObject({ kind: z.literal('link'), url: EditorUrl }),
  z.strictObject({ kind: z.literal('none'), why: z.enum(['off', 'missing', 'closed']) }),
])
export type OpenedFile = z.infer<typeof OpenedFile>
