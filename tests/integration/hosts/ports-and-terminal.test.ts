import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SessionEvent } from '@shared/domain/agent-event'
import type { TerminalNow } from '@shared/domain/session-terminal'
import { hostPipes, lineId } from '../../../src/main/adapters/host-pipe/host-pipe'
import { systemClock } from '../../../src/main/adapters/system/clock'
import { HostClient } from '../../../src/main/core/host-link/host-client'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'
import { attachedTo } from '../../fakes/ssh-host'

/**
 * Says the digest of what it is sent, and then as many bytes as it was sent; to `GET`, three megabytes. Each connection is for one request: a server ends
 * one that is idle, and what a client sends over it just then is lost with any server.
 */
const server = `const { createHash } = require('node:crypto')
require('node:http').createServer((request, reply) => {
  reply.shouldKeepAlive = false
  const hash = createHash('sha256')
  let size = 0
  request.on('data', (piece) => { hash.update(piece); size += piece.length })
  request.on('end', () => reply.end(request.method === 'GET' ? Buffer.alloc(3e6, 'x') : hash.digest('hex') + ' ' + size))
}).listen(4571)
require('node:net').createServer({ allowHalfOpen: true }, (socket) => {
  let heard = ''
  socket.on('data', (piece) => (heard += piece)).on('end', () => socket.end('heard ' + heard)).on('error', () => {})
  socket.on('data', () => heard === 'stay' && socket.write('here'))
  socket.on('close', () => heard === 'stay' && require('node:fs').appendFileSync('closed', 'x'))
}).listen(4572)
`
let world: HostWorld
let window: ServeWindow
beforeAll(async () => {
  world = await hostWorld((request) => {
    const { input } = request.body as { input: readonly { type: string }[] }
    if (input.at(-1)?.type === 'function_call_output') return { text: 'The server runs.' }
    const cmd = `${process.execPath} server.cjs`
    return { calls: [{ name: 'exec_command', arguments: JSON.stringify({ cmd, yield_time_ms: 250 }) }] }
  })
  writeFileSync(join(world.project, 'server.cjs'), server)
  window = await serveWindow(world.env)
})
afterAll(async () => {
  await window.stop()
  await world.close()
})

const ask = <T>(channel: string, payload: object): Promise<T> => window.ask(channel, payload)
const states = async (): Promise<readonly string[]> =>
  ((await window.hello()).hosts ?? []).map(({ name, state }) => `${name} ${state}`)

/** A session there with a server that runs: its name in the window, and the call that started it. */
async function serving(): Promise<{ readonly sessionId: string; readonly callId: string }> {
  await expect.poll(states).toEqual(['build1 connected'])
  const host = new HostClient({
    open: hostPipes({ command: [...world.ssh.command], engine: world.engine }, process.env),
    ...{ version: world.version, clock: systemClock, lineId, withinMs: 60_000 },
  })
  const listening = Promise.withResolvers<string>()
  const hear = ({ event }: SessionEvent): void => {
    if (event.type === 'command.ports' && event.ports.length === 2) listening.resolve(event.callId)
  }
  host.subscribe((notice) => {
    if (notice.kind === 'push' && notice.push.kind === 'events') notice.push.events.forEach(hear)
  })
  await host.connect()
  await host.request('app.hello', {})
  const { id } = await host.request('session.create', { cwd: world.project })
  await host.request('turn.start', { sessionId: id, text: 'go' })
  const callId = await listening.promise
  host.close()
  return { sessionId: `build1:${id}`, callId }
}

