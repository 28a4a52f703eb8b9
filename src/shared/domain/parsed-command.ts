import { z } from 'zod'

/**
 * What a command does, for display only: never a reason to let it run (docs/spec/commands.md). `cmd` is the part of the command
 * it was read from; `name` is the file's last segment, `path` where it lies, as written. Untrusted text.
 */
export const ParsedCommand = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('read'), cmd: z.string(), name: z.string(), path: z.string() }),
  z.strictObject({ type: z.literal('list_files'), cmd: z.string(), path: z.string().nullish() }),
  z.strictObject({
    type: z.literal('search'),
    cmd: z.string(),
    query: z.string().nullish(),
    path: z.string().nullish(),
  }),
  z.strictObject({ type: z.literal('unknown'), cmd: z.string() }),
])
export type ParsedCommand = z.infer<typeof ParsedCommand>
