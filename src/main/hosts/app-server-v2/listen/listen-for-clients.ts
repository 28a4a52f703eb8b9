import { lstatSync, realpathSync, rmSync, statSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import {
  connect,
  createServer as createNetServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'
import { basename, dirname, join } from 'node:path'
import { WebSocketServer } from 'ws'
import { FaultError } from '@shared/domain/fault'
import { endRefused } from '../../end-refused'
import { fewStrangers } from '../../few-strangers'
import { bears } from './capability-token'
import type { ListenAddress } from './listen-address'
import { serveLines, serveWebSocket, type OpenClient } from './serve-client'

/** A message may be so long; a longer one ends its client. */
const maxMessage = 64 * 1024 * 1024
const maxClients = 32
/** So many connections are held of whoever has not shown the token. */
const maxStrangers = 64
const maxHeaderBytes = 16 * 1024

/** What is listened with. `token` undefined: only a socket that no other user reaches. */
export interface ListenOptions {
  readonly address: ListenAddress
  readonly token: string | undefined
  readonly open: OpenClient
}

/** What listens. `at` is the address as clients name it; `close` ends every client, and not the engine. */
export interface Listening {
  readonly at: string
  close(): Promise<void>
}

const fault = (message: string): FaultError => new FaultError({ code: 'bad-request', message })

/**
 * Waits for clients of the second protocol on this machine's loopback or on a socket that only this user reaches. Whoever comes with a
 * wrong token, none, an Origin or a Host that is not this one gets the same bare refusal. Throws FaultError where the address
 * cannot be had.
 */
export async function listen({ address, token, open }: ListenOptions): Promise<Listening> {
  const http = createHttpServer({ maxHeaderSize: maxHeaderBytes })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessage, perMessageDeflate: false })
  const plain = new Set<Socket>()
  const admit = fewStrangers(http, maxStrangers)
  http.on('request', (_, response) => response.writeHead(403, { 'content-length': 0 }).end())
  const isAdmitted = ({ headers }: IncomingMessage): boolean =>
    headers.origin === undefined &&
    (address.kind === 'unix' || headers.host === `127.0.0.1:${String(portOf(http))}`) &&
    (token === undefined || bears(headers.authorization, token)) &&
    sockets.clients.size + plain.size < maxClients
  http.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (!isAdmitted(request)) {
      endRefused(socket, '403 Forbidden')
      return
    }
    admit(socket)
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      serveWebSocket(webSocket, open)
    })
  })
  const close = async (server: Server): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const each of sockets.clients) each.terminate()
    for (const each of plain) each.destroy()
    http.closeAllConnections()
    await closed
  }
  if (address.kind === 'web') {
    await started(http, () => http.listen(address.port, '127.0.0.1'))
    return { at: `ws://127.0.0.1:${String(portOf(http))}`, close: () => close(http) }
  }
  const { path } = address
  const lines = (socket: Socket): void => {
    plain.add(socket)
    void serveLines(socket, open, maxMessage).finally(() => plain.delete(socket))
  }
  const server = createNetServer((socket) => {
    socket.on('error', () => socket.destroy())
    // A WebSocket begins with a GET; one message a line begins with a brace, and cannot bring a token.
    socket.once('data', (piece: Buffer) => {
      socket.pause()
      socket.unshift(piece)
      if (piece[0] === 0x47) http.emit('connection', socket)
      else if (token === undefined && sockets.clients.size + plain.size < maxClients) lines(socket)
      else socket.destroy()
      process.nextTick(() => socket.resume())
    })
  })
  const place = await roomAt(path)
  await started(server, () => {
    // It is made for this user alone, and not changed afterwards by its name, which could lead elsewhere by then.
    const before = process.umask(0o177)
    server.listen(place)
    process.umask(before)
  })
  return { at: `unix://${path}`, close: () => close(server) }
}

const portOf = (server: Server): number => (server.address() as AddressInfo | null)?.port ?? 0

async function started(server: Server, begin: () => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(fault(`--listen: ${error.message}; expected an address that is free.`))
    })
    server.once('listening', resolve)
    begin()
  })
}

/**
 * Whether nobody but this user and root can put another socket in the place of one in this real folder: every folder on the way is theirs, and
 * one that others may write to lets everyone take away only what is their own.
 */
function isOwnWay(folder: string, writers = 0o022): boolean {
  const { uid, mode } = statSync(folder)
  if (uid !== 0 && uid !== process.getuid?.()) return false
  if ((mode & writers) !== 0 && (mode & 0o1000) === 0) return false
  // Groups of one user each may write to most folders of some systems.
  return dirname(folder) === folder || isOwnWay(dirname(folder), 0o002)
}

/**
 * The path with no link on the way, where the socket of one that was killed is taken away. Throws FaultError for anything else in its place, and
 * for a folder that others write to.
 */
async function roomAt(path: string): Promise<string> {
  const folder = dirname(path)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory() || !isOwnWay(realpathSync(folder)))
    throw fault(
      `--listen: ${folder} is no folder that only you write to, below folders of yours and root's; expected one.`,
    )
  const place = join(realpathSync(folder), basename(path))
  const found = lstatSync(place, { throwIfNoEntry: false })
  if (!found) return place
  if (!found.isSocket() || found.uid !== process.getuid?.())
    throw fault(`--listen: ${path} is there already, and no socket of yours; expected a free name.`)
  const isAlive = await new Promise<boolean>((resolve) => {
    const probe = connect(place, () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => {
      resolve(false)
    })
  })
  if (isAlive) throw fault(`--listen: ${path} is in use; expected a free name.`)
  rmSync(place)
  return place
}
