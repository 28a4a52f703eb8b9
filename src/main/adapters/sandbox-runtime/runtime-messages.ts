import { z } from 'zod'
import type { RuntimeConfig } from './runtime-config'

/** What the engine tells a runtime's process. `binShell` and `cwd` are as sandbox-runtime takes them. */
export type ToRuntime =
  | { readonly type: 'check' }
  | { readonly type: 'start'; readonly config: RuntimeConfig }
  | {
      readonly type: 'wrap'
      readonly commandId: string
      readonly command: string
      readonly cwd: string
      readonly binShell: string | { readonly exe: string; readonly args: readonly string[] }
    }
  | { readonly type: 'answer'; readonly question: number; readonly allow: boolean }
  | { readonly type: 'finished'; readonly commandId: string }
  /** The end, where no closing channel tells it. */
  | { readonly type: 'close' }

/** What a runtime's process tells the engine; validated, since it stands outside. */
export const FromRuntime = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('checked'),
    supported: z.boolean(),
    errors: z.array(z.string()),
    warnings: z.array(z.string()),
  }),
  z.object({ type: z.literal('started') }),
  z.object({
    type: z.literal('wrapped'),
    argv: z.array(z.string()).min(1),
    env: z.record(z.string(), z.string()),
  }),
  z.object({ type: z.literal('ask'), question: z.number(), host: z.string(), port: z.number() }),
  z.object({ type: z.literal('settled'), lines: z.array(z.string()) }),
  z.object({ type: z.literal('failed'), reason: z.string() }),
])
export type FromRuntime = z.infer<typeof FromRuntime>
