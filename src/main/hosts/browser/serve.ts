import { randomBytes } from 'node:crypto'
import { access } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { FaultError } from '@shared/domain/fault'
import type { Log } from '../../core/ports/system'
import { endRefused } from '../end-refused'
import { fewStrangers } from '../few-strangers'
import { createAccess, isOwnRequest } from './access'
import { answerHttp, pathOf, type RouteOptions } from './http-routes'
import type { Shown, WindowSockets } from './window-sockets'

const loopback = '127.0.0.1'
const loopback6 = '::1'
/** So many connections are held in each family of whoever has not shown the secret: a browser opens six for an address. */
const maxStrangers = 64
/** So often a port is looked for that is free in both families. */
const mostTries = 5
// Other ports' cookies come along, for cookies ignore ports: as many and as long as browsers keep for one address.
const maxHeaderBytes = 1024 * 1024

/**
 * What the browser host needs to listen. `rendererDir` holds the built index.html; `port` absent or 0 takes a free one. `address`: `own`, the
 * default, is a name below localhost that no other start has had, so that nothing which was ever shown at this port has a part in it; `plain` is
 * 127.0.0.1, whose page keeps what it stored there, and where whatever somebody else left at this port lives on.
 */
export interface ServeOptions {
  readonly rendererDir: string
  readonly port?: number | undefined
  readonly address?: 'own' | 'plain' | undefined
}

/**
 * A running browser host. `url` holds the one-time token. The page is served at once, and its socket is opened when there is an engine to
 * speak to: after `show`, which is called once. `close` ends every socket, and not the engine.
 */
export interface BrowserHost {
  readonly url: string
  /** Resolves when what has arrived is answered and no page is on its way to a browser: for whoever keeps the thread, to wait for between two parts. */
  readonly calm: () => Promise<void>
  show(shown: Shown): Promise<void>
  close(): Promise<void>
}

/**
 * Serves the window over HTTP and WebSocket on 127.0.0.1, and on ::1 where there is one: browsers look for names below localhost at either,
 * and nobody else may listen there. Throws FaultError with one line for a person when the port
 * cannot be had or the window's files have not been built.
 */
export async function serve(options: ServeOptions): Promise<BrowserHost> {
  const { rendererDir, address = 'own' } = options
  await requireBuild(rendererDir)
  const { servers, port } = await listen(options.port ?? 0, address === 'own')
  const name = address === 'own' ? `w-${randomBytes(12).toString('hex')}.localhost` : loopback
  const host = `${name}:${port}`
  const routes: RouteOptions = { access: createAccess(), host, rendererDir }
  const pages = watchPages()
  let shown: { readonly log: Log; readonly sockets: WindowSockets } | undefined
  const waiting = new Map<Duplex, readonly [request: IncomingMessage, head: Buffer]>()
  const close = async (): Promise<void> => {
    for (const socket of waiting.keys()) socket.destroy()
    await Promise.all([closeServers(servers), shown?.sockets.close()])
  }
  let closed: Promise<void> | undefined

  for (const server of servers) {
    const admit = fewStrangers(server, maxStrangers)
    server.on('request', (request, response) => {
      pages.note(pathOf(request))
      answerHttp(request, response, routes).catch((error: unknown) => {
        shown?.log.error('browser host: a request could not be answered', error)
        response.destroy()
      })
    })
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => {
        // The client went away in the middle of the handshake.
        socket.destroy()
      })
      pages.note(pathOf(request))
      const refusal = refuseUpgrade(request, routes)
      if (refusal !== undefined) {
        endRefused(socket, refusal)
        return
      }
      admit(socket)
      if (shown) shown.sockets.take(request, socket, head)
      else waiting.set(socket, [request, head])
    })
  }
  return {
    url: `http://${host}/#token=${routes.access.token}`,
    calm: pages.calm,
    async show(given) {
      const { openWindowSockets } = await import('./window-sockets')
      shown = { log: given.log, sockets: openWindowSockets(given) }
      for (const [socket, [request, head]] of waiting) shown.sockets.take(request, socket, head)
      waiting.clear()
    },
    close: () => (closed ??= close()),
  }
}

/** A connection is taken, read and answered in as many turns of the loop. */
const turns = 4
/** So long a page that was asked for is waited for, whatever its browser does. */
const loadMs = 150

/** A page is on its way from when it is asked for until it asks for more than files. */
function watchPages(): { note(path: string): void; calm: () => Promise<void> } {
  let there = Promise.resolve()
  let arrive = (): void => undefined
  return {
    note(path) {
      if (path === '/auth' || path === '/bridge') arrive()
      if (path !== '/') return
      arrive()
      there = new Promise((resolve) => {
        arrive = resolve
        setTimeout(resolve, loadMs).unref()
      })
    },
    async calm() {
      for (let turn = 0; turn < turns; turn += 1) await setImmediate()
      await there
    },
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

/** Ends what is answered over HTTP, and resolves when nobody listens any more. */
async function closeServers(servers: readonly Server[]): Promise<void> {
  const closed = servers.map(
    (server) =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
      }),
  )
  for (const server of servers) server.closeAllConnections()
  await Promise.all(closed)
}
