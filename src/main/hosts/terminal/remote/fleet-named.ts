import { FaultError } from '@shared/domain/fault'
import type { FleetSettings } from '@shared/domain/fleet-settings'
import type { CliHosts } from '../../cli/cli-context'
import { noSuchHost } from '../../cli/no-such-host'

/** The two parts of `FLEET/SANDBOX`; without a `/` the second is undefined, and the first is all of it. */
export function partsOfName(name: string): { readonly first: string; readonly sandbox: string | undefined } {
  const [first = '', sandbox] = name.split(/\/(.*)/s)
  return { first, sandbox }
}

/** A fleet of config.toml. Throws FaultError `bad-request` for none. */
export function fleetNamed(
  { fleets, hosts }: Pick<CliHosts, 'fleets' | 'hosts'>,
  name: string,
): FleetSettings {
  const found = Object.hasOwn(fleets, name) ? fleets[name] : undefined
  if (found) return found
  if (Object.hasOwn(hosts, name))
    throw new FaultError({
      code: 'bad-request',
      message: `${name} is one machine; expected a fleet (kind = "agent-sandbox") in config.toml.`,
    })
  throw noSuchHost(name, Object.keys(fleets))
}
