import { randomBytes } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { HostGate } from '../../core/network/host-gate'
import type { LookAtPort } from '../../core/network/machine-port'
import type { HostGrant } from '../../core/network/host-rules'
import { mayReachHosts, type NetworkSpec, type OpenRunNetwork } from '../../core/network/run-network'
import type { Clock } from '../../core/ports/system'
import { sharedFolder } from '../own-process/shared-folder'
import { createPortLook } from './machine-ports'
import { bridgePlace, networkBridge } from './network-bridge'

/** How long a connection waits for a person before it is refused. */
const askTimeoutMs = 60_000

/** The gate of one run, from its permit's grants, over this machine's interfaces. Without a look at its ports none is reached. */
export function gateForRun(spec: NetworkSpec, clock: Clock, lookAtPort?: LookAtPort): HostGate {
  return new HostGate({
    grants: spec.permit.grants.filter((grant): grant is HostGrant => grant.kind === 'host'),
    askHost: spec.askHost,
    clock,
    askTimeoutMs,
    lasting: spec.lasting === true,
    ...(lookAtPort && { lookAtPort }),
    ownAddresses: () =>
      Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address)),
  })
}

/**
 * The way to a run's filtered network on Linux. `socat` is its absolute path, looked up anew for each run; while there
 * is none every opening rejects and names the package. `runtimeFolder` is `$XDG_RUNTIME_DIR`.
 */
export function createRunNetworks(parts: {
  readonly socat: () => string | undefined
  readonly clock: Clock
  readonly runtimeFolder: string | undefined
}): OpenRunNetwork {
  return async (spec) => {
    const socat = parts.socat()
    if (socat === undefined)
      throw new Error('single hosts cannot be granted without socat (sudo apt install socat)')
    // Loaded with the first run that has a network: few have, and every start would wait for it.
    const [{ openFilteringProxy }, { resolveBySystem }] = await Promise.all([
      import('./filtering-proxy'),
      import('./guarded-lookup'),
    ])
    const secret = randomBytes(24).toString('hex')
    const proxy = await openFilteringProxy({
      secret,
      gate: gateForRun(spec, parts.clock, createPortLook()),
      resolve: resolveBySystem,
      folder: sharedFolder(parts.runtimeFolder),
      hangsUp: !mayReachHosts(spec),
    })
    return {
      bridge: networkBridge({ socat, proxySocket: proxy.socket, secret, place: bridgePlace() }),
      evidence: () => proxy.evidence(),
      unreached: () => proxy.unreached(),
      close: () => proxy.close(),
    }
  }
}
