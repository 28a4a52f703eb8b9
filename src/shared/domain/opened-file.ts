import { z } from 'zod'
import { EditorUrl } from './settings'

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
 *
 * `elsewhere`: it is of a host that no editor has a link to; `path` is its path there.
 */
export const OpenedFile = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('opened') }),
  z.strictObject({ kind: z.literal('link'), url: EditorUrl }),
  z.strictObject({ kind: z.literal('none'), why: z.enum(['off', 'missing', 'closed']) }),
  z.strictObject({ kind: z.literal('elsewhere'), path: z.string().max(8192) }),
])
export type OpenedFile = z.infer<typeof OpenedFile>

/**
 * The text of one file as it is now, or why it is not told. `picture`: a PNG, JPEG, GIF or WebP by its bytes, as a data URL, of at most 5 MB and
 * 40 million pixels.
 * - `missing`: there is nothing; `no-file`: a folder, pipe or device; `no-text`: binary, or no UTF-8; `failed`: it cannot be read
 * - `outside`: beyond the session's folders; `closed`: commands may not read it; `large`: more than that
 */
export const WholeFile = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({
    kind: z.literal('picture'),
    url: z.string().regex(/^data:image\/(?:png|jpeg|gif|webp);base64,/),
    width: z.int().positive(),
    height: z.int().positive(),
  }),
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
