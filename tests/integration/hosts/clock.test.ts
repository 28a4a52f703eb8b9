import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hostOf } from '@shared/domain/host-state'
import { appServerHome, type AppServerHome } from '../../fakes/app-server-home'
import { sampleEvent, sampleRequest, sampleSession } from '../../fakes/fake-engine'
import { sampleQuestion } from '../../fakes/sample-question'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'
import { StandInEngine } from '../../fakes/stand-in-engine'

/** A window with an engine at the other end of a real pipe whose clock is not that of this machine. */
let home: AppServerHome
let window: ServeWindow
let there: StandInEngine

beforeAll(async () => {
  home = await appServerHome([])
  there = await StandInEngine.start()
  const config = join(home.base, 'config.toml')
  const entry = `[hosts.build1]\ncommand = ${JSON.stringify(there.command)}\n`
  writeFileSync(config, `${readFileSync(config, 'utf8')}${entry}`)
  window = await serveWindow(home.env)
  await vi.waitFor(async () => expect((await state())?.state).toBe('connected'), 30_000)
})
afterAll(async () => {
  await window.stop()
  there.close()
  await home.remove()
})

const hour = 3_600_000
const state = async () => (await window.hello()).hosts?.[0]
const known = async () => {
  const { sessions, approvals, questions } = await window.hello()
  return [...sessions, ...approvals, ...questions].filter(({ id }) => hostOf(id) === 'build1')
}

test.each([
  ['an hour ahead', hour, 10],
  ['an hour behind', -hour, 20],
  ['that was never set', -56 * 365 * 24 * hour, 30],
])('of a clock %s every age and order in a window is by the clock here', async (_, aheadMs, hours) => {
  /** What the clock there says when it is so long before now here. */
  const said = (agoMs: number): string => new Date(Date.now() - agoMs + aheadMs).toISOString()
  const [older, newer] = [said(hours * hour), said(0)]
  there.now = () => Date.now() + aheadMs
  there.snapshot = {
    sessions: [sampleSession({ createdAt: older, updatedAt: newer })],
    approvals: [sampleRequest({ createdAt: older })],
    questions: [sampleQuestion({ createdAt: older })],
  }
  there.hangUp()
  const agoHours = (iso: string): number => Math.round((Date.now() - Date.parse(iso)) / hour)
  const ages = async () => (await known()).map(({ createdAt }) => agoHours(createdAt))
  await expect.poll(ages, { timeout: 30_000 }).toEqual([hours, hours, hours])
  await expect.poll(async () => (await state())?.state, { timeout: 30_000 }).toBe('connected')
  // One of this machine's that was worked on since is the newer one.
  const own = await window.request('session.create', { cwd: home.project })
  const there1 = (await window.hello()).sessions.find(({ id }) => id === 'build1:s1')
  expect(own).toMatchObject({ ok: true })
  const { updatedAt } = (own as unknown as { value: { updatedAt: string } }).value
  expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(there1?.updatedAt ?? ''))

  const from = window.pushes().length
  const event = sampleEvent(1, { type: 'turn.started', turnId: 't', turnNumber: 1 })
  there.push({ kind: 'events', events: [{ ...event, at: older }] })
  const told = () =>
    window
      .pushes()
      .slice(from)
      .flatMap((push) => (push.kind === 'events' ? push.events : []))
      .map(({ sessionId, at }) => [sessionId, agoHours(at)])
  await expect.poll(told, { timeout: 30_000 }).toContainEqual(['build1:s1', hours])
})

test.each([null, 1e300, -1, '0'])(
  'a clock that says %j is no engine’s, and nothing of it is shown',
  async (now) => {
    there.now = () => now
    there.hangUp()
    await expect.poll(async () => (await state())?.why?.kind, { timeout: 30_000 }).toBe('form')
    expect(await known()).toEqual([])
    there.now = Date.now
    await window.request('host.retry', { name: 'build1' })
    await expect.poll(async () => (await state())?.state, { timeout: 30_000 }).toBe('connected')
  },
)
