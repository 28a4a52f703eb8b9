import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { HostState } from '@shared/domain/host-state'
import type { SessionSummary } from '@shared/domain/session'
import type { OpenedRecord } from '@shared/ipc/contract'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { killHard } from '../../fakes/ours-alive'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'
import { endEngines, engineProgram, enginesOf } from '../../fakes/ssh-host'
import { lostOf } from '../../fakes/told-lines'

/** A host whose whole home lies on a disk of its own, which a command of the agent fills, beside one with room. */

/** Mounting takes root; the disk is seen by what runs there alone, and is gone with the last of it. */
const noDisk = process.getuid?.() !== 0
let world: HostWorld
let there: AppServerHome
let disk: ChildProcess
let window: ServeWindow
let nth = 0
beforeAll(async () => {
  if (noDisk) return
  world = await hostWorld(() => ({ text: 'Done there.' }))
  there = await appServerHome(({ body }) => {
    const { input } = body as { input: readonly { type: string }[] }
    if (input.at(-1)?.type === 'function_call_output') return { text: 'Done on the small one.' }
    const said = JSON.stringify(input.at(-1))
    const work = said.includes('fill') ? 'cat /dev/zero > filler; seq 2000' : 'echo x >> ran.txt'
    nth += 1
    return shellCall(`call-${String(nth)}`, 'bash', '-c', work)
  })
  disk = spawn(
    'unshare',
    [
      ...['--mount', 'sh', '-c'],
      'cp -a "$1" "$1-first" && mount -t tmpfs -o size=12m,mode=0700 small "$1" && cp -a "$1-first/." "$1" && rm -r "$1-first" && echo ready && exec sleep infinity',
      ...['sh', there.folder],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  if (disk.stdout) await once(disk.stdout, 'data')
  const key = { TEST_MODEL_KEY: there.env['TEST_MODEL_KEY'] ?? '' }
  const engine = engineProgram(world.base, there.base, key)
  const program = join(world.base, 'small')
  const entered = `nsenter --mount=/proc/${String(disk.pid)}/ns/mnt -- '${engine}' "$@"`
  writeFileSync(program, `#!/bin/sh\nexec ${entered}\n`, { mode: 0o755 })
  world.configure(
    `[hosts.small]\ncommand = ${JSON.stringify(world.ssh.command)}\nengine = ${JSON.stringify(program)}\n`,
  )
  window = await serveWindow(world.env)
})
afterAll(async () => {
  if (noDisk) return
  await window.stop()
  await endEngines(there.base)
  disk.kill('SIGKILL')
  await there.remove()
  await world.close()
})

/** Does something as that machine sees its disk. */
const onDisk = (work: string): string =>
  execFileSync('nsenter', [`--mount=/proc/${String(disk.pid)}/ns/mnt`, '--', 'sh', '-c', work], {
    cwd: '/',
    encoding: 'utf8',
  })
const row = async (name: string): Promise<HostState | undefined> =>
  (await window.hello()).hosts?.find((each) => each.name === name)
const begin = async (host: string, cwd: string): Promise<string> =>
  (await window.ask<SessionSummary>('session.create', { host, cwd })).id
const start = (sessionId: string, text: string) => window.ask('turn.start', { sessionId, text })
const events = async (sessionId: string): Promise<readonly AgentEvent[]> =>
  (await window.ask<OpenedRecord>('session.open', { sessionId })).events.map(({ event }) => event)
const outcomes = async (sessionId: string): Promise<readonly string[]> =>
  (await events(sessionId)).flatMap((event) => (event.type === 'turn.finished' ? [event.outcome] : []))

/** What is on record of it, as its engine there has it; undefined: it cannot be asked now. */
const record = (sessionId: string): Promise<readonly AgentEvent[] | undefined> =>
  events(sessionId).catch(() => undefined)

async function goodGoesOn(): Promise<void> {
  await expect.poll(async () => (await row('build1'))?.state).toBe('connected')
  const session = await begin('build1', world.project)
  await start(session, 'go')
  await expect.poll(() => outcomes(session)).toEqual(['completed'])
}

test.skipIf(noDisk)(
  'a disk that is full there: the session and what is asked say it, a lost line comes back, the good one goes on, and with room all does',
  { timeout: 120_000 },
  async () => {
    const hostIs = (state: string) => expect.poll(async () => (await row('small'))?.state).toBe(state)
    await hostIs('connected')
    await expect.poll(async () => (await row('build1'))?.state).toBe('connected')
    const session = await begin('small', there.project)
    await start(session, 'fill it')
    await expect.poll(() => outcomes(session)).toEqual(['failed'])
    const told = await events(session)
    const faults = told.flatMap((event) => (event.type === 'error.reported' ? [event.fault] : []))
    expect(faults).toContainEqual(
      expect.objectContaining({
        ...{
          code: 'store-failed',
          message: expect.stringMatching(/was not written: the disk is full\.$/) as string,
        },
      }),
    )
    // It is still there, and what is asked of it says why it is not done.
    expect((await row('small'))?.state).toBe('connected')
    const full = /^small: The session record \S+ was not written: the disk is full\. Make room or /
    await expect(start(session, 'x'.repeat(8_192))).rejects.toThrow(full)
    await expect(begin('small', there.project)).rejects.toThrow(full)
    await goodGoesOn()

    // A line that is lost meanwhile comes back to the same engine, whose proof takes no room; what it does not do it says still.
    const engines = enginesOf(there.base)
    const lines = world.ssh.connections()
    for (const pid of lines) killHard(pid)
    await expect.poll(() => world.ssh.connections().some((pid) => !lines.includes(pid))).toBe(true)
    await hostIs('connected')
    await expect(start(session, 'x'.repeat(8_192))).rejects.toThrow(full)
    expect(enginesOf(there.base)).toEqual(engines)
    expect(onDisk(`ls ${there.base}/engine`)).not.toContain('proof-')
    await goodGoesOn()

    onDisk(`rm ${there.project}/filler`)
    await start(session, 'and now?')
    await expect.poll(() => outcomes(session)).toEqual(['failed', 'completed'])

    // An engine that reads it again finds all that was told, also what could not be written at first.
    const all = told.map((event) => ({ ...event, sessionId: session }))
    for (const pid of enginesOf(there.base)) killHard(pid)
    await expect.poll(async () => (await record(session))?.length ?? 0).toBeGreaterThan(0)
    const kept = ((await record(session)) ?? []).map((event) => ({ ...event, sessionId: session }))
    expect(lostOf(all, kept)).toEqual({ lost: [], open: 0 })
    expect(onDisk(`cat ${there.project}/ran.txt`)).toBe('x\n')
  },
)
