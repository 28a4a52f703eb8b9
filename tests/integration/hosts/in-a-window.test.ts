import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { HostEdited, HostListing, HostTested } from '@shared/domain/host-listing'
import type { OpenedFile } from '@shared/domain/opened-file'
import type { SessionSummary } from '@shared/domain/session'
import type { OpenedRecord } from '@shared/ipc/contract'
import { hostPipes, lineId } from '../../../src/main/adapters/host-pipe/host-pipe'
import { systemClock } from '../../../src/main/adapters/system/clock'
import { HostClient } from '../../../src/main/core/host-link/host-client'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'

let world: HostWorld
let outside: string
beforeAll(async () => {
  world = await hostWorld((request) => {
    const { input } = request.body as { input: readonly { type: string }[] }
    if (input.at(-1)?.type === 'function_call_output') return { text: 'Done there.' }
    const command = ['bash', '-c', `echo written > ${outside}`]
    return {
      text: 'I will.',
      calls: [{ name: 'shell', arguments: JSON.stringify({ command, timeout_ms: 60_000 }) }],
    }
  })
  outside = join(world.folder, 'outside.txt')
})
afterAll(() => world.close())

let window: ServeWindow | undefined
afterEach(async () => {
  await window?.stop()
  window = undefined
})

const states = async (): Promise<readonly string[]> =>
  ((await window?.hello())?.hosts ?? []).map(({ name, state }) => `${name} ${state}`)

/** A window here whose host is connected. */
async function open(): Promise<ServeWindow> {
  window = await serveWindow(world.env)
  await expect.poll(states, { timeout: 60_000 }).toEqual(['build1 connected'])
  return window
}

async function ask<T>(channel: string, payload: object): Promise<T> {
  if (!window) throw new Error('there is no window')
  return window.ask(channel, payload)
}

