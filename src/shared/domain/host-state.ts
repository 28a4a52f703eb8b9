import { z } from 'zod'
import { FleetBegin } from './fleet-work'
import type { HostProblem } from './host-problem'
import type { HostSettings } from './host-settings'

/** Stands in ids of a host's between its name and its own id; no id of this machine's has it. */
const sign = ':'

/** What a window calls a session, request, question or grant of a host's: no host can name another's, or one of this machine's. */
export const idOfHost = (host: string, id: string): string => `${host}${sign}${id}`

/** The host whose session, request, question or grant an id names; undefined: this machine's. */
export function hostOf(id: string): string | undefined {
  const at = id.indexOf(sign)
  return at === -1 ? undefined : id.slice(0, at)
}

/** The id there. */
export const idThere = (id: string): string => id.slice(id.indexOf(sign) + 1)

/** Whether a folder of a host's is named: whole, or from the home folder there; there is none here that it could be looked for from. */
export const isPathThere = (path: string): boolean => /^~?(?:\/|$)/.test(path) && path !== ''

/** A title or name with the host before it whose it is; of this machine alone. */
export function withHost(id: string, text: string): string {
  const host = hostOf(id)
  return host === undefined ? text : `${host} | ${text}`
}

/**
 * How a host of config.toml stands to a window. `lost`: it is tried again; `over`: it is not, before its settings change or somebody says so. `why` is
 * made by the program here alone; `said` is what the machine there said besides, untrusted. `boundary`: its engine says that it has no sandbox, and that
 * commands run in the container alone. `fleet`: it is a fleet, `connected` once its sandboxes were looked for; `others` are not shown, since they cannot be worked in or are too many, and
 * `trouble` is why the cluster is not told that one is in use.
 */
export const HostState = z.strictObject({
  name: z.string(),
  state: z.enum(['connecting', 'connected', 'lost', 'over']),
  why: (z.record(z.string(), z.unknown()) as unknown as z.ZodType<HostProblem>).optional(),
  said: z.string().optional(),
  boundary: z.literal('container').optional(),
  fleet: z
    .strictObject({
      others: z.number().int().nonnegative(),
      begins: z.array(FleetBegin),
      trouble: z.string().optional(),
    })
    .optional(),
})
export type HostState = z.infer<typeof HostState>

/** What is started for a host: its command, and behind it what starts the engine there. */
export const hostCommand = ({
  command,
  engine,
  confinement,
}: Pick<HostSettings, 'command' | 'engine' | 'confinement'>): readonly string[] => [
  ...command,
  engine,
  'attach',
  ...(confinement === undefined ? [] : ['--confinement', confinement]),
]
