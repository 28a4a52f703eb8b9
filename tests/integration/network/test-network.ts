import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateCa } from '@anthropic-ai/sandbox-runtime'
import { systemClock } from '../../../src/main/adapters/system/clock'
import {
  openFilteringProxy,
  type FilteringProxy,
  type FilteringProxyOptions,
} from '../../../src/main/adapters/network-proxy/filtering-proxy'
import { HostGate, type HostGateOptions } from '../../../src/main/core/network/host-gate'

/** Servers on loopback that names of `.test` lead to, and proxies that are allowed to go there. */
export interface TestNetwork {
  readonly httpPort: number
  readonly httpsPort: number
  readonly echoPort: number
  /** What the plain HTTP server was asked, as `METHOD path host`. */
  readonly requests: readonly string[]
  /** How often each name was resolved. */
  readonly resolved: ReadonlyMap<string, number>
  /** A proxy whose names all lead to 127.0.0.1, which it may reach; `refusesLoopback` leaves the product's default. */
  proxy(
    gate?: Partial<HostGateOptions> & { refusesLoopback?: boolean },
    options?: Partial<FilteringProxyOptions>,
  ): Promise<FilteringProxy>
  close(): Promise<void>
}

const listening = (server: Server | HttpServer): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve((server.address() as AddressInfo).port)
    })
  })

/** Starts the servers. Everything is closed by `close`. */
export async function startTestNetwork(): Promise<TestNetwork> {
  const requests: string[] = []
  const resolved = new Map<string, number>()
  const folder = mkdtempSync(join(tmpdir(), 'cs-test-'))
  const http = createHttpServer((request, reply) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.host ?? ''}`)
    reply.end('plain hello')
  })
  const { certPem, keyPem } = generateCa()
  const https = createHttpsServer({ cert: certPem, key: keyPem }, (_, reply) => reply.end('secret hello'))
  const echo = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.pipe(socket)
  })
  const [httpPort, httpsPort, echoPort] = await Promise.all([
    listening(http),
    listening(https),
    listening(echo),
  ])
  const proxies: FilteringProxy[] = []
  return {
    httpPort,
    httpsPort,
    echoPort,
    requests,
    resolved,
    async proxy(gateOptions = {}, options = {}) {
      const { refusesLoopback = false, ...rest } = gateOptions
      const gate = new HostGate({
        grants: [],
        askHost: undefined,
        clock: systemClock,
        askTimeoutMs: 5_000,
        ownAddresses: () => [],
        exemptAddresses: refusesLoopback ? [] : ['127.0.0.1'],
        ...rest,
      })
      const proxy = await openFilteringProxy({
        gate,
        folder,
        resolve: (name) => {
          resolved.set(name, (resolved.get(name) ?? 0) + 1)
          return Promise.resolve(['127.0.0.1'])
        },
        ...options,
      })
      proxies.push(proxy)
      return proxy
    },
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.close()))
      http.closeAllConnections()
      https.closeAllConnections()
      http.close()
      https.close()
      echo.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A grant as a person gives it. */
export const grantOf = (host: string, port: number) => ({ kind: 'host' as const, host, port })

/** What a proxy refused, as `target reason`. */
export const refusals = (proxy: FilteringProxy): readonly string[] =>
  proxy.evidence().map((each) => `${each.target} ${each.operation ?? ''}`)
