import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoPrompt } from '@shared/messages/demo-prompt'
import { findEngine } from '../../../src/main/adapters/engine-socket/find-engine'
import { listenForClients } from '../../../src/main/adapters/engine-socket/listen-for-clients'
import { hostPipes, lineId } from '../../../src/main/adapters/host-pipe/host-pipe'
import { systemClock } from '../../../src/main/adapters/system/clock'
import { HostClient } from '../../../src/main/core/host-link/host-client'
import { cliEntry, runCli } from '../../fakes/run-cli'
import { endEngines, engineProgram, enginesOf } from '../../fakes/ssh-host'

let base: string
let home: string
let program: string
let version: string
let open: HostClient[]
const env = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, HOME: base, COUNTERSIGN_HOME: home })
beforeEach(async () => {
  base = mkdtempSync('/var/tmp/cs-attach-')
  home = join(base, 'there')
  mkdirSync(home, { mode: 0o700 })
  program = engineProgram(base, home)
  open = []
  version = (await runCli(['--version'], { env: env() })).out.trim()
})
afterEach(async () => {
  for (const each of open) each.close()
  await endEngines(home)
  rmSync(base, { recursive: true, force: true })
})

const client = (idleSeconds = 600, more = ''): HostClient => {
  const command = ['sh', '-c', `exec "$0" "$1" --idle-seconds ${String(idleSeconds)}${more}`]
  const made = new HostClient({
    open: hostPipes({ command, engine: program }, env()),
    ...{ version, clock: systemClock, lineId, withinMs: 60_000 },
  })
  open.push(made)
  return made
}
const folder = (): string => join(home, 'engine')
const sockets = (): readonly string[] => readdirSync(folder()).filter((name) => name.endsWith('.sock'))
const socket = (): string => join(folder(), sockets()[0] ?? 'none')

test('the socket is this user’s alone, and one that cannot show that it is this user’s gets no word', async () => {
  await client().connect()
  expect([statSync(folder()).mode & 0o777, statSync(socket()).mode & 0o777]).toEqual([0o700, 0o600])
  const secret = randomBytes(32).toString('hex')
  const proof = `proof-${randomBytes(16).toString('hex')}`
  const strangers = [
    '{"countersign":"client","protocol":2,"version":"0.1.0","line":"0","received":0}\n',
    `${JSON.stringify({ kind: 'attach', version, proof, secret, nonce: secret })}\n`,
    `${JSON.stringify({ kind: 'attach', version, proof: '../config.toml', secret, nonce: secret })}\n`,
    'x'.repeat(100_000),
  ]
  const heard = strangers.map(
    (text) =>
      new Promise<string>((resolve) => {
        let said = ''
        const peer = connect(socket(), () => peer.write(text))
        peer.on('data', (piece) => (said += piece.toString()))
        peer.on('error', () => undefined)
        peer.on('close', () => {
          resolve(said)
        })
      }),
  )
  expect(await Promise.all(heard)).toEqual(['', '', '', ''])
})

test('a command in the sandbox can attach neither by its home nor by the path of the socket', async () => {
  await client().connect()
  const project = join(base, 'project')
  mkdirSync(project)
  const attach = [process.execPath, cliEntry, 'attach']
  for (const more of [[], ['--socket', socket()]]) {
    const ran = await runCli(['sandbox', '--cwd', project, '--', ...attach, ...more], { env: env() })
    expect([ran.code, ran.out]).toEqual([1, ''])
  }
  expect(enginesOf(home).length).toBe(1)
})

test.each<[string, () => void, string]>([
  ['whose folder others can enter', () => chmodSync(folder(), 0o755), 'is not this user'],
  ['that others can connect to', () => chmodSync(socket(), 0o666), 'expected a socket of this user alone'],
  [
    'that is none',
    () => {
      const path = socket()
      rmSync(path)
      writeFileSync(path, '', { mode: 0o600 })
    },
    'expected a socket of this user alone',
  ],
  ['where nobody listens', () => rmSync(socket()), 'No engine listens there'],
])('attach --socket refuses one %s', async (_, change, words) => {
  await client().connect()
  const path = socket()
  change()
  const { code, out, err } = await runCli(['attach', '--socket', path], { env: env() })
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain(words)
})