test(
  'the terminal beside a session of a host is one of its sandbox there',
  { timeout: 120_000 },
  async () => {
    const { sessionId } = await serving()
    await ask('terminal.open', { sessionId, columns: 80, rows: 24 })
    let [run, after, said] = [0, 0, '']
    const until = async (wanted: RegExp): Promise<void> => {
      while (!wanted.test(said)) {
        const now = await ask<TerminalNow>('terminal.read', { sessionId, run, after })
        if (now.failed !== undefined || now.exitCode !== undefined) throw new Error(JSON.stringify(now))
        ;[run, after, said] = [now.run, now.from + now.text.length, said + now.text]
      }
    }
    const type = (text: string) => ask('terminal.write', { sessionId, run, text })
    await until(/[$#] /)
    const outside = join(world.folder, 'from-the-terminal')
    expect(await type(`pwd; echo x > ${outside} || echo re""fused\r`)).toEqual({ taken: true })
    await until(/refused/)
    expect([said.includes(world.project), existsSync(outside)]).toEqual([true, false])
    await expect(ask('terminal.end', { sessionId, run: run + 1 })).rejects.toThrow('not there any more')
    await ask('terminal.end', { sessionId, run })
  },
)

test(
  'a port that a command of a host listens on is opened here over the line there is, and ends with the command and with the line',
  { timeout: 120_000 },
  async () => {
    const place = await serving()
    const { url } = await ask<{ url: string }>('port.open', { ...place, port: 4571 })
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
    expect(await ask('port.open', { ...place, port: 4571 })).toEqual({ url })
    const whole = await Promise.all(Array.from({ length: 8 }, async () => (await fetch(url)).text()))
    expect(whole.every((text) => text === 'x'.repeat(3e6))).toBe(true)
    const body = randomBytes(2_000_000)
    const said = await (await fetch(url, { method: 'POST', body })).text()
    expect(said).toBe(`${createHash('sha256').update(body).digest('hex')} 2000000`)

    // One end that is done may still hear the other.
    const plain = await ask<{ url: string }>('port.open', { ...place, port: 4572 })
    const socket = connect(Number(new URL(plain.url).port), '127.0.0.1')
    socket.end('to the last')
    let heard = ''
    socket.setEncoding('utf8').on('data', (text: string) => (heard += text))
    await once(socket, 'close')
    expect(heard).toBe('heard to the last')

    await expect(ask('port.open', { ...place, port: 22 })).rejects.toThrow('Nothing listens on port 22')
    // A window of this machine carries nothing itself.
    await expect(ask('stream.open', { ...place, port: 4571 })).rejects.toThrow('a client of another machine')

    // Over a line that was lost nothing is carried, here or there, and the next one begins with none.
    const staying = connect(Number(new URL(plain.url).port), '127.0.0.1')
    staying.on('error', () => undefined).write('stay')
    await once(staying, 'data')
    for (const pid of world.ssh.connections()) process.kill(pid, 'SIGKILL')
    await expect
      .poll(() =>
        fetch(url).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed')
    await expect.poll(() => existsSync(join(world.project, 'closed'))).toBe(true)
    // The host may know of the loss before the window does, which says "connected" until then.
    let again = ''
    const carried = async (): Promise<number> => {
      ;({ url: again } = await ask<{ url: string }>('port.open', { ...place, port: 4571 }))
      return (await (await fetch(again)).text()).length
    }
    await expect.poll(carried).toBe(3e6)
    expect(await states()).toEqual(['build1 connected'])
    expect(await ask('process.stop', { sessionId: place.sessionId, callId: place.callId })).toEqual({
      stopped: true,
    })
    await expect
      .poll(() =>
        fetch(again).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed')
  },
)

test(
  'a window that is killed leaves no port open here, and what it carried ends on the host as well',
  { timeout: 120_000 },
  async () => {
    const place = await serving()
    const closed = join(world.project, 'closed')
    rmSync(closed, { force: true })
    const { url } = await ask<{ url: string }>('port.open', { ...place, port: 4572 })
    const port = Number(new URL(url).port)
    const staying = connect(port, '127.0.0.1')
    staying.on('error', () => undefined).write('stay')
    await once(staying, 'data')
    expect([world.ssh.connections().length > 0, existsSync(closed)]).toEqual([true, false])
    await Promise.all([once(staying, 'close'), window.stop('SIGKILL')])
    const again = connect(port, '127.0.0.1')
    expect(await once(again, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }])
    await expect.poll(() => [existsSync(closed), world.ssh.connections()]).toEqual([true, []])
    await expect.poll(() => attachedTo(world.base)).toEqual([])
  },
)
