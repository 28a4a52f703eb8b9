import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import {
  bearing,
  connectWeb,
  startListening,
  type ListeningServer,
  type WebClient,
} from '../../fakes/listening-server'
import type { Answer } from '../../fakes/model-server'
import { runCli } from '../../fakes/run-cli'

let home: AppServerHome | undefined
let server: ListeningServer | undefined
let made = ''
afterEach(async () => {
  await server?.end()
  server = undefined
  await home?.remove()
  if (made !== '') rmSync(made, { recursive: true, force: true })
})

async function start(
  args: readonly string[] = ['--listen', 'ws://127.0.0.1:0'],
  script: readonly Answer[] = [],
) {
  home = await appServerHome(script, { config: '[features]\nsandbox_command_assessment = false\n' })
  server = await startListening(home, args)
  return { at: server, where: home }
}
const isMethod = (name: string) => (each: Record<string, unknown>) => each['method'] === name
const begin = async (client: WebClient, cwd: string): Promise<string> =>
  ((await client.call('thread/start', { cwd }))['thread'] as { id: string }).id
const turn = (client: WebClient, threadId: string) =>
  client.call('turn/start', { threadId, input: [{ type: 'text', text: 'go' }] })

test('over a WebSocket with its token: a command is asked about, allowed, and told to its end', async () => {
  made = `/var/tmp/cs-v2w-${String(process.pid)}`
  const { at, where } = await start(undefined, [shellCall('call_1', 'touch', made), { text: 'Done.' }])
  expect(at.listen).toMatch(/^ws:\/\/127\.0\.0\.1:\d+$/)
  const client = await connectWeb(at.listen, bearing(at.token))
  await turn(client, await begin(client, where.project))
  const asked = await client.until(isMethod('item/permissions/requestApproval'))
  const { permissions } = asked['params'] as { permissions: unknown }
  client.send({ id: asked['id'], result: { permissions } })
  await client.until(isMethod('turn/completed'))
  expect(existsSync(made)).toBe(true)
  client.socket.close()
  expect(await at.end()).toBe(0)
  server = undefined
})

const foreign: [string, (token: string, port: string) => object][] = [
  ['no token', () => ({})],
  ['a wrong token', () => ({ authorization: `Bearer ${'x'.repeat(43)}` })],
  ['the token in another case', (token) => ({ authorization: `Bearer ${token.toUpperCase()}` })],
  ['the token by another scheme', (token) => ({ authorization: `Basic ${token}` })],
  ['a page’s Origin', (token) => ({ authorization: `Bearer ${token}`, origin: 'https://example.org' })],
  [
    'an Origin of its own',
    (token, port) => ({ authorization: `Bearer ${token}`, origin: `http://127.0.0.1:${port}` }),
  ],
  ['a rebound Host', (token, port) => ({ authorization: `Bearer ${token}`, host: `example.org:${port}` })],
  ['localhost', (token, port) => ({ authorization: `Bearer ${token}`, host: `localhost:${port}` })],
]
test('whoever has not the token, or comes from elsewhere, gets one and the same refusal', async () => {
  const { at } = await start()
  const port = new URL(at.listen).port
  for (const [name, headers] of foreign) {
    const refused = await connectWeb(at.listen, { headers: { ...headers(at.token ?? '', port) } }).catch(
      (error: unknown) => String(error),
    )
    expect([name, refused]).toEqual([name, 'Error: Unexpected server response: 403'])
  }
  const page = await fetch(at.listen.replace('ws:', 'http:'))
  expect([page.status, await page.text()]).toEqual([403, ''])
  // The right one is taken all the same.
  await connectWeb(at.listen, bearing(at.token))
})

test('a token of one’s own stands in a file that nobody else reads', async () => {
  home = await appServerHome([])
  const file = join(home.project, 'token')
  const token = 'a'.repeat(40)
  writeFileSync(file, `${token}\n`, { mode: 0o600 })
  const args = ['--listen', 'ws://127.0.0.1:0', '--ws-auth', 'capability-token', '--ws-token-file']
  server = await startListening(home, [...args, file])
  expect(server.token).toBeUndefined()
  await connectWeb(server.listen, bearing(token))
  await server.end()
  server = undefined

  const start = (path: string) => startListening(home as AppServerHome, [...args, path])
  chmodSync(file, 0o640)
  await expect(start(file)).rejects.toThrow(/nobody else may read or write/)
  chmodSync(file, 0o600)
  writeFileSync(file, 'short')
  await expect(start(file)).rejects.toThrow(/32 to 1024 visible/)
  symlinkSync(file, `${file}.link`)
  await expect(start(`${file}.link`)).rejects.toThrow(/a file that can be read/)
  await expect(start(join(home.base, 'none'))).rejects.toThrow(/a file that can be read/)
  if (process.getuid?.() === 0) {
    writeFileSync(file, token)
    chownSync(file, 65_534, 65_534)
    await expect(start(file)).rejects.toThrow(/of your own/)
  }
})

