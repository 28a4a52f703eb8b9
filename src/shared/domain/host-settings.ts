import { z } from 'zod'
import { engineName, FleetSettings } from './fleet-settings'
import { LentProvider, mostLent } from './lent-key'

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
  kind: z.literal('command').optional(),
  command: z
    .array(z.string().regex(/^[^\0]*$/))
    .min(1)
    .max(100)
    .refine(
      ([program = '']) => /^[^-]/.test(program),
      'a list whose first word is a program, such as ["ssh", "build1"]',
    ),
  engine: engineName.default('countersign'),
  /** What holds commands there where no sandbox can be made and that machine is a container; absent: nothing, and every command is a question. */
  confinement: z.literal('container').optional(),
  /** Model providers of this machine whose keys its engine may use while it is connected; absent: none. */
  lend_keys: z.array(LentProvider).max(mostLent).optional(),
  /** What becomes of what windows began there when their program is closed: it goes on (absent), or is ended. */
  on_close: z.enum(['keep', 'end']).optional(),
  /** Whether windows show it; absent: they do. */
  window: z.boolean().optional(),
})
export type HostSettings = z.infer<typeof HostSettings>

/** What ssh is given as a destination and nothing besides: a name or address, with or without a user. */
export const sshDestination = /^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*@)?[A-Za-z0-9][A-Za-z0-9_.-]*$/

/** What a name looks like at a glance: two of the same shape can be taken for one another. */
export const nameShape = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('_', '-')
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

/** What a `[hosts.<name>]` table can be. */
const AnyHost = z.discriminatedUnion('kind', [HostSettings, FleetSettings])
type AnyHost = z.infer<typeof AnyHost>

/** Those of the hosts of config.toml that are a command. */
export const hostsByCommand = (
  hosts: Readonly<Record<string, AnyHost>> | undefined,
): Readonly<Record<string, HostSettings>> =>
  Object.fromEntries(
    Object.entries(hosts ?? {}).flatMap(([name, host]) =>
      host.kind === 'agent-sandbox' ? [] : [[name, host]],
    ),
  )

/** Those that are fleets. */
export const fleetsOf = (
  hosts: Readonly<Record<string, AnyHost>> | undefined,
): Readonly<Record<string, FleetSettings>> =>
  Object.fromEntries(
    Object.entries(hosts ?? {}).flatMap(([name, host]) =>
      host.kind === 'agent-sandbox' ? [[name, host]] : [],
    ),
  )

/** The hosts of config.toml, by name; none has a name that can be taken for another's. */
export const Hosts = z.record(HostName, AnyHost).superRefine((hosts, context) => {
  const shapes = new Map<string, string>()
  for (const name of Object.keys(hosts)) {
    const other = shapes.get(nameShape(name))
    if (other !== undefined)
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `a name that does not look like that of the host ${other}`,
      })
    shapes.set(nameShape(name), name)
  }
})
