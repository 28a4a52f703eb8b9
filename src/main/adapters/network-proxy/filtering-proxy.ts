import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createHttpProxyServer } from '@anthropic-ai/sandbox-runtime/dist/sandbox/http-proxy.js'
import { canonicalizeHost } from '@anthropic-ai/sandbox-runtime/dist/sandbox/parent-proxy.js'
import { createSocksProxyServer } from '@anthropic-ai/sandbox-runtime/dist/sandbox/socks-proxy.js'
import type { Evidence } from '@shared/domain/evidence'
import { machineName } from '@shared/domain/machine-server'
import type { HostGate, RefusalReason } from '../../core/network/host-gate'
import { formatHostPort } from '../../core/network/host-rules'
import type { HostProtocol } from '../../core/run/host-question'
import { ownPrefix } from '../own-process/process-name'
import { createDispatcher, type ProxyLimits } from './dispatch'
import { guardedLookup, type ResolveName } from './guarded-lookup'
import { followUnreached } from './unreached'

/** What one proxy needs. The gate holds the run's grants; nothing is shared between two proxies. */
export interface FilteringProxyOptions {
  readonly gate: HostGate
  readonly resolve: ResolveName
  /** An existing folder to make the proxy's own private folder in; a short path, sockets allow some 100 bytes. */
  readonly folder: string
  readonly limits?: Partial<ProxyLimits>
  /** What every client must say (as password of the user `srt`) before anything is decided. Absent: none need to. */
  readonly secret?: string
  /**
   * Refuses a plain request by closing its connection. Default: by a page that says so, which some clients take for the
   * host's answer and call a success.
   */
  readonly hangsUp?: boolean
}

/** A running proxy for one run, reached over a Unix socket only its owner may open. */
export interface FilteringProxy {
  readonly socket: string
  /** The connections that were refused so far. */
  evidence(): readonly Evidence[]
  /** What was allowed and could not be reached, each as a clause that names it and why. */
  unreached(): readonly string[]
  /** Ends every connection and open question and removes the socket. */
  close(): Promise<void>
}

const defaults: ProxyLimits = { connections: 256, firstByteMs: 10_000, idleMs: 600_000 }
const maxHeaderBytes = 16_384
const maxHeaderMs = 15_000

/** What a program shows of a refused connection, which is often all that a person or a model reads of it. */
const phrases: Readonly<Record<RefusalReason, string>> = {
  connect: 'nobody granted this connection',
  denied: 'this connection was denied',
  'forbidden-address': 'an address that is never allowed',
  'malformed-host': 'not the name of a host',
}

/** Whether the proxies dial what the gate allowed. */
function isReadAlike(dialled: string | undefined, allowed: string): boolean {
  return dialled === allowed || (dialled === machineName && allowed === 'localhost')
}

/**
 * Opens the filtering proxy of one run: HTTP (absolute URLs and CONNECT) and SOCKS5 on one socket. The bytes are
 * sandbox-runtime's proxies' work; every decision is the gate's. They dial their own reading of a host, so a host that
 * the two read differently is refused. Throws when the socket cannot be made: then there is no network (fails closed).
 */
export async function openFilteringProxy(options: FilteringProxyOptions): Promise<FilteringProxy> {
  const { gate } = options
  const unreached = followUnreached(options.resolve)
  const decide = async (hostText: string, port: number, protocol: HostProtocol) => {
    const verdict = await gate.decide(hostText, port, protocol)
    if (verdict.kind === 'allowed' && !isReadAlike(canonicalizeHost(hostText), verdict.host.host))
      return { kind: 'refused', reason: 'malformed-host' } as const
    return verdict
  }
  const lookupFor = (port: number) => guardedLookup(gate, unreached.resolve, port)
  const http = createHttpProxyServer({
    // Only a CONNECT can pass on a reason, which is also how the two kinds of request are told apart here.
    async filter(...[port, host, client, , explain]) {
      const verdict = await decide(host, port, explain ? 'connect' : 'http')
      if (verdict.kind === 'allowed') {
        const { host: name } = verdict.host
        unreached.dialling(client, { host: name, target: formatHostPort(name, port) })
      }
      if (verdict.kind === 'refused') explain?.(`Countersign: ${phrases[verdict.reason]}`)
      if (verdict.kind === 'refused' && !explain && options.hangsUp === true) client.destroy()
      return verdict.kind === 'allowed'
    },
    lookupFor,
    maxHeaderSize: maxHeaderBytes,
    ...(options.secret !== undefined && { proxyAuthToken: options.secret }),
  })
  unreached.speak(http)
  http.headersTimeout = maxHeaderMs
  http.requestTimeout = 0 // an upload may take as long as it moves
  const socks = createSocksProxyServer({
    async filter(port, host) {
      const verdict = await decide(host, port, 'socks5')
      if (verdict.kind === 'allowed') {
        const { host: name } = verdict.host
        unreached.dialling(undefined, { host: name, target: formatHostPort(name, port) })
      }
      return verdict.kind === 'allowed'
    },
    lookupFor,
    ...(options.secret !== undefined && { proxyAuthToken: options.secret }),
  })
  const limits = { ...defaults, ...options.limits }
  const dispatcher = createDispatcher(
    http,
    (socket) => {
      unreached.serveSocks(socket, () => socks.handleConnection(socket))
    },
    limits,
  )
  const folder = mkdtempSync(join(options.folder, `${ownPrefix()}net-`))
  const socket = join(folder, 'p')
  try {
    await new Promise<void>((ready, failed) => {
      dispatcher.server.once('error', failed)
      dispatcher.server.listen(socket, ready)
    })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return {
    socket,
    evidence: () => gate.evidence(),
    unreached: () => unreached.told(),
    async close() {
      gate.close()
      await socks.close()
      await dispatcher.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
