import { z } from 'zod'

/** Characters that were left out of the middle of a text too long to show; absent: the text is whole. */
const omitted = z.number().int().positive().optional()

/**
 * What a patch does to one file (docs/spec/tools.md; the field names are the wire's). `unified_diff` has hunks only, no file
 * header; a whole file replaced by "Add File" is an update too, since that is what happens to it. For a symbolic link,
 * which is only ever deleted, `content` is where it leads. `move_path` is absolute, like the keys of the map. Texts are
 * a model's and untrusted.
 */
export const FileChange = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('add'), content: z.string(), omitted }),
  z.strictObject({ type: z.literal('delete'), content: z.string(), omitted }),
  z.strictObject({
    type: z.literal('update'),
    unified_diff: z.string(),
    move_path: z.string().optional(),
    omitted,
  }),
])
export type FileChange = z.infer<typeof FileChange>

/** Every file of one patch, by absolute path (`.` and `..` resolved, symbolic links not). */
export const FileChanges = z.record(z.string(), FileChange)
export type FileChanges = z.infer<typeof FileChanges>
