import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApprovalRequest } from '@shared/domain/approval'
import { openPrivateFolder } from '../../../src/main/adapters/own-process/private-folder'
import { makeProof, secretText } from '../../../src/main/adapters/own-process/proof'
import { systemClock } from '../../../src/main/adapters/system/clock'
import { createWindowSocket } from '../../../src/main/adapters/window-socket/window-socket'
import { askElsewhere } from '../../../src/main/core/remote-approvals/ask-elsewhere'
import { runEngine } from '../../fakes/run-engine'
import { sampleRequest } from '../../fakes/sample-request'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'
import { openWindows } from '../../fakes/window-sockets'

let base = ''
let home = ''
let windows: ServeWindow[] = []
let ends: (() => void)[] = []
beforeEach(() => {
  base = mkdtempSync('/var/tmp/cs-door-')
  home = join(base, 'state')
  mkdirSync(home, { mode: 0o700 })
  windows = []
  ends = []
})
afterEach(async () => {
  for (const end of ends) end()
  await Promise.all(windows.map((each) => each.stop('SIGKILL')))
  rmSync(base, { recursive: true, force: true })
})

const from = { program: 'exec', folder: '/work', pid: process.pid }
const version = '0.1.0'
const timeout = { timeout: 120_000 }

async function open(): Promise<ServeWindow> {
  const window = await serveWindow({ PATH: process.env['PATH'], HOME: base, COUNTERSIGN_HOME: home })
  windows.push(window)
  return window
}

/** A run in this process that asks in the windows of the other ones. */
function run() {
  const made = runEngine()
  const denied: string[] = []
  const said: string[] = []
  const asked = askElsewhere(
    made.engine,
    {
      from,
      mine: () => true,
      unasked: ({ id }) => {
        denied.push(id)
        void made.engine.decide(id, { kind: 'deny' }, 'engine')
      },
      say: (line) => {
        said.push(line)
      },
    },
    { clock: systemClock, ...createWindowSocket(home, version) },
  )
  ends.push(() => {
    asked.close()
  })
  return { ...made, denied, said }
}

const request = (n: number, change: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  ...sampleRequest,
  id: `r${String(n)}`,
  ...change,
})

test('200 requests at once are all shown and each has its own answer', async () => {
  const window = await open()
  const { ask, denied } = run()
  const answers = Array.from({ length: 200 }, (_, n) => ask(request(n, { cwd: `/work/${String(n)}` })))
  await vi.waitFor(() => expect(window.waiting()).toHaveLength(200), timeout)
  const nth = ({ cwd }: ApprovalRequest): number => Number(cwd.slice('/work/'.length))
  await Promise.all(
    window
      .waiting()
      .map((each) =>
        window.decide(
          each.id,
          nth(each) % 2 === 0 ? { kind: 'allow', offerId: 'only-this' } : { kind: 'deny', message: each.cwd },
        ),
      ),
  )
  const given = await Promise.all(answers)
  expect(given.map((each) => each.kind === 'decided' && each.decision)).toEqual(
    Array.from({ length: 200 }, (_, n) =>
      n % 2 === 0 ? { kind: 'allow', offerId: 'only-this' } : { kind: 'deny', message: `/work/${String(n)}` },
    ),
  )
  expect(denied).toEqual([])
  await vi.waitFor(() => expect(window.waiting()).toEqual([]), timeout)
})

test('a request of 50 MB is denied and said, and those beside it wait on', async () => {
  const window = await open()
  const { ask, denied, said } = run()
  void ask(request(1))
  await vi.waitFor(() => expect(window.waiting()).toHaveLength(1), timeout)
  const large = await ask(request(2, { kind: 'input', input: 'x'.repeat(50 * 1024 * 1024) }))
  expect(large).toMatchObject({ kind: 'decided', decision: { kind: 'deny' } })
  expect([denied, said.at(-1)]).toEqual([
    ['r2'],
    'Nobody could be asked: It is too large to be shown in a window.',
  ])
  expect(window.waiting()).toHaveLength(1)
})

