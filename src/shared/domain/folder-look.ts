import { z } from 'zod'
import { TrustLevel } from './settings'
import { RepositoryLook } from './worktree'

/**
 * What a project's own files would do in a session. `folder` is the one that trust is given to, and `trust` what config.toml says of it,
 * or of the folder `listed` above it; absent: nothing. `instructions` are files whose text the agent is given either way. `settings` is the
 * project's own configuration, absent where there is none: what it would set where the project is trusted, and the keys that no
 * project may set; `problem` says why it cannot be used. `unread` are settings of other programs that lie there and mean nothing here.
 */
export const ProjectLook = z.strictObject({
  folder: z.string(),
  trust: TrustLevel.optional(),
  listed: z.string().optional(),
  instructions: z.array(z.strictObject({ path: z.string(), bytes: z.int().nonnegative() })),
  settings: z
    .strictObject({
      file: z.string(),
      sets: z.array(z.strictObject({ key: z.string(), value: z.json() })),
      refused: z.array(z.string()),
      problem: z.string().optional(),
    })
    .optional(),
  unread: z.array(z.string()),
})
export type ProjectLook = z.infer<typeof ProjectLook>

/** What the names at the top of a folder tell: there is nothing but hidden files, or there are tests, dependencies, a README. */
export const FolderMark = z.enum(['nothing', 'tests', 'dependencies', 'readme'])
export type FolderMark = z.infer<typeof FolderMark>

/**
 * A folder before a session begins in it. `cwd` is the real one. `repository` is absent where there is none, or git cannot be run. `proposes`: nobody
 * chose an approval policy for sessions there, and this machine can rehearse what this one runs on copies. `marks`: absent where the names tell none.
 */
export const FolderLook = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('missing'), problem: z.string() }),
  z.strictObject({
    kind: z.literal('there'),
    cwd: z.string(),
    repository: RepositoryLook.optional(),
    proposes: z.literal('effects').optional(),
    marks: z.array(FolderMark).optional(),
    project: ProjectLook,
  }),
])
export type FolderLook = z.infer<typeof FolderLook>
