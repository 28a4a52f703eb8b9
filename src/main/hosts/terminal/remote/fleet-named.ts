import { FaultError } from '@shared/domain/fault'
import type { FleetSettings } from '@shared/domain/fleet-settings'
import type { CliHosts } from '../../cli/cli-context'
import { noSuchHost } from './no-such-host'

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
