import { z } from 'zod'

/** One thing the machine has or lacks. `remedy` is a command or a step to copy as it is; absent when all is well. */
export const DoctorCheck = z.strictObject({
  id: z.string(),
  title: z.string(),
  status: z.enum(['ok', 'warn', 'missing']),
  detail: z.string(),
  remedy: z.string().optional(),
})
export type DoctorCheck = z.infer<typeof DoctorCheck>

/** What commands run in here. `unavailable` means that every command becomes an approval (fails closed). */
export const SandboxStatus = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('available'),
    backend: z.enum(['bubblewrap', 'seatbelt', 'srt-win']),
    version: z.string(),
    /** False: this kernel has no Landlock, or one that is too old. Absent: nothing is missing that commands would notice. */
    landlock: z.literal(false).optional(),
  }),
  z.strictObject({ kind: z.literal('unavailable'), reason: z.string(), remedy: z.string() }),
])
export type SandboxStatus = z.infer<typeof SandboxStatus>