/** A remote run that has shown who it is, and then says what it likes. */
async function rudeRun(): Promise<{ say: (text: string) => void; gone: Promise<void> }> {
  const folder = openPrivateFolder(join(home, 'windows'), { make: false })
  if (folder === undefined) throw new Error('no window is open')
  const [secret, nonce] = [secretText(), secretText()]
  const socket = connect(openWindows(home)[0] ?? '')
  socket.on('error', () => undefined)
  const gone = new Promise<void>((resolve) => {
    socket.on('close', () => {
      resolve()
    })
  })
  const welcomed = new Promise<void>((resolve) => {
    socket.once('data', () => {
      resolve()
    })
  })
  const proof = makeProof(folder, secret)
  socket.write(`${JSON.stringify({ kind: 'hello', version, proof, secret, nonce, from })}\n`)
  await welcomed
  ends.push(() => {
    socket.destroy()
    folder.close()
  })
  return { say: (text) => socket.write(text), gone }
}

const asked = (each: ApprovalRequest): string => `${JSON.stringify({ kind: 'asked', request: each })}\n`

test.each([
  ['50 MB without an end', 'x'.repeat(50 * 1024 * 1024)],
  ['no frame', '{"kind":"asked"}\n'],
  ['an answer that nobody asked for', '{"kind":"reply","call":1,"value":{"kind":"accepted"}}\n'],
])('a remote run that sends %s is sent away; the window and the others stay', async (_, words) => {
  const window = await open()
  const other = run()
  void other.ask(request(1))
  await vi.waitFor(() => expect(window.waiting()).toHaveLength(1), timeout)
  const remoteRun = await rudeRun()
  remoteRun.say(asked(request(2, { cwd: '/rude' })))
  await vi.waitFor(() => expect(window.waiting()).toHaveLength(2), timeout)
  remoteRun.say(words)
  await remoteRun.gone
  await vi.waitFor(() => expect(window.waiting().map(({ cwd }) => cwd)).toEqual(['/work']), timeout)
  expect([other.denied, window.child.exitCode]).toEqual([[], null])
})

test('a remote run that names a session and a request of the window answers for neither', async () => {
  const window = await open()
  const made = await window.request('session.create', { cwd: base })
  const session = made.ok ? (made.value as { id: string }) : { id: '' }
  const remoteRun = await rudeRun()
  remoteRun.say(
    asked(
      request(1, {
        sessionId: session.id,
        askedBy: { childId: session.id, childName: 'c', parentId: session.id, parentTitle: 'p' },
        remoteRun: { program: 'serve', folder: '/', pid: 1 },
      }),
    ),
  )
  await vi.waitFor(() => expect(window.waiting()).toHaveLength(1), timeout)
  const [shown] = window.waiting()
  expect(shown?.remoteRun).toEqual(from)
  expect([shown?.sessionId, shown?.askedBy?.childId, shown?.askedBy?.parentId]).not.toContain(session.id)
  const opened = await window.request('session.open', { sessionId: session.id })
  expect(JSON.stringify(opened)).not.toContain('approval.requested')
})

test('a run asks again in a window that was opened after the first was closed', async () => {
  const first = await open()
  const { ask, denied } = run()
  const one = ask(request(1))
  await vi.waitFor(() => expect(first.waiting()).toHaveLength(1), timeout)
  await first.stop()
  expect(await one).toMatchObject({ decision: { kind: 'deny' } })
  const second = await open()
  const two = ask(request(2))
  await vi.waitFor(() => expect(second.waiting()).toHaveLength(1), timeout)
  await second.decide(second.waiting()[0]?.id ?? '', { kind: 'allow', offerId: 'only-this' })
  expect(await two).toMatchObject({ decision: { kind: 'allow' } })
  expect([denied, openWindows(home).length]).toEqual([['r1'], 1])
})
