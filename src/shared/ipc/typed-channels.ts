import { z } from 'zod'
import { Assessment } from '../domain/assessment'
import { Rehearsal } from '../domain/rehearsal'
import { SandboxPolicy } from '../domain/sandbox-policy'

/** A line to an engine has no more, and is the bound of all words together. */
const mostOfCommand = 3 * 1024 * 1024

const words = z.array(z.string().max(mostOfCommand)).min(1).max(100_000)
/** A folder there by its absolute path, and a policy in place of the configured one. */
const place = { cwd: z.string().min(1).max(4096), policy: SandboxPolicy.optional() }

/**
 * What a terminal asks about a command that somebody typed, which is not run. Answered where an engine is kept for those that attach, and to no window;
 * what is under way for one that leaves is called off.
 */
export const typedChannels = {
  /** What `countersign assess` says. */
  'command.assess': {
    request: z.strictObject({ argv: words, ...place, model: z.boolean() }),
    response: Assessment,
  },
  /** What `countersign rehearse` says; `leftOut`: so many entries of its lists are not told. */
  'command.rehearse': {
    request: z.strictObject({
      command: words,
      ...place,
      timeoutMs: z.number().positive().max(86_400_000).optional(),
    }),
    response: z.strictObject({ rehearsal: Rehearsal, leftOut: z.int().nonnegative() }),
  },
} as const
