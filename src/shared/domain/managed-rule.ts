import { z } from 'zod'

/** One line of a file: no controls, and nothing that turns text round. */
const line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u)

/**
 * A rule of whoever sets the machine up: what nobody's yes lets happen (`deny`), or a person answers each time (`ask`). `where`: sessions in
 * these whole folders, and what names a place in them; absent: all. `commands` as in an effect rule, `paths` whole files or folders that would change, `hosts` names
 * or `*.` and a name for all below: it is about what names one of any of them; without all three about everything. `reason` is said with it.
 */
export const ManagedRule = z.strictObject({
  name: line(60),
  says: z.enum(['ask', 'deny']),
  where: z.array(z.string().startsWith('/').max(4096)).min(1).max(100).optional(),
  commands: z.array(z.string().min(1).max(2000)).min(1).max(100).optional(),
  paths: z.array(z.string().startsWith('/').max(4096)).min(1).max(100).optional(),
  hosts: z
    .array(
      z
        .string()
        .max(253)
        .regex(/^(\*\.)?[a-z0-9:]([a-z0-9.:-]*[a-z0-9])?$/),
    )
    .min(1)
    .max(100)
    .optional(),
  reason: line(300).optional(),
})
export type ManagedRule = z.infer<typeof ManagedRule>