test('an address that other machines reach, or that is none, is refused by name', async () => {
  home = await appServerHome([])
  const { env } = home
  for (const listen of [
    'ws://0.0.0.0:4500',
    'ws://[::]:4500',
    'ws://localhost:4500',
    'ws://example.org:4500',
    'ws://127.0.0.1:4500/path',
    'ws://127.0.0.1.example.org:4500',
    'ws://127.0.0.1:99999',
    'wss://127.0.0.1:4500',
    'unix://relative',
    `unix:///tmp/${'x'.repeat(120)}`,
  ]) {
    const ran = await runCli(['app-server', '--listen', listen], { env })
    expect([listen, ran.code, ran.err]).toEqual([listen, 2, expect.stringMatching(/--listen .*expected/)])
  }
})

test('a socket of one’s own: by lines or by WebSocket, without a token, closed to every other user', async () => {
  home = await appServerHome([{ text: 'Done.' }])
  const path = join(home.base, 'app.sock')
  server = await startListening(home, ['--listen', `unix://${path}`])
  expect([server.listen, server.token]).toEqual([`unix://${path}`, undefined])
  expect(lstatSync(path).mode & 0o777).toBe(0o600)
  const client = await connectWeb(server.listen)
  await turn(client, await begin(client, home.project))
  await client.until(isMethod('turn/completed'))
  await expect(connectWeb(server.listen, { headers: { origin: 'http://x' } })).rejects.toThrow(/403/)

  const answer = await new Promise<string>((resolve) => {
    const socket = connect(path, () => socket.write('{"id":1,"method":"config/read"}\n'))
    socket.once('data', (data) => {
      resolve(data.toString())
      socket.destroy()
    })
  })
  expect(answer).toMatch(/Not initialized/)

  // In use it stays; left behind by one that was killed it is taken over.
  await expect(startListening(home, ['--listen', `unix://${path}`])).rejects.toThrow(/is in use/)
  server.child.kill('SIGKILL')
  await server.end()
  server = await startListening(home, ['--listen', `unix://${path}`])
  const file = join(home.base, 'file')
  writeFileSync(file, 'mine')
  await expect(startListening(home, ['--listen', `unix://${file}`])).rejects.toThrow(/no socket of yours/)
  const open = join(home.project, 'open')
  mkdirSync(open)
  chmodSync(open, 0o777)
  await expect(startListening(home, ['--listen', `unix://${open}/s`])).rejects.toThrow(/only you write to/)
})

test('a folder in which somebody else could put another socket is refused, at any height', async () => {
  home = await appServerHome([])
  const refused = async (folder: string): Promise<void> => {
    await expect(startListening(home as AppServerHome, ['--listen', `unix://${folder}/s`])).rejects.toThrow(
      /is no folder that only you write to, below folders of yours/,
    )
    expect(existsSync(join(folder, 's'))).toBe(false)
  }
  const folder = join(home.project, 'open/in')
  mkdirSync(folder, { recursive: true })
  chmodSync(join(home.project, 'open'), 0o777)
  await refused(folder)
  symlinkSync(folder, join(home.project, 'link'))
  await refused(join(home.project, 'link'))
  if (process.getuid?.() !== 0) return
  chmodSync(join(home.project, 'open'), 0o755)
  chownSync(folder, 65_534, 65_534)
  await refused(folder)
  chownSync(join(home.project, 'open'), 65_534, 65_534)
  chownSync(folder, 0, 0)
  await refused(folder)
})

test('strangers who connect and say nothing whole are few, and a client with its token goes on', async () => {
  const { at, where } = await start()
  const client = await connectWeb(at.listen, bearing(at.token))
  let open = 0
  const strangers = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const socket = connect(Number(new URL(at.listen).port), '127.0.0.1')
      socket.on('error', () => undefined).on('close', () => (open -= 1))
      await once(socket, 'connect')
      open += 1
      socket.write('GET / HTTP/1.1\r\n')
      return socket
    }),
  )
  await expect.poll(() => open).toBeLessThanOrEqual(64)
  await begin(client, where.project)
  await begin(await connectWeb(at.listen, bearing(at.token)), where.project)
  for (const socket of strangers) socket.destroy()
})

test('a socket has a path of 107 bytes, and none of 109', async () => {
  made = `/var/tmp/cs-v2-${String(process.pid)}`
  mkdirSync(made)
  home = await appServerHome([])
  const at = (bytes: number): string => join(made, 'x'.repeat(bytes - made.length - 1))
  server = await startListening(home, ['--listen', `unix://${at(107)}`])
  expect(lstatSync(at(107)).mode & 0o7777).toBe(0o600)
  for (const bytes of [108, 109])
    await expect(startListening(home, ['--listen', `unix://${at(bytes)}`])).rejects.toThrow(
      /at most 107 bytes/,
    )
})

