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

/**
 * What became of `confinement = "container"` of a host entry where no sandbox can be made (docs/hosts.md). `boundary`: the container is the only one;
 * `sign` is what it was known for one by. `unused`: every command is a question. `no-sign`: nothing says that this is a container; `not-refused`: something
 * else is missing than that the system lets no sandbox be made; `was-there`: one could be made before.
 */
export const ContainerUse = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('boundary'), sign: z.string() }),
  z.strictObject({ kind: z.literal('unused'), why: z.enum(['no-sign', 'not-refused', 'was-there']) }),
])
export type ContainerUse = z.infer<typeof ContainerUse>

/**
 * What commands run in here. `unavailable` means that every command becomes an approval (fails closed), but what a
 * `container` that is the boundary is enough for; absent: no host entry said anything of one. */
export const SandboxStatus = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('available'),
    backend: z.enum(['bubblewrap', 'seatbelt', 'srt-win']),
    version: z.string(),
    /** False: this kernel has no Landlock, or one that is too old. Absent: nothing is missing that commands would notice. */
    landlock: z.literal(false).optional(),
  }),
  z.strictObject({
    kind: z.literal('unavailable'),
    reason: z.string(),
    remedy: z.string(),
    container: ContainerUse.optional(),
  }),
])
export type SandboxStatus = z.infer<typeof SandboxStatus>
