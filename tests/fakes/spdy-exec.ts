import { spawn, type ChildProcess } from 'node:child_process'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { constants, createDeflate } from 'node:zlib'

/** What an exec starts: a program with its arguments, in an environment and folder. */
export interface ExecStart {
  readonly program: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
}

const types = { synStream: 1, synReply: 2, ping: 6 } as const
const finished = 1

/**
 * The server's side of `kubectl exec` over SPDY/3.1 and v4.channel.k8s.io, as far as a client needs it. `kubectl` opens its streams in this order, each
 * when the one before was answered: error, standard input where it has any, output, standard error; so no header of theirs is read. `begun` is told of the
 * program, which may outlive its line.
 */
export function serveExec(
  request: IncomingMessage,
  socket: Duplex,
  { program, args, env, cwd }: ExecStart,
  begun: (child: ChildProcess) => void,
): void {
  const asked = new URL(request.url ?? '/', 'http://stand-in').searchParams
  const order = ['error', ...(asked.get('stdin') === 'true' ? ['stdin'] : []), 'stdout', 'stderr']
  const streams = new Map<string, number>()
  const deflate = createDeflate()
  let replies: Buffer[] = []
  deflate.on('data', (piece: Buffer) => replies.push(piece))
  const control = (type: number, payload: Buffer): void => {
    const head = Buffer.alloc(8)
    head.writeUInt16BE(0x8003, 0)
    head.writeUInt16BE(type, 2)
    head.writeUInt32BE(payload.length, 4)
    socket.write(Buffer.concat([head, payload]))
  }
  const send = (stream: string, bytes: Buffer, flags = 0): boolean => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(streams.get(stream) ?? 0, 0)
    head.writeUInt32BE(bytes.length, 4)
    head[4] = flags
    return socket.write(Buffer.concat([head, bytes]))
  }
  const start = (): void => {
    // Whoever asked for it is gone: it would begin behind what a test looks at next.
    if (socket.destroyed) return
    const child = spawn(program, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] })
    begun(child)
    child.stdin.on('error', () => undefined)
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (piece: Buffer) => {
        if (send(name, piece)) return
        child[name].pause()
        socket.once('drain', () => child[name].resume())
      })
    input = (bytes, last) => {
      child.stdin.write(bytes)
      if (last) child.stdin.end()
    }
    for (const [bytes, last] of early) input(bytes, last)
    socket.once('close', () => child.stdin.end())
    child.once('error', (error) => {
      end({ status: 'Failure', reason: 'InternalError', message: String(error) })
    })
    child.once('close', (code) => {
      end(
        code === 0
          ? { status: 'Success' }
          : {
              ...{ status: 'Failure', reason: 'NonZeroExitCode', message: `exit code ${String(code)}` },
              details: { causes: [{ reason: 'ExitCode', message: String(code ?? 137) }] },
            },
      )
    })
  }
  const end = (status: object): void => {
    for (const name of ['stdout', 'stderr']) send(name, Buffer.alloc(0), finished)
    send('error', Buffer.from(JSON.stringify({ metadata: {}, ...status })), finished)
  }
  const early: [Buffer, boolean][] = []
  let input = (bytes: Buffer, last: boolean): void => {
    early.push([bytes, last])
  }
  const take = (head: Buffer, payload: Buffer): void => {
    if ((head[0] ?? 0) < 0x80) {
      if (head.readUInt32BE(0) === streams.get('stdin')) input(payload, head[4] === finished)
      return
    }
    const type = head.readUInt16BE(2)
    if (type === types.ping) control(types.ping, payload)
    if (type !== types.synStream) return
    const name = order[streams.size] ?? ''
    streams.set(name, payload.readUInt32BE(0))
    // No headers: a count of none, compressed over the whole connection.
    deflate.write(Buffer.alloc(4))
    deflate.flush(constants.Z_SYNC_FLUSH, () => {
      const block = Buffer.concat(replies)
      replies = []
      control(types.synReply, Buffer.concat([payload.subarray(0, 4), block]))
      if (streams.size === order.length && name === order.at(-1)) start()
    })
  }
  let held = Buffer.alloc(0)
  socket.on('data', (piece: Buffer) => {
    held = Buffer.concat([held, piece])
    while (held.length >= 8) {
      const length = held.readUIntBE(5, 3)
      if (held.length < 8 + length) break
      const [head, payload] = [held.subarray(0, 8), held.subarray(8, 8 + length)]
      held = held.subarray(8 + length)
      take(head, payload)
    }
  })
  // Who is killed says no more than that.
  for (const name of ['error', 'end']) socket.on(name, () => socket.destroy())
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: v4.channel.k8s.io\r\n\r\n',
  )
}
