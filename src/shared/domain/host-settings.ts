import { z } from 'zod'

/** What a host is known by: in config.toml, on the command line, and before every line that comes from it. */
export const HostName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,47}$/,
    'a name of at most 48 letters, digits, "-" and "_" that begins with a letter or digit',
  )

/**
 * One `[hosts.<name>]` table (docs/hosts.md): an engine on another machine or in a container. `command` is the program and arguments that
 * carry standard input and output there; what starts the engine is added behind them, and may be read by a shell there. `engine` is that
 * program's name or absolute path there.
 */
export const HostSettings = z.strictObject({
  command: z
    .array(z.string().regex(/^[^\0]*$/))
    .min(1)
    .max(100)
    .refine(
      ([program = '']) => /^[^-]/.test(program),
      'a list whose first word is a program, such as ["ssh", "build1"]',
    ),
  engine: z
    .string()
    .regex(
      /^(?:[A-Za-z0-9_][A-Za-z0-9._+-]*|\/[A-Za-z0-9._+@/-]+)$/,
      'a name or an absolute path of letters, digits and ". _ + - @ /"',
    )
    .default('countersign'),
})
export type HostSettings = z.infer<typeof HostSettings>
