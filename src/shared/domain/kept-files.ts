import { z } from 'zod'

/** What lies in the home: kinds of files, how many there are and how much they hold. */
export const KeptKind = z.enum([
  'sessions',
  'archived',
  'rules',
  'keys',
  'history',
  'checkpoints',
  'logs',
  'config',
])
export type KeptKind = z.infer<typeof KeptKind>

/** What is kept, and where. `path` is a file or a folder; what is not there has no files. */
export const KeptFiles = z.strictObject({
  home: z.string(),
  kinds: z.array(
    z.strictObject({
      kind: KeptKind,
      path: z.string(),
      files: z.int().nonnegative(),
      bytes: z.number().nonnegative(),
    }),
  ),
})
export type KeptFiles = z.infer<typeof KeptFiles>
