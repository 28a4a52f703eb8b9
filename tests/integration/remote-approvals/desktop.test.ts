import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { AppSnapshot, Reply } from '@shared/ipc/contract'
import { systemClock } from '../../../src/main/adapters/system/clock'
import { createWindowSocket } from '../../../src/main/adapters/window-socket/window-socket'
import { askElsewhere } from '../../../src/main/core/remote-approvals/ask-elsewhere'
import { driveFakeElectron } from '../../fakes/fake-electron-orders'
import { noSandboxPath } from '../../fakes/no-sandbox-path'
import { runEngine } from '../../fakes/run-engine'
import { sampleRequest } from '../../fakes/sample-request'
import { openWindows } from '../../fakes/window-sockets'

const root = resolve(import.meta.dirname, '../../..')
const ends: (() => unknown)[] = []
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
})

test('the desktop announces and counts what a run elsewhere asks, and answers it', async () => {
  const base = mkdtempSync('/var/tmp/cs-door-')
  ends.push(() => {
    rmSync(base, { recursive: true, force: true })
  })
  const home = join(base, 'state')
  mkdirSync(home, { mode: 0o700 })
  const child: ChildProcess = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      ...['--import', join(root, 'tests/fakes/fake-electron-hook.ts'), join(root, 'out/main/index.js')],
    ],
    {
      env: { HOME: base, PATH: noSandboxPath(), TMPDIR: base, COUNTERSIGN_HOME: home },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  ends.push(() => child.kill('SIGKILL'))
  const app = driveFakeElectron(child)
  const invoke = async (channel: string, payload: unknown) =>
    (await app.order({ kind: 'invoke', channel, payload })) as Reply
  await vi.waitFor(() => expect(openWindows(home)).toHaveLength(1), { timeout: 120_000 })
  const report = () => app.order({ kind: 'report' })
  await vi.waitFor(async () => expect((await report()).windows[0]?.visible).toBe(true), { timeout: 120_000 })
  await app.order({ kind: 'blur' })
  const { engine, ask } = runEngine()
  const from = { program: 'exec', folder: '/work/relay', pid: 7 }
  const asked = askElsewhere(
    engine,
    { from, mine: () => true, unasked: () => undefined, say: () => undefined },
    { clock: systemClock, ...createWindowSocket(home, '0.0.0-test') }, // the stand-in’s version
  )
  ends.push(() => {
    asked.close()
  })
  const answered = ask({ ...sampleRequest, sessionTitle: 'From the SDK' })
  await vi.waitFor(async () => expect((await report()).badges).toEqual([1]), { timeout: 120_000 })
  const { notifications } = await report()
  expect(notifications).toMatchObject([
    {
      options: {
        title: 'From the SDK',
        body: expect.stringContaining(
          'From “exec” in “/work/relay” (process 7), outside this window.',
        ) as string,
      },
    },
  ])
  const hello = await invoke('app.hello', {})
  const [request] = hello.ok ? (hello.value as AppSnapshot).approvals : []
  const decision = { kind: 'allow', offerId: 'only-this' } as const
  expect(await invoke('approval.decide', { requestId: request?.id, decision })).toMatchObject({
    value: { kind: 'accepted' },
  })
  expect(await answered).toMatchObject({ kind: 'decided', decision, request: { decidedBy: 'window' } })
  await vi.waitFor(async () => expect((await report()).badges).toEqual([1, 0]), { timeout: 120_000 })
})
