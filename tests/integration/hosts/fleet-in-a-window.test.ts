import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type {
  FleetBegin,
  FleetBegun,
  SandboxDeleted,
  SandboxListed,
  SandboxLook,
} from '@shared/domain/fleet-work'
import type { HostListing } from '@shared/domain/host-listing'
import type { HostState } from '@shared/domain/host-state'
import type { SessionSummary } from '@shared/domain/session'
import type { KubeObject } from '../../fakes/cluster'
import { gitIn, originAndClone } from '../../fakes/fleet-repository'
import { fleetWorld, type FleetWorld } from '../../fakes/fleet-world'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'

let world: FleetWorld
let clone: string
beforeAll(async () => {
  world = await fleetWorld(() => ({ text: 'Done there.' }))
  ;({ clone } = originAndClone(world.here, { 'a.txt': 'one\n' }))
})
afterAll(() => world.close())

let window: ServeWindow | undefined
afterEach(async () => {
  await window?.stop()
  window = undefined
  world.emptyPods()
  world.instead = undefined
  world.cluster.onMade = undefined
  world.cluster.forbidden.clear()
  for (const { metadata } of claims()) world.cluster.remove('sandboxclaims', metadata.name)
})

const claims = (): readonly KubeObject[] => world.cluster.objects('sandboxclaims')
const hosts = async (): Promise<readonly HostState[]> => (await window?.hello())?.hosts ?? []
const states = async (): Promise<readonly string[]> =>
  (await hosts()).map(({ name, state }) => `${name} ${state}`)
/** Runs that say of a claim that they are connected. */
const marks = (claim: KubeObject | undefined): number =>
  Object.keys(claim?.metadata.annotations ?? {}).filter((key) => key.includes('/run-')).length
const endOf = (claim: KubeObject | undefined): string =>
  (claim?.spec?.lifecycle as { readonly shutdownTime: string } | undefined)?.shutdownTime ?? ''

async function open(more = ''): Promise<ServeWindow> {
  world.configure(more)
  window = await serveWindow(world.env)
  await expect.poll(async () => (await states())[0], { timeout: 60_000 }).toBe('fleet connected')
  return window
}

async function ask<T>(channel: string, payload: object): Promise<T> {
  if (!window) throw new Error('there is no window')
  return window.ask(channel, payload)
}

const begin = (work: object, id = 'one'): Promise<FleetBegun> =>
  ask('sandbox.begin', { fleet: 'fleet', id, work })
const cloned = (): object => ({ kind: 'clone', from: 'origin', folder: clone })

/** A run elsewhere says until then that it is connected. */
function keepElsewhere(until: string): void {
  const [claim] = claims()
  if (!claim) throw new Error('no claim')
  const annotations = { ...claim.metadata.annotations, 'countersign.invalid/run-other': until }
  world.cluster.put('sandboxclaims', { ...claim, metadata: { ...claim.metadata, annotations } })
}

async function begun(id?: string): Promise<SessionSummary & { readonly sandbox: string }> {
  const came = await begin(cloned(), id)
  if (came.kind !== 'begun') throw new Error(JSON.stringify(came))
  return { ...came.session, sandbox: came.session.id.slice(0, came.session.id.indexOf(':')) }
}

/** What was told of sandboxes that were being made. */
const steps = (shown: ServeWindow): readonly FleetBegin[] =>
  shown
    .pushes()
    .flatMap((push) => (push.kind === 'hosts' ? push.hosts.flatMap(({ fleet }) => fleet?.begins ?? []) : []))

