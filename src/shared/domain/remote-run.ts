import { z } from 'zod'

/**
 * A run of another process of this user whose requests are answered in a window here, as it says of itself: all of it is untrusted
 * text. `program` is the command that it was started with (`exec`), `folder` where it works, `pid` the number of its process.
 */
export const RemoteRun = z.strictObject({
  program: z.string().min(1).max(100),
  folder: z.string().max(4096),
  pid: z.int().nonnegative(),
})
export type RemoteRun = z.infer<typeof RemoteRun>
