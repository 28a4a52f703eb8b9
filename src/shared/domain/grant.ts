import { z } from 'zod'

/**
 * What a granted path was when it was shown to the person: where it really lies, what it is, and its device and inode as
 * `id`; `folder` is that of the folder around it. An `entry` is about its name alone. `links` counts a file's names.
 */
export const PathIdentity = z.strictObject({
  realPath: z.string(),
  kind: z.enum(['file', 'directory', 'other', 'missing', 'entry']),
  folder: z.string(),
  id: z.string().optional(),
  links: z.int().optional(),
})
export type PathIdentity = z.infer<typeof PathIdentity>

/** One key of git's configuration as git prints it (`remote.origin.url`), and its new value; absent: it goes. */
export const GitSetting = z.strictObject({ name: z.string().min(1), value: z.string().optional() })
export type GitSetting = z.infer<typeof GitSetting>

/**
 * One thing a decision adds to the sandbox. `write` makes an absolute path writable: `file` exactly that file, `tree` a
 * directory and what is below it, `entry` one entry of a directory, which may be removed, renamed or made (new names may
 * then be made beside it, but no other entry changed). `read` opens a credential store, or something in it. `host` lets the run connect to one host and port through the filtering
 * proxy; `host` is a normalised name or address, or in a stored rule `*.` and a name for every name below it.
 * `was`: the grant is for that very thing, and for nothing that was put in its place later.
 * `git-settings` changes these keys of the configuration file of git's at `path`, and not another word of it (decision 156).
 * `unsandboxed` is not an addition but the sandbox's absence.
 */
export const Grant = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('write'),
    path: z.string(),
    extent: z.enum(['file', 'tree', 'entry']),
    was: PathIdentity.optional(),
  }),
  z.strictObject({ kind: z.literal('read'), path: z.string(), was: PathIdentity.optional() }),
  z.strictObject({
    kind: z.literal('host'),
    host: z.string().min(1).max(255),
    port: z.int().min(1).max(65535),
  }),
  z.strictObject({
    kind: z.literal('git-settings'),
    path: z.string(),
    settings: z.array(GitSetting).min(1),
  }),
  z.strictObject({ kind: z.literal('unsandboxed') }),
])
export type Grant = z.infer<typeof Grant>