test('a session is begun in a new sandbox with the work that was named, told step by step, and that sandbox is a host of this window and of the next', async () => {
  const shown = await open()
  world.cluster.onMade = (claim) => {
    const said = { type: 'Ready', status: 'False', reason: 'SandboxNotReady', message: 'no\u001b[2Jnode' }
    world.cluster.put('sandboxclaims', { ...claim, status: { conditions: [said] } })
    setTimeout(() => {
      world.cluster.ready(world.cluster.get('sandboxclaims', claim.metadata.name) ?? claim)
    }, 1500)
  }
  const { sandbox, id, cwd } = await begun()
  expect([sandbox, cwd]).toEqual([
    expect.stringMatching(/^fleet\/[0-9a-f]{10}$/),
    join(world.workspace, 'origin'),
  ])
  expect(gitIn(cwd, 'log', '--format=%s').trim()).toBe('first')
  expect([...new Set(steps(shown).map(({ step, said = '' }) => `${step} ${said}`.trim()))]).toEqual([
    'asked',
    'waiting',
    'waiting SandboxNotReady: no\u001b[2Jnode',
    'ready',
    'cloning',
    'connecting',
  ])
  await ask('turn.start', { sessionId: id, text: 'go' })
  const finished = async (): Promise<boolean> =>
    JSON.stringify(await ask('session.open', { sessionId: id })).includes('Done there.')
  await expect.poll(finished).toBe(true)
  const [claim] = claims()
  expect(marks(claim)).toBe(1)

  // Closed, it says so there; what is marked as somebody else's, or has no name of ours, is none of the next window's.
  await shown.stop()
  expect(marks(claims()[0])).toBe(0)
  world.cluster.onMade = undefined
  const label = Object.entries(claim?.metadata.labels ?? {})
  const of = (name: string, labels: Record<string, string>): KubeObject => ({
    ...{ kind: 'SandboxClaim', apiVersion: claim?.apiVersion ?? '', spec: {} },
    metadata: { name, labels },
  })
  const ours = Object.fromEntries(label)
  for (const [name, labels] of [
    ['countersign-build1', ours],
    ['countersign-0123456789.evil', ours],
    ['countersign-aaaaaaaaaa', { ...ours, 'countersign.invalid/owner': 'e'.repeat(32) }],
  ] as const)
    world.cluster.ready(of(name, labels))
  world.cluster.put('sandboxclaims', of('countersign-bbbbbbbbbb', ours))
  await open()
  await expect.poll(states, { timeout: 30_000 }).toEqual(['fleet connected', `${sandbox} connected`])
  expect((await hosts())[0]?.fleet).toEqual({ others: 1, begins: [] })
  expect((await window?.hello())?.sessions.map((each) => each.id)).toEqual([id])
  await expect
    .poll(() => marks(claims().find(({ metadata }) => metadata.name === claim?.metadata.name)))
    .toBe(1)
  const now = claims().find(({ metadata }) => metadata.name === claim?.metadata.name)
  expect(Date.parse(endOf(now))).toBeGreaterThanOrEqual(Date.parse(endOf(claim)))

  // Gone, it is one no more once somebody asks.
  world.cluster.remove('sandboxclaims', claim?.metadata.name ?? '')
  world.cluster.cut()
  await ask('host.retry', { name: 'fleet' })
  await expect.poll(states, { timeout: 30_000 }).toEqual(['fleet connected'])
  expect((await window?.hello())?.sessions).toEqual([])
})

