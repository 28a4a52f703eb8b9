import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SessionSummary } from '@shared/domain/session'
import { hostPipes, lineId } from '../../../src/main/adapters/host-pipe/host-pipe'
import { systemClock } from '../../../src/main/adapters/system/clock'
import { HostClient } from '../../../src/main/core/host-link/host-client'
import { someBySeed } from '../../fakes/by-seed'
import { shellCall } from '../../fakes/app-server-home'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { processesWith } from '../../fakes/processes-with'
import { serveWindow } from '../../fakes/serve-window'
import { endEngines } from '../../fakes/ssh-host'

// What becomes of turns on a host, a real ssh away, when the window that began them is closed or killed.

let world: HostWorld
beforeAll(async () => {
  world = await hostWorld(({ body }) => {
    const { input } = body as { input: readonly { type: string }[] }
    if (input.at(-1)?.type === 'function_call_output') return { text: 'Done there.' }
    const [, stays] = /stays (\d+)/.exec(JSON.stringify(input.at(-1))) ?? []
    if (stays !== undefined) {
      const left = { cmd: `exec sleep ${stays}`, yield_time_ms: 250 }
      return { calls: [{ name: 'exec_command', arguments: JSON.stringify(left) }] }
    }
    return { text: 'I will.', ...shellCall('outside', 'touch', join(world.folder, 'outside.txt')) }
  })
})
afterAll(() => world.close())

const closes = [
  ['nothing', 'SIGTERM', 'waits'],
  ['keep', 'SIGINT', 'waits'],
  ['end', 'SIGTERM', 'interrupted'],
  ['end', 'SIGINT', 'interrupted'],
  ['end', 'SIGKILL', 'waits'],
] as const

test.each(someBySeed('how a window closes', closes, 2))(
  'a window whose entry says %s and that goes by %s: what it began there %s, and what another began waits',
  async (says, signal, becomes) => {
    world.configure(says === 'nothing' ? '' : `on_close = "${says}"\n`)
    const other = new HostClient({
      open: hostPipes({ command: [...world.ssh.command], engine: world.engine }, process.env),
      ...{ version: world.version, clock: systemClock, lineId, withinMs: 60_000 },
    })
    await other.connect()
    const window = await serveWindow(world.env)
    try {
      const states = async () => ((await window.hello()).hosts ?? []).map(({ state }) => state)
      await expect.poll(states, { timeout: 60_000 }).toEqual(['connected'])
      const others = (await other.request('session.create', { cwd: world.project })).id
      await other.request('turn.start', { sessionId: others, text: 'go' })
      const there = { host: 'build1', cwd: world.project }
      const { id } = await window.ask<SessionSummary>('session.create', there)
      await window.ask('turn.start', { sessionId: id, text: 'go' })
      const own = id.replace('build1:', '')
      const waiting = async (): Promise<readonly string[]> => {
        const { approvals } = await other.request('app.hello', {})
        return approvals.map(({ sessionId }) => sessionId).filter((each) => [own, others].includes(each))
      }
      await expect.poll(async () => (await waiting()).toSorted()).toEqual([own, others].toSorted())
      await window.stop(signal)
      const events = async (sessionId: string) =>
        (await other.request('session.open', { sessionId })).events.map(({ event }) => event)
      const ends = async (sessionId: string) =>
        (await events(sessionId)).flatMap((event) => (event.type === 'turn.finished' ? [event.outcome] : []))
      if (becomes === 'interrupted') {
        // It is over before the program that had the window is.
        expect([await ends(own), await waiting()]).toEqual([['interrupted'], [others]])
        const resolved = (await events(own)).flatMap((event) =>
          event.type === 'approval.resolved' ? [event.request.state] : [],
        )
        expect(resolved).toEqual(['cancelled'])
      } else expect([await ends(own), (await waiting()).toSorted()]).toEqual([[], [own, others].toSorted()])
      expect(await ends(others)).toEqual([])
    } finally {
      await window.stop('SIGKILL')
      const { sessions } = await other.request('app.hello', {})
      for (const { id: sessionId } of sessions) await other.request('turn.interrupt', { sessionId })
      other.close()
    }
  },
)

/** So long sleeps what was left running from the window, by the other, and in a terminal: each is known by it. */
const [own, others, typed] = ['86391', '86392', '86393']
const sleeping = (): readonly string[] =>
  [own, others, typed].filter((seconds) => processesWith(seconds).some((pid) => isSleep(pid)))

function isSleep(pid: number): boolean {
  try {
    return /^sleep\s*$/.test(readFileSync(`/proc/${String(pid)}/comm`, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false // it ended while we looked
    throw error
  }
}

test.each([
  ['end', [others]],
  ['keep', [own, others, typed]],
] as const)(
  'with on_close = "%s", of what was left running there and the terminal that was opened from the window %j goes on',
  async (says, left) => {
    world.configure(`on_close = "${says}"\n`)
    const other = new HostClient({
      open: hostPipes({ command: [...world.ssh.command], engine: world.engine }, process.env),
      ...{ version: world.version, clock: systemClock, lineId, withinMs: 60_000 },
    })
    await other.connect()
    const window = await serveWindow(world.env)
    try {
      const states = async () => ((await window.hello()).hosts ?? []).map(({ state }) => state)
      await expect.poll(states, { timeout: 60_000 }).toEqual(['connected'])
      const { id: theirs } = await other.request('session.create', { cwd: world.project })
      await other.request('turn.start', { sessionId: theirs, text: `stays ${others}` })
      const { id: sessionId } = await window.ask<SessionSummary>('session.create', {
        host: 'build1',
        cwd: world.project,
      })
      await window.ask('turn.start', { sessionId, text: `stays ${own}` })
      await window.ask('terminal.open', { sessionId, columns: 80, rows: 24 })
      const { run } = await window.ask<{ run: number }>('terminal.read', { sessionId, run: 0, after: 0 })
      await window.ask('terminal.write', { sessionId, run, text: `exec sleep ${typed}\r` })
      await expect.poll(sleeping, { timeout: 60_000 }).toEqual([own, others, typed])
      const over = async (id: string): Promise<boolean> =>
        (await other.request('session.open', { sessionId: id })).events.some(
          ({ event }) => event.type === 'turn.finished',
        )
      // It is beyond its turn that they run.
      await expect
        .poll(async () => [await over(sessionId.replace('build1:', '')), await over(theirs)])
        .toEqual([true, true])
      await window.stop()
      await expect.poll(sleeping).toEqual(left)
    } finally {
      await window.stop('SIGKILL')
      other.close()
      await endEngines(world.base)
      await expect.poll(sleeping).toEqual([])
    }
  },
)
