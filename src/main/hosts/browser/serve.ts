import { access } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { FaultError } from '@shared/domain/fault'
import { bridgeProtocol, maxMessageBytes } from '@shared/ipc/browser-link'
import type { EngineService } from '../../core/engine-service'
import type { Log } from '../../core/ports'
import type { SearchFiles } from '../../core/search-files'
import { createBridgeServer } from '../bridge/bridge-server'
import { createAccess } from './access'
import { attachBridge } from './bridge-socket'
import { answerHttp, pathOf, type RouteOptions } from './http-routes'
import { isOwnRequest } from './request-origin'

const loopback = '127.0.0.1'
// Other ports' cookies come along, for cookies ignore ports: as many and as long as browsers keep for one address.
const maxHeaderBytes = 1024 * 1024
const closingMs = 1000

/** What the browser host needs. `rendererDir` holds the built index.html; `port` absent or 0 takes a free one. */
export interface ServeOptions {
  readonly engine: EngineService
  readonly log: Log
  readonly version: string
  readonly rendererDir: string
  readonly searchFiles: SearchFiles
  readonly port?: number | undefined
}

/** A running browser host. `url` holds the one-time token; `close` ends every socket, and not the engine. */
export interface BrowserHost {
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves the window over HTTP and WebSocket on 127.0.0.1. Throws FaultError with one line for a person when the port
 * cannot be had or the window's files have not been built.
 */
export async function serve(options: ServeOptions): Promise<BrowserHost> {
  const { engine, log, version, rendererDir, searchFiles } = options
  await requireBuild(rendererDir)
  const server = createServer({ maxHeaderSize: maxHeaderBytes })
  const port = await listen(server, options.port ?? 0)
  const routes: RouteOptions = { access: createAccess(), port, rendererDir }
  const bridge = createBridgeServer({
    engine,
    log,
    host: 'browser',
    version,
    platform: process.platform,
    home: homedir(),
    searchFiles,
    pickFolder: () => Promise.resolve({ kind: 'unsupported' }),
  })
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: () => bridgeProtocol, // the other name that a page offers is its secret
  })

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
  return {
    url: `http://${loopback}:${port}/#token=${routes.access.token}`,
    close: () => closeAll(server, sockets),
  }
}

/** The status line that refuses an upgrade, or undefined when it may go on. */
function refuseUpgrade(request: IncomingMessage, routes: RouteOptions): string | undefined {
  if (!isOwnRequest(request.headers, routes.port, 'required')) return '403 Forbidden'
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

/** Listens on loopback and returns the port. */
async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new FaultError({ code: 'bad-request', message: describeListenError(error, port) }, error))
    })
    server.listen(port, loopback, resolve)
  })
  return (server.address() as AddressInfo).port
}

function describeListenError(error: NodeJS.ErrnoException, port: number): string {
  const where = `Port ${port} on ${loopback}`
  if (error.code === 'EADDRINUSE') return `${where} is in use; choose another with --port.`
  if (error.code === 'EACCES') return `${where} may not be used by this user; choose another with --port.`
  return `${where} cannot be opened: ${error.message}`
}

/** Resolves when every socket is closed and every subscription to the engine with it. */
async function closeAll(server: Server, sockets: WebSocketServer): Promise<void> {
  const closed = Promise.all([
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve()
      })
    }),
    new Promise<void>((resolve) => {
      sockets.close(() => {
        resolve()
      })
    }),
  ])
  for (const socket of sockets.clients) socket.close(1001, 'the server is closing')
  server.closeAllConnections()
  const cutOff = setTimeout(() => {
    for (const socket of sockets.clients) socket.terminate()
  }, closingMs)
  await closed
  clearTimeout(cutOff)
}