test('what does not come to a session leaves no claim: cancelled, refused, not to be cloned, a folder that is none', async () => {
  await open()
  world.cluster.onMade = () => undefined
  const came = begin(cloned(), 'slow')
  await expect.poll(() => claims().length).toBe(1)
  expect(await ask('sandbox.cancel', { fleet: 'fleet', id: 'slow' })).toEqual({ cancelled: true })
  expect([await came, claims()]).toEqual([{ kind: 'cancelled' }, []])
  world.cluster.onMade = undefined
  const refused = await Promise.all(
    [
      { kind: 'clone', from: 'https://me:secret@example.com/x.git' },
      { kind: 'clone', from: 'nowhere', folder: clone },
      { kind: 'clone', from: 'origin', branch: '--upload-pack=x', folder: clone },
    ].map((work, at) => begin(work, `no-${String(at)}`)),
  )
  expect(refused).toEqual(['address', 'remote', 'branch'].map((why) => ({ kind: 'refused', why })))
  const failed = await begin({ kind: 'clone', from: `file://${world.here}/none` })
  expect(failed).toMatchObject({ kind: 'failed', said: expect.stringContaining('does not') as string })
  const nothing = await begin({ kind: 'send', folder: join(world.here, 'none') })
  expect(nothing).toMatchObject({
    kind: 'failed',
    why: { message: expect.stringContaining('ENOENT') as string },
  })
  expect(claims()).toEqual([])
  // Where there is no engine the work is there all the same, and the sandbox stays as a host.
  world.instead = (command) => (command.includes('attach') ? ['false'] : undefined)
  const kept = await begin({ kind: 'send', folder: clone })
  expect(kept).toMatchObject({ kind: 'failed', kept: expect.stringMatching(/^fleet\//) as string })
  expect([claims().length, readFileSync(join(world.workspace, 'clone/a.txt'), 'utf8')]).toEqual([1, 'one\n'])
})

test('a window that is closed while a sandbox is made has it deleted', async () => {
  const shown = await open()
  world.cluster.onMade = () => undefined
  begin(cloned()).catch(() => undefined) // the window is gone
  await expect.poll(() => claims().length).toBe(1)
  await shown.stop()
  expect(claims()).toEqual([])
})

test('a fleet whose cluster refuses says so in its words, and disturbs no other host', async () => {
  world.cluster.forbidden.add('GET sandboxclaims')
  world.configure('[hosts.here]\ncommand = ["false"]')
  window = await serveWindow(world.env)
  await expect.poll(async () => (await hosts())[0]?.state, { timeout: 30_000 }).toBe('over')
  const [fleet, here] = await hosts()
  expect([fleet?.why, fleet?.said, here?.name]).toEqual([
    {
      kind: 'fleet',
      what: { kind: 'refused', doing: 'list', why: { kind: 'forbidden', namespace: 'agents' } },
    },
    expect.stringContaining('Error from server (Forbidden)') as string,
    'here',
  ])
  world.cluster.forbidden.clear()
  await ask('host.retry', { name: 'fleet' })
  await expect.poll(async () => (await hosts())[0]?.state, { timeout: 30_000 }).toBe('connected')
})

test('a sandbox is deleted with its last session and no sooner, and what would be lost is asked of it', async () => {
  await open()
  const { sandbox, id, cwd } = await begun()
  const look = (): Promise<SandboxLook> => ask('sandbox.look', { sandbox })
  const remove = (unasked = false): Promise<SandboxDeleted> =>
    ask('sandbox.delete', { sandbox, session: id, unasked })
  const known = (files: number, more: object = {}): SandboxLook => ({
    answers: true,
    changes: { kind: 'known', files, elsewhere: false, pulled: false, ...more },
  })
  expect(await look()).toEqual(known(0))
  writeFileSync(join(cwd, 'b.txt'), 'two\n')
  expect(await look()).toEqual(known(1))
  expect((await world.run(['hosts', 'pull', sandbox, '--branch', 'back', '--cd', clone])).code).toBe(0)
  expect(await look()).toEqual(known(0, { pulled: true }))
  gitIn(cwd, 'checkout', '-q', '-b', 'aside')
  gitIn(cwd, 'add', '.')
  gitIn(cwd, 'commit', '-q', '-m', 'aside')
  gitIn(cwd, 'checkout', '-q', 'main')
  expect(await look()).toEqual(known(1, { pulled: true, elsewhere: true }))
  world.instead = (command) => (command[2]?.includes('diff-tree') === true ? ['false'] : undefined)
  expect((await look()).changes).toMatchObject({ kind: 'unknown' })
  world.instead = undefined

  await ask('session.create', { host: sandbox, cwd })
  expect(await remove()).toEqual({ kind: 'stays', use: 'sessions' })
  // Those of the other stories too: pods of the test have one home.
  for (const each of (await window?.hello())?.sessions ?? [])
    if (each.id !== id) await ask('session.archive', { sessionId: each.id })
  await expect.poll(async () => (await window?.hello())?.sessions.map((each) => each.id)).toEqual([id])
  keepElsewhere(new Date(Date.now() + 60_000).toISOString())
  expect(await remove(true)).toEqual({ kind: 'stays', use: 'connected' })
  keepElsewhere('2026-01-01T00:00:00Z')
  world.instead = (command) => (command.includes('attach') ? ['false'] : undefined)
  expect(await remove()).toEqual({ kind: 'stays', use: 'unknown' })
  world.instead = undefined
  expect(await remove()).toEqual({ kind: 'deleted' })
  expect([claims(), await states()]).toEqual([[], ['fleet connected']])
})

test('a fleet is tested and changed in the settings, and what is left over of it deleted there, as the command does it', async () => {
  await open()
  const { sandbox } = await begun()
  const name = sandbox.replace('fleet/', '')
  expect(await ask('host.test', { name: 'fleet' })).toMatchObject({
    kind: 'fleet',
    version: expect.any(String) as unknown,
  })
  const list = async () =>
    (await ask<{ sandboxes: readonly SandboxListed[] }>('sandbox.list', { fleet: 'fleet' })).sandboxes
  expect(await list()).toMatchObject([{ name, use: 'left' }])
  const clean = () => ask('sandbox.clean', { fleet: 'fleet', sandboxes: [name] })
  // A run elsewhere that is connected is one whom it would be taken away from.
  keepElsewhere(new Date(Date.now() + 60_000).toISOString())
  expect(await clean()).toMatchObject({ deleted: [], stays: [{ name, use: 'connected' }] })
  keepElsewhere('2026-01-01T00:00:00Z')
  expect(await clean()).toEqual({ deleted: [name], stays: [] })
  expect([claims().length, await list(), (await states()).includes(`${sandbox} connected`)]).toEqual([
    0,
    [],
    false,
  ])
  const [listing] = (await ask<{ hosts: readonly HostListing[] }>('host.list', {})).hosts
  const set = (more: object) => ask('host.set-fleet', { name: 'fleet', ...listing?.fleet, ...more })
  expect(await set({ idle_minutes: 0 })).toMatchObject({ kind: 'refused', why: { kind: 'file' } })
  expect(await set({ template: 'other', idle_minutes: 60 })).toEqual({ kind: 'written' })
  await expect
    .poll(async () => (await ask<{ kind: string }>('host.test', { name: 'fleet' })).kind)
    .toBe('fails')
  expect(await set({ template: listing?.fleet?.template ?? '' })).toEqual({ kind: 'written' })
})