test('another user is refused where this one is let in, with the folder closed as with the folder open', async () => {
  await client().connect()
  const path = socket()
  await client(600, ` --socket '${path}'`).connect()
  const isRoot = process.getuid?.() === 0
  const other = isRoot ? { uid: 65_534, gid: 65_534 } : {}
  const theirs = join(base, 'theirs')
  mkdirSync(theirs, { mode: 0o700 })
  if (isRoot) chownSync(theirs, 65_534, 65_534)
  // Everything on the way but the folder of the socket is theirs to pass.
  for (const each of [base, home]) chmodSync(each, 0o755)
  const asOther = (args: readonly string[]) =>
    runCli(args, { env: { ...env(), COUNTERSIGN_HOME: theirs }, ...other, cwd: '/' })
  expect(await asOther(['--version'])).toMatchObject({ code: 0, out: `${version}\n` })
  const refusal = async () => {
    // Who is not root has no other user's engine here, but a folder that is root's.
    const { code, out, err } = await asOther(['attach', '--socket', isRoot ? path : '/none.sock'])
    expect([code, out]).toEqual([1, ''])
    return err
  }
  const notTheirs = "is not this user's alone; expected its owner to be this user and its mode 0700."
  const closed = `countersign: ${folder()} cannot be opened (EACCES); expected a folder.\n`
  expect(await refusal()).toBe(isRoot ? closed : `countersign: / ${notTheirs}\n`)
  chmodSync(folder(), 0o755)
  chmodSync(path, 0o666)
  if (isRoot) expect(await refusal()).toBe(`countersign: ${folder()} ${notTheirs}\n`)
})

test('those that attach at the same moment share one engine', async () => {
  const greeted = await Promise.all(Array.from({ length: 5 }, () => client().connect()))
  expect(new Set(greeted.map(({ hello }) => hello.engine)).size).toBe(1)
  await expect.poll(() => [enginesOf(home).length, sockets().length]).toEqual([1, 1])
})

test('an engine ends when nothing is attached, runs or waits, and not while a question does', async () => {
  const first = client(1)
  const { hello } = await first.connect()
  await first.request('app.hello', {})
  const { id } = await first.request('session.create', { demo: true })
  await first.request('turn.start', { sessionId: id, text: demoPrompt })
  await expect.poll(async () => (await first.request('app.hello', {})).approvals.length).toBe(1)
  first.close()
  await delay(4_000)
  const second = client(1)
  expect((await second.connect()).hello.engine).toBe(hello.engine)
  await second.request('turn.interrupt', { sessionId: id })
  await expect.poll(async () => (await second.request('app.hello', {})).approvals.length).toBe(0)
  second.close()
  await expect.poll(() => [enginesOf(home).length, sockets().length]).toEqual([0, 0])
})

test('an engine that makes room for another version is no engine to whoever asks', async () => {
  const door = { admits: () => 'leaving' as const, arrive: () => undefined }
  const listening = await listenForClients(home, door)
  expect(await findEngine(home, { version: '9.9.9' })).toEqual({ kind: 'none' })
  listening?.close()
  expect(sockets()).toEqual([])
})

test('an engine of another version that is in use names its process to whoever asks, as one of another build does', async () => {
  const listening = await listenForClients(home, { admits: () => 'other-build', arrive: () => undefined })
  const found = await findEngine(home, { version: '9.9.9+other' })
  expect(found).toMatchObject({ kind: 'found', inUse: process.pid })
  if (found.kind === 'found') found.socket.destroy()
  listening?.close()
})

test('an engine that cannot be started says why', async () => {
  writeFileSync(join(home, 'config.toml'), 'model = 5\n')
  const { code, err } = await runCli(['attach'], { env: env() })
  expect(code).toBe(1)
  expect(err).toMatch(/The engine could not be started\. .*config\.toml:1: model is 5; expected text/)
})