test('another user cannot reach the socket, even where the folder is everybody’s', async () => {
  home = await appServerHome([])
  made = `/var/tmp/cs-v2-${String(process.pid)}.sock`
  server = await startListening(home, ['--listen', `unix://${made}`])
  const other = (): string => {
    const code = `require('net').connect(${JSON.stringify(made)}).on('connect', () => { console.log('reached'); process.exit() }).on('error', (e) => console.log(e.code))`
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    return execFileSync(process.execPath, ['-e', code], { cwd: '/', encoding: 'utf8', ...user }).trim()
  }
  if (process.getuid?.() === 0) expect(other()).toBe('EACCES')
  // It is its mode that keeps others out.
  chmodSync(made, 0o666)
  expect(other()).toBe('reached')
})

test('two clients on one thread: the first answer counts, and the question is taken back from the other', async () => {
  made = `/var/tmp/cs-v2w-${String(process.pid)}`
  const { at, where } = await start(undefined, [shellCall('call_1', 'touch', made), { text: 'Done.' }])
  const [one, two] = [
    await connectWeb(at.listen, bearing(at.token)),
    await connectWeb(at.listen, bearing(at.token)),
  ]
  const threadId = await begin(one, where.project)
  await two.call('thread/resume', { threadId })
  await turn(one, threadId)
  const question = isMethod('item/permissions/requestApproval')
  const [, asked] = [await one.until(question), await two.until(question)]
  two.send({ id: asked['id'], result: { permissions: {} } })
  await one.until(isMethod('serverRequest/resolved'))
  await one.until(isMethod('turn/completed'))
  expect(existsSync(made)).toBe(false)
})

test('a client that takes up a thread in a question is asked too, and answers it when the other is gone', async () => {
  made = `/var/tmp/cs-v2w-${String(process.pid)}`
  const { at, where } = await start(undefined, [shellCall('call_1', 'touch', made), { text: 'Done.' }])
  const one = await connectWeb(at.listen, bearing(at.token))
  const threadId = await begin(one, where.project)
  await turn(one, threadId)
  const question = isMethod('item/permissions/requestApproval')
  const before = (await one.until(question))['params'] as Record<string, unknown>
  const two = await connectWeb(at.listen, bearing(at.token))
  await two.call('thread/resume', { threadId })
  const asked = await two.until(question)
  const { turnId, itemId, permissions } = before
  expect(asked['params']).toMatchObject({ threadId, turnId, itemId, permissions })
  expect(await two.until(isMethod('thread/status/changed'))).toMatchObject({
    params: { threadId, status: { type: 'active', activeFlags: ['waitingOnApproval'] } },
  })
  // Taken up once more it is not asked twice.
  await two.call('thread/resume', { threadId })
  await two.call('thread/read', { threadId })
  expect(two.messages.filter(question)).toHaveLength(1)
  one.socket.terminate()
  two.send({ id: asked['id'], result: { permissions } })
  expect(await two.until(isMethod('turn/completed'))).toMatchObject({
    params: { turn: { id: turnId } },
  })
  expect(existsSync(made)).toBe(true)
})

test('a client that is gone takes along what only it followed; others and the engine go on', async () => {
  const { at, where } = await start(undefined, [
    shellCall('call_1', 'touch', '/var/tmp/cs-v2-never'),
    { text: 'Done.' },
  ])
  const one = await connectWeb(at.listen, bearing(at.token))
  const threadId = await begin(one, where.project)
  await turn(one, threadId)
  await one.until(isMethod('item/permissions/requestApproval'))
  one.socket.terminate()
  const two = await connectWeb(at.listen, bearing(at.token))
  await expect
    .poll(async () => JSON.stringify(await two.call('thread/turns/list', { threadId })), { timeout: 120_000 })
    .toMatch(/"status":"interrupted"/)
  expect(existsSync('/var/tmp/cs-v2-never')).toBe(false)
})

test('a message of more than 64 MB, or one that is no text, ends its client alone', async () => {
  const { at } = await start()
  const other = await connectWeb(at.listen, bearing(at.token))
  for (const message of [Buffer.alloc(65 * 1024 * 1024, 0x20), Buffer.from([1, 2, 3])]) {
    const { socket } = await connectWeb(at.listen, bearing(at.token))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined)
    socket.send(message, { binary: message.length < 10 })
    expect([1003, 1006, 1009]).toContain(await closed)
  }
  expect(await other.call('config/read')).toHaveProperty('config')
})
