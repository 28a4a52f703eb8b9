import type { Evidence } from '@shared/domain/evidence'
import { classifyAddress, mappedIpv4 } from '../../core/network/address-class'
import { formatHostPort } from '../../core/network/host-rules'
import { formatIp } from '../../core/network/ip-address'
import type { TriedAddress } from './attempts'

/** Addresses that are within the sandbox, or nobody's in particular: whatever came of these, the sandbox did not stop it. */
const within = new Set(['loopback', 'unspecified', 'multicast'])
/** Where names are looked up. */
const lookupPort = 53

/**
 * What a command tried to reach past the proxy, in a network namespace that leads nowhere: each such address was refused,
 * with the kernel as the source. Looking up a name goes before almost everything, also where the proxy then does the
 * work: it counts only where `alone` says that nothing else was stopped.
 */
export function refusedAddresses(
  tried: readonly TriedAddress[],
  { alone }: { readonly alone: boolean },
  backend: string,
): readonly Evidence[] {
  const outside = tried.filter(({ bytes, port }) => port !== 0 && !within.has(classifyAddress({ bytes })))
  const beyond = outside.filter(({ port }) => port !== lookupPort)
  const counted = beyond.length === 0 && alone ? outside : beyond
  const byTarget = new Map(
    counted.map(({ bytes, port, syscall }) => [
      formatHostPort(formatIp(mappedIpv4({ bytes }) ?? { bytes }), port),
      syscall,
    ]),
  )
  return [...byTarget].map(([target, operation]) => ({
    kind: 'network',
    target,
    operation,
    source: 'kernel',
    backend,
  }))
}
