import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { WholeFile } from '@shared/domain/opened-file'
import type { OpenedRecord } from '@shared/ipc/contract'
import { patchCall } from '../../fakes/app-server-home'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'
import { tinyPng } from '../../fakes/tiny-png'
import { found } from '../review/review-world'

/** What a window does in a session of a host that is a real ssh away: the changes of a turn, a picture, a review, and the commands that run. */
let world: HostWorld
let window: ServeWindow
/** Nothing is kept of what lies in a home, so it lies outside. */
let project: string

beforeAll(async () => {
  project = realpathSync(mkdtempSync('/var/tmp/cs-work-'))
  world = await hostWorld(({ body }) => {
    const { input } = body as { input: readonly { type: string; content?: unknown }[] }
    if (input.at(-1)?.type === 'function_call_output') return { text: 'Done there.' }
    const asked = JSON.stringify(input.findLast(({ type }) => type === 'message'))
    if (asked.includes('PATCH'))
      return patchCall('p', '*** Update File: a.txt', '@@', ' one', '+two of the turn')
    if (asked.includes('STAY')) {
      const cmd = 'touch began; trap "touch ended; exit" TERM; while :; do sleep 0.1; done'
      return { calls: [{ id: 'stays', name: 'exec_command', arguments: { cmd, yield_time_ms: 250 } }] }
    }
    return found(join(project, 'a.txt'))
  })
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', project, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args])
  git('init', '-q')
  writeFileSync(join(project, 'a.txt'), 'one\n')
  git('add', '.')
  git('commit', '-q', '-m', 'first')
  writeFileSync(join(project, 'dot.png'), tinyPng)
  window = await serveWindow(world.env)
})
afterAll(async () => {
  await window.stop()
  await world.close()
  rmSync(project, { recursive: true, force: true })
})

const ask = <T>(channel: string, payload: object): Promise<T> => window.ask<T>(channel, payload)
const events = async (sessionId: string): Promise<readonly AgentEvent[]> =>
  (await ask<OpenedRecord>('session.open', { sessionId })).events.map(({ event }) => event)
const finished = async (sessionId: string): Promise<number> =>
  (await events(sessionId)).filter(({ type }) => type === 'turn.finished').length

/** A session there in which so much has been said and done. */
async function session(text: string): Promise<{ readonly sessionId: string }> {
  const states = async () => (await window.hello()).hosts?.map(({ state }) => state)
  await expect.poll(states, { timeout: 60_000 }).toEqual(['connected'])
  const { id: sessionId } = await ask<{ id: string }>('session.create', {
    ...{ host: 'build1', cwd: project },
  })
  await ask('turn.start', { sessionId, text })
  await expect.poll(() => finished(sessionId), { timeout: 60_000 }).toBe(1)
  return { sessionId }
}

test('what a turn changed there is shown as a diff, and a review of it says its findings', async () => {
  const { sessionId } = await session('PATCH')
  const { unifiedDiff } = await ask<{ unifiedDiff?: string }>('turn.changes', { sessionId, turnNumber: 1 })
  expect(unifiedDiff).toContain('+two of the turn\n')
  await ask('review.start', { sessionId, target: { kind: 'uncommitted' } })
  await expect.poll(() => finished(sessionId), { timeout: 60_000 }).toBe(2)
  const over = (await events(sessionId)).flatMap((event) => (event.type === 'review.exited' ? [event] : []))
  expect(over).toMatchObject([{ output: { findings: [{ title: 'Close the file' }] } }])
  // The file that it lies in comes with it, as it is there.
  expect(JSON.stringify(over[0]?.files)).toContain('two of the turn')
})

test('a picture of a folder there is shown, and what lies outside of it is not', async () => {
  const { sessionId } = await session('REVIEW')
  const read = (path: string) => ask<WholeFile>('file.read', { sessionId, path })
  const base64 = Buffer.from(tinyPng).toString('base64')
  expect(await read(join(project, 'dot.png'))).toMatchObject({
    ...{ kind: 'picture', url: `data:image/png;base64,${base64}` },
  })
  // It is there, and on this machine.
  expect(existsSync('/etc/passwd')).toBe(true)
  expect(await read('/etc/passwd')).toEqual({ kind: 'none', why: 'outside' })
})

test('a command that stays beyond its turn there is ended from the window, once', async () => {
  const { sessionId } = await session('STAY')
  await expect.poll(() => existsSync(join(project, 'began')), { timeout: 60_000 }).toBe(true)
  const kept = (await events(sessionId)).flatMap((event) => (event.type === 'command.kept' ? [event] : []))
  expect(kept.length).toBe(1)
  const stop = { sessionId, callId: kept[0]?.callId }
  expect(await ask('process.stop', stop)).toEqual({ stopped: true })
  const ends = async () =>
    (await events(sessionId)).filter(
      (event) => event.type === 'command.finished' && event.callId === stop.callId,
    ).length
  await expect.poll(ends, { timeout: 60_000 }).toBe(1)
  expect(await ask('process.stop', stop)).toEqual({ stopped: false })
})
