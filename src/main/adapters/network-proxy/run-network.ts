import { statSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import type { Evidence } from '@shared/domain/evidence'
import { HostGate } from '../../core/network/host-gate'
import type { HostGrant } from '../../core/network/host-rules'
import type { Clock, RunSpec } from '../../core/ports'
import { openFilteringProxy } from './filtering-proxy'
import { resolveBySystem } from './guarded-lookup'
import { networkBridge, type NetworkBridge } from './network-bridge'

/** How long a connection waits for a person before it is refused. */
export const askTimeoutMs = 60_000

/** The network of one run: what to add to its sandbox, and what to take back when it is over. */
export interface RunNetwork {
  readonly bridge: NetworkBridge
  evidence(): readonly Evidence[]
  close(): Promise<void>
}

/** Whether a run goes through a filtering proxy at all. Everything else has no network, or the policy's open one. */
export function wantsFilteredNetwork(spec: Pick<RunSpec, 'permit' | 'policy' | 'askHost'>): boolean {
  if (spec.policy.mode === 'danger-full-access' || spec.policy.network_access) return false
  return spec.askHost !== undefined || spec.permit.grants.some((grant) => grant.kind === 'host')
}

/** The gate of one run, from its permit's grants, over this machine's interfaces. */
export function gateForRun(spec: Pick<RunSpec, 'permit' | 'askHost'>, clock: Clock): HostGate {
  return new HostGate({
    grants: spec.permit.grants.filter((grant): grant is HostGrant => grant.kind === 'host'),
    askHost: spec.askHost,
    clock,
    askTimeoutMs,
    ownAddresses: () =>
      Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address)),
  })
}

/**
 * Opens the filtered network of one run. Throws when the proxy's socket cannot be made; the run must then have no
 * network at all (fails closed). `socat` is its absolute path; without one there is no filtered network.
 */
export async function openRunNetwork(
  spec: Pick<RunSpec, 'permit' | 'askHost'>,
  parts: { readonly socat: string; readonly clock: Clock; readonly runtimeFolder: string | undefined },
): Promise<RunNetwork> {
  const proxy = await openFilteringProxy({
    gate: gateForRun(spec, parts.clock),
    resolve: resolveBySystem,
    folder: socketFolder(parts.runtimeFolder),
  })
  return {
    bridge: networkBridge({ socat: parts.socat, proxySocket: proxy.socket }),
    evidence: () => proxy.evidence(),
    close: () => proxy.close(),
  }
}

/** `$XDG_RUNTIME_DIR` where there is one, since no sandbox may write there; the temporary folder otherwise. */
function socketFolder(runtimeFolder: string | undefined): string {
  const there = runtimeFolder === undefined ? undefined : statSync(runtimeFolder, { throwIfNoEntry: false })
  return runtimeFolder !== undefined && there?.isDirectory() === true ? runtimeFolder : tmpdir()
}
