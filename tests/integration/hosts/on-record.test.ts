import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FoundInSession } from '@shared/domain/found-text'
import type { SessionListItem } from '@shared/domain/session'
import type { OpenedRecord, Reply } from '@shared/ipc/contract'
import { hostPipes, lineId } from '../../../src/main/adapters/host-pipe/host-pipe'
import { systemClock } from '../../../src/main/adapters/system/clock'
import { HostClient } from '../../../src/main/core/host-link/host-client'
import { sampleSession } from '../../fakes/fake-engine'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'
import { StandInEngine } from '../../fakes/stand-in-engine'

/** What is on record on a host that is a real ssh away, looked for from a window, beside one that says what the test has it say. */
let world: HostWorld
let other: StandInEngine
let window: ServeWindow

beforeAll(async () => {
  world = await hostWorld(() => ({ text: 'The heron stood in the reeds.' }))
  other = await StandInEngine.start()
  world.configure(`[hosts.other]\ncommand = ${JSON.stringify(other.command)}\n`)
  window = await serveWindow(world.env)
})
afterAll(async () => {
  await window.stop()
  other.close()
  await world.close()
})

const ask = <T>(channel: string, payload: object): Promise<T> => window.ask<T>(channel, payload)
const find = (text: string, host?: string) =>
  ask<{ sessions: readonly FoundInSession[] }>('records.find', { text, ...(host !== undefined && { host }) })
const list = (query: object) =>
  ask<{ items: readonly SessionListItem[]; nextCursor?: string }>('session.list', query)
const connected = async (): Promise<void> => {
  const states = async () => (await window.hello()).hosts?.map(({ state }) => state)
  await expect.poll(states, { timeout: 60_000 }).toEqual(['connected', 'connected'])
}

test('what a host has on record is found there, page by page, and nothing of it on this machine or another host', async () => {
  await connected()
  const ids: string[] = []
  for (const title of ['Reeds', 'Herons', 'Otters']) {
    const { id } = await ask<{ id: string }>('session.create', { host: 'build1', cwd: world.project })
    await ask('turn.start', { sessionId: id, text: `Tell me of ${title}` })
    const ends = async () =>
      (await ask<OpenedRecord>('session.open', { sessionId: id })).events.filter(
        ({ event }) => event.type === 'turn.finished',
      ).length
    await expect.poll(ends, { timeout: 60_000 }).toBe(1)
    ids.push(id)
  }
  const { sessions } = await find('heron STOOD', 'build1')
  expect(sessions.map(({ sessionId }) => sessionId).toSorted()).toEqual(ids.toSorted())
  expect(sessions[0]?.found[0]?.excerpt).toContain('heron stood')
  expect((await find('heron stood')).sessions).toEqual([])
  expect((await list({ search: 'otters', host: 'build1' })).items.map(({ id }) => id)).toEqual([ids[2]])
  expect((await list({ search: 'otters' })).items).toEqual([])
  // Those that are older come in pages.
  const first = await list({ limit: 2, host: 'build1' })
  const second = await list({ limit: 2, cursor: first.nextCursor, host: 'build1' })
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.toReversed())
  // A session that is found there is opened there.
  expect((await ask<OpenedRecord>('session.open', { sessionId: second.items[0]?.id })).session.id).toBe(
    ids[0],
  )
})

test('what is archived on a host is listed of it alone, and is worked with again when it is taken out', async () => {
  await connected()
  const { id } = await ask<{ id: string }>('session.create', { host: 'build1', cwd: world.project })
  await ask('session.archive', { sessionId: id })
  const archived = async (host?: string) =>
    (await list({ archived: true, ...(host !== undefined && { host }) })).items.map((item) => item.id)
  expect([await archived('build1'), await archived()]).toEqual([[id], []])
  const known = async () => (await window.hello()).sessions.some((session) => session.id === id)
  // The answer may overtake what the host tells of its list.
  await expect.poll(known).toBe(false)
  await ask('session.unarchive', { sessionId: id })
  expect(await archived('build1')).toEqual([])
  await expect.poll(known).toBe(true)
  await ask('session.delete', { sessionId: id })
})

test('a host that says nothing keeps nobody waiting, and one that is not there is asked nothing anywhere', async () => {
  await connected()
  other.answers = { 'records.find': () => undefined }
  const silent = find('heron', 'other')
  await expect
    .poll(() => other.asked.at(-1))
    .toMatchObject({ channel: 'records.find', payload: { text: 'heron' } })
  expect((await find('heron', 'build1')).sessions.length).toBe(3)
  expect((await find('heron')).sessions).toEqual([])
  other.hangUp()
  await expect(silent).rejects.toThrow('other: ')
  for (const [channel, payload] of [
    ['records.find', { text: 'heron', host: 'nowhere' }],
    ['session.list', { host: 'nowhere' }],
  ] as const)
    expect(await window.request(channel, payload)).toMatchObject({
      ok: false,
      fault: { message: 'There is no host "nowhere" in this window.' },
    })
})

const found = (sessionId: string, title = 'x') => ({
  ...{ sessionId, title, updatedAt: '2026-11-29T12:00:00.000Z', more: false },
  found: [{ seq: 1, excerpt: title }],
})
const item = (id: string) => ({ ...sampleSession({ id }), rolloutPath: '/r', preview: '', archived: false })
const ok = (value: unknown) => (): Reply => ({ ok: true, value })

test('what a host answers of its records is its own and no more than a page has', async () => {
  await connected()
  const titles = Array.from({ length: 500 }, (_, n) => found(`s${String(n)}`, 'x'.repeat(5_000)))
  const items = Array.from({ length: 500 }, (_, n) => item(`l${String(n)}`))
  other.answers = { 'records.find': ok({ sessions: titles }), 'session.list': ok({ items }) }
  const page = await find('x', 'other')
  expect([page.sessions.length, page.sessions[0]?.sessionId, page.sessions[0]?.title.length]).toEqual([
    20,
    'other:s0',
    1_000,
  ])
  expect((await list({ search: 'x', host: 'other' })).items.length).toBe(200)
  const known = async () => (await window.hello()).sessions.filter(({ id }) => id.startsWith('other:'))
  // What was looked for is listed nowhere besides; what was listed goes with the host.
  expect(await known()).toEqual([])
  expect((await list({ host: 'other' })).items.length).toBe(200)
  expect((await known()).length).toBe(200)
  other.answers = { 'records.find': ok({ sessions: [found('build1:s1')] }) }
  expect(await window.request('records.find', { text: 'x', host: 'other' })).toMatchObject({ ok: false })
  const states = async () => (await window.hello()).hosts?.map(({ state }) => state)
  await expect.poll(states).toEqual(['connected', 'over'])
  expect(await known()).toEqual([])
  // Pushes are sent in rounds, so that an answer may overtake them.
  const removed = () => window.pushes().flatMap((push) => (push.kind === 'removed' ? [push.sessionId] : []))
  await expect.poll(removed).toContain('other:l0')
})

test('who is attached to an engine from another machine looks through nothing but that engine’s records', async () => {
  const client = new HostClient({
    open: hostPipes({ command: [...world.ssh.command], engine: world.engine }, process.env),
    ...{ version: world.version, clock: systemClock, lineId, withinMs: 60_000 },
  })
  await client.connect()
  for (const asked of [
    client.request('records.find', { text: 'heron', host: 'build1' }),
    client.request('session.list', { host: 'build1' }),
  ])
    await expect(asked).rejects.toThrow('There is no host "build1" in this window.')
  client.close()
})
