import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { ResolvedAddressDeniedError } from '@anthropic-ai/sandbox-runtime/dist/sandbox/resolved-address-guard.js'
import type { HostGate } from '../../core/network/host-gate'
import { normaliseHost } from '../../core/network/host-rules'

/** All addresses of a name, in the resolver's order. Rejects when there is none. */
export type ResolveName = (name: string) => Promise<readonly string[]>

const loopback = ['127.0.0.1', '::1'] as const

/** The machine's own resolver. */
export const resolveBySystem: ResolveName = async (name) => {
  const answers = await lookup(name, { all: true, order: 'verbatim' })
  return answers.map((answer) => answer.address)
}

/**
 * The `lookup` of one connection to `port`: resolves once, has the gate judge every address, and hands on exactly those
 * that were judged, so that nothing is resolved again between the judgement and the connection (no rebinding). Fails
 * with sandbox-runtime's own error class, which its proxies answer with a refusal that names the class of address and
 * not the address.
 */
export function guardedLookup(gate: HostGate, resolve: ResolveName, port: number): LookupFunction {
  const judged = async (name: string): Promise<readonly { address: string; family: number }[]> => {
    const host = normaliseHost(name)
    // The machine's own loopback is no resolver's to tell.
    const own = host?.host === 'localhost' ? loopback : undefined
    const addresses = own ?? (host ? await resolve(host.host) : [])
    if (!host || addresses.length === 0) throw new Error(`${name} has no address`)
    const against = gate.refuseResolved(host, port, addresses)
    if (against !== undefined)
      throw new ResolvedAddressDeniedError(name, `resolved to an address of class ${against}`, addresses)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }
  return (name, options, callback) => {
    judged(name).then(
      (addresses) => {
        const [first] = addresses
        if (options.all === true) callback(null, [...addresses])
        else callback(null, first?.address ?? '', first?.family)
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)), [])
      },
    )
  }
}
