import { randomBytes } from 'node:crypto'
import { access } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { FaultError } from '@shared/domain/fault'
import { bridgeProtocol, maxMessageBytes } from '@shared/ipc/browser-link'
import type { ShownEngine } from '../../core/host-link/with-hosts'
import type { Log } from '../../core/ports/system'
import type { SearchFiles } from '../../core/ports/read-files'
import { createBridgeServer } from '../bridge/bridge-server'
import { createAccess, isOwnRequest } from './access'
import { attachBridge } from './bridge-socket'
import { answerHttp, pathOf, type RouteOptions } from './http-routes'

const loopback = '127.0.0.1'
const loopback6 = '::1'
/** So often a port is looked for that is free in both families. */
const mostTries = 5
// Other ports' cookies come along, for cookies ignore ports: as many and as long as browsers keep for one address.
const maxHeaderBytes = 1024 * 1024
const closingMs = 1000

/**
 * What the browser host needs. `rendererDir` holds the built index.html; `port` absent or 0 takes a free one. `address`: `own`, the default, is
 * a name below localhost that no other start has had, so that nothing which was ever shown at this port has a part in it; `plain` is
 * 127.0.0.1, whose page keeps what it stored there, and where whatever somebody else left at this port lives on. `startedOn` is the host that new
 * sessions begin on; absent: this machine.
 */
export interface ServeOptions {
  readonly engine: ShownEngine
  readonly log: Log
  readonly version: string
  readonly rendererDir: string
  readonly searchFiles: SearchFiles
  readonly port?: number | undefined
  readonly address?: 'own' | 'plain' | undefined
  readonly startedOn?: string | undefined
}

/** A running browser host. `url` holds the one-time token; `close` ends every socket, and not the engine. */
export interface BrowserHost {
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves the window over HTTP and WebSocket on 127.0.0.1, and on ::1 where there is one: browsers look for names below localhost at either,
 * and nobody else may listen there. Throws FaultError with one line for a person when the port
 * cannot be had or the window's files have not been built.
 */
export async function serve(options: ServeOptions): Promise<BrowserHost> {
  const { engine, log, version, rendererDir, searchFiles, address = 'own' } = options
  await requireBuild(rendererDir)
  const { servers, port } = await listen(options.port ?? 0, address === 'own')
  const name = address === 'own' ? `w-${randomBytes(12).toString('hex')}.localhost` : loopback
  const host = `${name}:${port}`
  const routes: RouteOptions = { access: createAccess(), host, rendererDir }
  const bridge = createBridgeServer({
    engine,
    log,
    host: 'browser',
    version,
    platform: process.platform,
    home: homedir(),
    startedIn: process.cwd(),
    ...(options.startedOn !== undefined && { startedOn: options.startedOn }),
    searchFiles,
    pickFolder: () => Promise.resolve({ kind: 'unsupported' }),
  })
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: () => bridgeProtocol, // the other name that a page offers is its secret
  })

  for (const server of servers) {
    server.on('request', (request, response) => {
      answerHttp(request, response, routes).catch((error: unknown) => {
        log.error('browser host: a request could not be answered', error)
        response.destroy()
      })
    })
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => {
        // The client went away in the middle of the handshake.
        socket.destroy()
      })
      const refusal = refuseUpgrade(request, routes)
      if (refusal !== undefined) {
        socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
        return
      }
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        attachBridge(webSocket, bridge)
      })
    })
  }
  return {
    url: `http://${host}/#token=${routes.access.token}`,
    close: () => closeAll(servers, sockets),
  }
}

/** The status line that refuses an upgrade, or undefined when it may go on. */
function refuseUpgrade(request: IncomingMessage, routes: RouteOptions): string | undefined {
  if (!isOwnRequest(request.headers, routes.host, 'required')) return '403 Forbidden'
  if (pathOf(request) !== '/bridge') return '404 Not Found'
  if (!routes.access.admits(request.headers['sec-websocket-protocol'])) return '401 Unauthorized'
  return undefined
}

async function requireBuild(rendererDir: string): Promise<void> {
  try {
    await access(join(rendererDir, 'index.html'))
  } catch (cause) {
    const message = `The window has not been built: ${join(rendererDir, 'index.html')} is missing. Run: npm run build`
    throw new FaultError({ code: 'internal', message }, cause)
  }
}

/** Listens at one port of the loopback, in both families where asked to and where there are both; the first server is the one of IPv4. */
async function listen(
  wanted: number,
  both: boolean,
): Promise<{ readonly servers: readonly Server[]; readonly port: number }> {
  for (let tries = 1; ; tries += 1) {
    const server = createServer({ maxHeaderSize: maxHeaderBytes })
    await listenAt(server, wanted, loopback)
    const { port } = server.address() as AddressInfo
    if (!both) return { servers: [server], port }
    const second = createServer({ maxHeaderSize: maxHeaderBytes })
    try {
      await listenAt(second, port, loopback6)
      return { servers: [server, second], port }
    } catch (error) {
      const { code } = (error as Error).cause as NodeJS.ErrnoException
      // No such address on this machine: nobody can listen there.
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return { servers: [server], port }
      server.close()
      if (wanted !== 0 || tries === mostTries) throw error
    }
  }
}

function listenAt(server: Server, port: number, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new FaultError({ code: 'bad-request', message: describeListenError(error, port, address) }, error),
      )
    })
    server.listen(port, address, resolve)
  })
}

function describeListenError(error: NodeJS.ErrnoException, port: number, address: string): string {
  const where = `Port ${port} on ${address}`
  if (error.code === 'EADDRINUSE') return `${where} is in use; choose another with --port.`
  if (error.code === 'EACCES') return `${where} may not be used by this user; choose another with --port.`
  return `${where} cannot be opened: ${error.message}`
}

/** Resolves when every socket is closed and every subscription to the engine with it. */
async function closeAll(servers: readonly Server[], sockets: WebSocketServer): Promise<void> {
  const closed = Promise.all([
    ...servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => {
            resolve()
          })
        }),
    ),
    new Promise<void>((resolve) => {
      sockets.close(() => {
        resolve()
      })
    }),
  ])
  for (const socket of sockets.clients) socket.close(1001, 'the server is closing')
  for (const server of servers) server.closeAllConnections()
  const cutOff = setTimeout(() => {
    for (const socket of sockets.clients) socket.terminate()
  }, closingMs)
  await closed
  clearTimeout(cutOff)
}
