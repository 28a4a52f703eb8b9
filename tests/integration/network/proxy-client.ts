import { connect, type Socket } from 'node:net'
import { request } from 'node:http'

/** Opens a Unix socket and resolves when it is connected. */
export function dial(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.once('connect', () => {
      resolve(socket)
    })
    socket.once('error', reject)
  })
}

/** Everything that comes until the other side closes. */
export function drain(socket: Socket): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      resolve(Buffer.concat(chunks))
    })
  })
}

/** Exactly the next `count` bytes; rejects when the other side closes before. */
export function take(socket: Socket, count: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let got = Buffer.alloc(0)
    const stop = (): void => {
      socket.pause()
      socket.off('data', onData).off('end', onEnd).off('close', onEnd)
    }
    const onData = (chunk: Buffer): void => {
      got = Buffer.concat([got, chunk])
      if (got.length < count) return
      stop()
      if (got.length > count) socket.unshift(got.subarray(count))
      resolve(got.subarray(0, count))
    }
    const onEnd = (): void => {
      stop()
      reject(
        new Error(`closed after ${String(got.length)} of ${String(count)} bytes: ${got.toString('latin1')}`),
      )
    }
    if (socket.destroyed || socket.readableEnded) onEnd()
    socket.on('data', onData).on('end', onEnd).on('close', onEnd)
    socket.resume()
  })
}

/** Sends text and reads until the end. */
export async function say(path: string, text: string): Promise<string> {
  const socket = await dial(path)
  const all = drain(socket)
  socket.write(text, 'latin1')
  return (await all).toString('latin1')
}

/** A plain HTTP request through the proxy. */
export function get(
  path: string,
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { host } = new URL(url)
    const call = request(
      { socketPath: path, path: url, headers: { host, ...headers }, agent: false },
      (reply) => {
        let body = ''
        reply.setEncoding('utf8')
        reply.on('data', (text: string) => (body += text))
        reply.on('end', () => {
          resolve({ status: reply.statusCode ?? 0, body })
        })
      },
    )
    call.on('error', reject)
    call.end()
  })
}

/** A tunnel by CONNECT: the status line and, when it is 200, the socket. */
export async function tunnel(path: string, target: string): Promise<{ status: string; socket: Socket }> {
  const socket = await dial(path)
  socket.on('error', () => socket.destroy())
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)
  let head = ''
  while (!head.endsWith('\r\n\r\n')) head += (await take(socket, 1)).toString('latin1')
  return { status: head.slice(0, head.indexOf('\r\n')), socket }
}

/** The SOCKS5 request for a name or an IPv4 address. */
export function socksRequest(host: string, port: number): Buffer {
  const v4 = /^\d+\.\d+\.\d+\.\d+$/.test(host)
  const name = v4 ? Buffer.from(host.split('.').map(Number)) : Buffer.from(host, 'latin1')
  return Buffer.concat([
    Buffer.from([5, 1, 0, v4 ? 1 : 3]),
    v4 ? Buffer.alloc(0) : Buffer.from([name.length]),
    name,
    Buffer.from([port >> 8, port & 0xff]),
  ])
}

/** A SOCKS5 tunnel without authentication: the reply code (0 granted, 2 refused, 4 unreachable) and the socket. */
export async function socks(
  path: string,
  host: string,
  port: number,
  write: (socket: Socket, bytes: Buffer) => Promise<void> = (socket, bytes) => {
    socket.write(bytes)
    return Promise.resolve()
  },
): Promise<{ code: number; socket: Socket }> {
  const socket = await dial(path)
  socket.on('error', () => socket.destroy())
  await write(socket, Buffer.from([5, 1, 0]))
  await take(socket, 2)
  await write(socket, socksRequest(host, port))
  const reply = await take(socket, 10)
  return { code: reply[1] ?? -1, socket }
}

/** Sends four bytes to an echo server and closes. */
export async function echoed(socket: Socket): Promise<string> {
  socket.write('ping')
  const text = (await take(socket, 4)).toString()
  socket.destroy()
  return text
}