/** Has another client of that engine do something. */
async function there<T>(work: (client: HostClient) => Promise<T>): Promise<T> {
  const client = new HostClient({
    open: hostPipes({ command: [...world.ssh.command], engine: world.engine }, process.env),
    ...{ version: world.version, clock: systemClock, lineId, withinMs: 60_000 },
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    client.close()
  }
}

/** Begins a session there with a turn that asks, as another client of that engine does. */
async function begin(): Promise<string> {
  rmSync(outside, { force: true })
  return there(async (client) => {
    const { id } = await client.request('session.create', { cwd: world.project })
    await client.request('turn.start', { sessionId: id, text: 'go' })
    return id
  })
}

const finished = async (sessionId: string): Promise<readonly string[]> => {
  const { events } = await ask<OpenedRecord>('session.open', { sessionId })
  return events.flatMap(({ event }) => (event.type === 'turn.finished' ? [event.outcome] : []))
}

test('what waits on a host is asked in the window under its name, and a yes there counts there and nowhere else', async () => {
  const shown = await open()
  const id = await begin()
  await expect.poll(() => shown.waiting().map(({ sessionId }) => sessionId)).toEqual([`build1:${id}`])
  const [request] = shown.waiting()
  if (!request) throw new Error('nothing waits')
  expect(request.id).toMatch(/^build1:/)
  // By its own id it is nothing that this machine knows of.
  expect(await shown.decide(request.id.replace('build1:', ''), { kind: 'deny' })).toEqual({ kind: 'unknown' })
  const offer = request.offers.find(({ kind }) => kind === 'only-this')
  expect(offer?.scopes).toContain('session')
  const decision = { kind: 'allow', offerId: offer?.id ?? '', scope: 'session' } as const
  expect(await shown.decide(request.id, decision)).toEqual({ kind: 'accepted' })
  await expect.poll(() => finished(`build1:${id}`)).toEqual(['completed'])
  expect(existsSync(outside)).toBe(true)
  expect(await ask('grant.list', {})).toEqual({ grants: [], allSuspended: false })
})

test('one question stands at two windows, is answered once, and the answer that comes later is told of the first', async () => {
  const shown = await open()
  const other = await serveWindow(world.env)
  try {
    const id = `build1:${await begin()}`
    const mine = (of: ServeWindow) => of.waiting().filter(({ sessionId }) => sessionId === id)
    await expect.poll(() => [shown, other].map((of) => mine(of).length), { timeout: 60_000 }).toEqual([1, 1])
    const [[request], [same]] = [mine(shown), mine(other)]
    expect(same).toEqual(request)
    const requestId = request?.id ?? ''
    const once = { kind: 'allow', offerId: request?.offers[0]?.id ?? '', scope: 'once' } as const
    expect(await shown.decide(requestId, { kind: 'deny' })).toEqual({ kind: 'accepted' })
    expect(await other.decide(requestId, once)).toMatchObject({
      ...{ kind: 'already', state: 'answered', decidedBy: 'client' },
    })
    // It is over in both, with the first answer, and in one that comes later too.
    const over = (of: ServeWindow) =>
      of
        .told()
        .flatMap((event) =>
          event.type === 'approval.resolved' && event.request.id === requestId
            ? [event.request.decision]
            : [],
        )
    await expect
      .poll(() => [shown, other].map((of) => [over(of), mine(of)]))
      .toEqual([
        [[{ kind: 'deny' }], []],
        [[{ kind: 'deny' }], []],
      ])
    await other.reload()
    expect([mine(other), await other.decide(requestId, once)]).toMatchObject([[], { kind: 'already' }])
    await expect.poll(() => finished(id)).toEqual(['completed'])
    // Given at the same moment, one of two answers counts.
    await ask('turn.start', { sessionId: id, text: 'again' })
    await expect.poll(() => [shown, other].map((of) => mine(of).length)).toEqual([1, 1])
    const next = mine(shown)[0]?.id ?? ''
    const replies = await Promise.all([shown, other].map((of) => of.decide(next, { kind: 'deny' })))
    expect(replies.map(({ kind }) => kind).toSorted()).toEqual(['accepted', 'already'])
    await expect.poll(() => finished(id)).toEqual(['completed', 'completed'])
    await expect.poll(() => [shown, other].map(mine)).toEqual([[], []])
    expect(existsSync(outside)).toBe(false)
  } finally {
    await other.stop()
  }
})

test('a session of a host is opened, written to, stopped and renamed from the window', async () => {
  const shown = await open()
  const id = `build1:${await begin()}`
  const { session, events } = await ask<OpenedRecord>('session.open', { sessionId: id })
  expect([session.id, session.cwd]).toEqual([id, world.project])
  expect(new Set(events.map(({ sessionId }) => sessionId))).toEqual(new Set([id]))
  await ask('turn.interrupt', { sessionId: id })
  await expect.poll(() => finished(id)).toEqual(['interrupted'])
  await ask('turn.start', { sessionId: id, text: 'go on' })
  await expect.poll(() => shown.waiting().filter(({ sessionId }) => sessionId === id).length).toBe(1)
  const renamed = await ask<SessionSummary>('session.rename', { sessionId: id, title: 'Over there' })
  expect([renamed.id, renamed.title]).toEqual([id, 'Over there'])
  await ask('turn.interrupt', { sessionId: id })
  await ask('session.archive', { sessionId: id })
  await expect.poll(async () => (await shown.hello()).sessions.some((each) => each.id === id)).toBe(false)
})

test('a session is begun on the host that was chosen, in a folder there, and never here', async () => {
  const shown = await open()
  const made = await ask<SessionSummary>('session.create', { host: 'build1', cwd: world.project })
  expect([made.id.startsWith('build1:'), made.cwd]).toEqual([true, world.project])
  await expect.poll(async () => (await shown.hello()).sessions.some(({ id }) => id === made.id)).toBe(true)
  const where = 'a session there needs a folder there; expected its absolute path'
  for (const cwd of [undefined, 'project', '.', '~bob', '~bob/x'])
    await expect(ask('session.create', { host: 'build1', cwd })).rejects.toThrow(where)
  const nobody = 'There is no host "build2" in this window.'
  await expect(ask('session.create', { host: 'build2', cwd: '/' })).rejects.toThrow(nobody)
  expect((await shown.hello()).sessions.filter(({ id }) => !id.startsWith('build1:'))).toEqual([])
})

test('a folder is looked for from the home folder there where it begins with ~/', async () => {
  await open()
  const { homedir } = userInfo()
  const cwd = `~/${relative(homedir, world.project)}`
  expect((await ask<SessionSummary>('session.create', { host: 'build1', cwd })).cwd).toBe(world.project)
  const none = ask('session.create', { host: 'build1', cwd: '~/.countersign-not-there' })
  await expect(none).rejects.toThrow(`build1: ${join(homedir, '.countersign-not-there')}`)
})

test('folders there are completed and looked at by the engine there, as it sees them', async () => {
  await open()
  const about = <T>(channel: string, folder: object): Promise<T> =>
    ask(channel, { host: 'build1', ...folder })
  const fit = async (typed: string): Promise<readonly string[]> =>
    (await about<{ folders: string[] }>('folder.complete', { typed })).folders
  const typed = world.project.slice(0, -1)
  expect(await fit(typed)).toEqual([world.project])
  expect(await fit(`~/${relative(userInfo().homedir, typed)}`)).toEqual([world.project])
  expect(await fit(join(world.base, 'none/'))).toEqual([])
  expect(await about('folder.look', { path: world.project })).toMatchObject({
    kind: 'there',
    cwd: world.project,
  })
  const none = join(world.project, 'none')
  expect(await about('folder.look', { path: none })).toMatchObject({
    ...{ kind: 'missing', problem: expect.stringContaining(none) as string },
  })
})

test('a host is added, tested and removed from the window, and what a window may not have started is not written', async () => {
  symlinkSync(world.engine, join(world.ssh.programs, 'countersign'))
  const home = world.env.COUNTERSIGN_HOME ?? ''
  const text = (): string => readFileSync(join(home, 'config.toml'), 'utf8')
  const before = text()
  window = await serveWindow({
    ...world.env,
    PATH: `${world.ssh.knownAs('by-name')}:${world.env.PATH ?? ''}`,
  })
  const listed = async () => (await ask<{ hosts: HostListing[] }>('host.list', {})).hosts
  expect((await listed()).map(({ name, removable }) => [name, removable])).toEqual([['build1', false]])
  const add = (target: string): Promise<HostEdited> => ask('host.add', { name: 'other', via: 'ssh', target })
  const mark = join(home, 'mark')
  for (const target of [`-oProxyCommand=touch ${mark}`, 'me@-x', `x;touch ${mark}`])
    expect(await add(target)).toEqual({ kind: 'refused', why: { kind: 'destination' } })
  expect(await ask('host.remove', { name: 'build1' })).toEqual({ kind: 'refused', why: { kind: 'by-hand' } })
  expect(text()).toBe(before)
  expect(await add('by-name')).toEqual({ kind: 'written' })
  await expect.poll(states, { timeout: 60_000 }).toEqual(['build1 connected', 'other connected'])
  const found = await ask<HostTested>('host.test', { name: 'other' })
  expect(found).toMatchObject({ kind: 'answers', version: world.version, platform: 'linux' })
  expect(found.kind === 'answers' && found.checks.length > 0 && found.roundTripMs > 0).toBe(true)
  expect(await ask('host.remove', { name: 'other' })).toEqual({ kind: 'written' })
  await expect.poll(states).toEqual(['build1 connected'])
  expect(text()).toBe(before)
  await expect(ask('host.test', { name: 'other' })).rejects.toThrow(
    'There is no host "other" in this window.',
  )
  expect(existsSync(mark)).toBe(false)
})

test('who is attached to an engine from another machine is told nothing of its hosts, and changes none', async () => {
  const where = 'expected a window there'
  await there(async (client) => {
    const name = 'build1'
    await expect(client.request('host.list', {})).rejects.toThrow(where)
    await expect(client.request('host.add', { name, via: 'ssh', target: 'x' })).rejects.toThrow(where)
    await expect(client.request('host.remove', { name })).rejects.toThrow(where)
    await expect(client.request('host.test', { name })).rejects.toThrow(where)
    await expect(client.request('host.retry', { name })).rejects.toThrow(where)
  })
})

test('serve --host begins new sessions of its windows on that host, and is refused for one that no window shows', async () => {
  world.configure('[hosts.hidden]\ncommand = ["ssh", "hidden"]\nwindow = false\n')
  try {
    const refused = async (name: string): Promise<readonly unknown[]> => {
      const { code, out, err } = await world.run(['serve', '--host', name])
      return [code, out, err]
    }
    const none = 'countersign: There is no host "build2"; expected build1.\n'
    expect(await refused('build2')).toEqual([2, '', none])
    const kept = 'is kept out of windows; expected no window = false in [hosts.hidden] of config.toml.'
    expect(await refused('hidden')).toEqual([2, '', `countersign: The host hidden ${kept}\n`])
    window = await serveWindow(world.env, { args: ['--host', 'build1'] })
    expect((await window.hello()).startedOn).toBe('build1')
    const before = await ask<{ items: unknown[] }>('session.list', {})
    await expect(ask('session.create', { cwd: world.project })).rejects.toThrow(
      'In this window sessions begin on build1, and none on this machine; expected host "build1".',
    )
    expect(await ask('session.list', {})).toEqual(before)
    await expect.poll(states, { timeout: 60_000 }).toContain('build1 connected')
    const begun = await ask<{ id: string }>('session.create', { cwd: world.project, host: 'build1' })
    expect(begun.id).toMatch(/^build1:/)
  } finally {
    world.configure('')
  }
})

test('what would be opened or reached here for a host is refused, and so is a host that is not there', async () => {
  await open()
  const id = `build1:${await begin()}`
  const refused = 'build1: this is not done on a host from a window yet.'
  await expect(ask('port.open', { sessionId: id, callId: 'c', port: 80 })).rejects.toThrow(
    'build1: Nothing listens on port 80 any more.',
  )
  // Its way there is more than a word, which no editor knows.
  const file = join(world.project, 'a.txt')
  writeFileSync(file, 'there')
  const opened = (path: string) => ask<OpenedFile>('file.open', { sessionId: id, path })
  expect(await opened('a.txt')).toEqual({ kind: 'elsewhere', path: file })
  expect(await opened('../a.txt')).toMatchObject({ kind: 'none', why: 'missing' })
  await expect(ask('question.open', { questionId: 'build1:x' })).rejects.toThrow(refused)
  await expect(ask('grant.revoke', { grantId: 'build1:x' })).rejects.toThrow(refused)
  const nobody = 'There is no host "build2" in this window.'
  await expect(ask('session.open', { sessionId: 'build2:x' })).rejects.toThrow(nobody)
  await ask('turn.interrupt', { sessionId: id })
})

test('a line that breaks is said, nothing is asked of this machine instead, and what waited still does when it is back', async () => {
  const shown = await open()
  const id = `build1:${await begin()}`
  const mine = () => shown.waiting().filter(({ sessionId }) => sessionId === id)
  await expect.poll(() => mine().length).toBe(1)
  await world.ssh.pause(async () => {
    for (const pid of world.ssh.connections()) process.kill(pid, 'SIGKILL')
    await expect.poll(states).toContain('build1 lost')
    await expect(ask('turn.interrupt', { sessionId: id })).rejects.toThrow('build1 is not connected.')
    const [request] = (await shown.hello()).approvals.filter(({ sessionId }) => sessionId === id)
    await expect(shown.decide(request?.id ?? '', { kind: 'deny' })).rejects.toThrow('is not connected.')
  })
  await expect.poll(states, { timeout: 60_000 }).toContain('build1 connected')
  const [request] = mine()
  expect(await shown.decide(request?.id ?? '', { kind: 'deny' })).toEqual({ kind: 'accepted' })
  await expect.poll(() => finished(id)).toEqual(['completed'])
  expect(existsSync(outside)).toBe(false)
})
