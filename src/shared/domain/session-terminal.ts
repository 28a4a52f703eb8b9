import { z } from 'zod'
import { SandboxMode } from './sandbox-policy'

/**
 * A session's terminal as a window reads it. `run` counts those that were opened, 0 where none was yet. `text` is what the program said from the
 * character `from` of its run on. `mode` is the policy that contains it, or would. `exitCode` and `failed` are there once it is over: how it
 * ended, or why it could not be started; `stopped`: somebody ended it.
 */
export const TerminalNow = z.strictObject({
  run: z.int(),
  from: z.int(),
  text: z.string(),
  mode: SandboxMode,
  exitCode: z.int().optional(),
  failed: z.string().optional(),
  stopped: z.literal(true).optional(),
})
export type TerminalNow = z.infer<typeof TerminalNow>
