import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import { hostPipes, lineId } from '../../../src/main/adapters/host-pipe/host-pipe'
import { systemClock } from '../../../src/main/adapters/system/clock'
import { HostClient } from '../../../src/main/core/host-link/host-client'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { serveWindow } from '../../fakes/serve-window'
import { endEngines, engineProgram } from '../../fakes/ssh-host'

const lent = 'sk-lent-0123456789abcdef'
const own = 'sk-own-0123456789abcdef'

let world: HostWorld
/** What commands of turns wait for, and what says that they do. */
let gate: string
let waiting: string
let refusing = false
beforeAll(async () => {
  world = await hostWorld((request) => {
    const { input } = request.body as { input: readonly { type: string }[] }
    if (refusing)
      return { status: 401, body: { error: { message: `${request.headers.authorization ?? ''} is wrong` } } }
    if (input.at(-1)?.type === 'function_call_output') return { text: 'Done there.' }
    const script = `env; cat /proc/self/environ; touch ${waiting}; until [ -e ${gate} ]; do sleep 0.1; done`
    const call = { command: ['bash', '-c', script], timeout_ms: 60_000 }
    return { text: 'I will.', calls: [{ name: 'shell', arguments: JSON.stringify(call) }] }
  }, 'never')
  gate = join(world.project, 'gate')
  waiting = join(world.project, 'waiting')
})
afterAll(() => world.close())

const home = (): string => world.env.COUNTERSIGN_HOME ?? ''
let programs: string
beforeEach(() => {
  programs = mkdtempSync('/var/tmp/cs-lent-')
  writeFileSync(join(home(), 'auth.json'), JSON.stringify({ TEST_MODEL_KEY: lent }), { mode: 0o600 })
})
const left: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of left.splice(0)) await close()
  await endEngines(world.base)
  for (const file of [gate, waiting]) rmSync(file, { force: true })
  rmSync(programs, { recursive: true })
})

/** An engine there whose environment has this key, or none. */
const engineWith = (key?: string): string =>
  engineProgram(programs, world.base, key === undefined ? {} : { TEST_MODEL_KEY: key })

/** Has the host `build1` be lent the key of the provider `test`, which is here at this address. */
function configure(engine: string, baseUrl = world.model.baseUrl, lend = '["test"]'): void {
  const host = `[hosts.build1]\ncommand = ${JSON.stringify(world.ssh.command)}\nengine = ${JSON.stringify(engine)}\n`
  const provider = `[model_providers.test]\nbase_url = ${JSON.stringify(baseUrl)}\nenv_key = "TEST_MODEL_KEY"\n`
  writeFileSync(join(home(), 'config.toml'), `${host}lend_keys = ${lend}\n${provider}`)
}

/** The keys that requests came with since there were so many. */
const keysSince = (count: number): readonly (string | undefined)[] =>
  world.model.requests.slice(count).map(({ headers }) => headers.authorization)

/** The files below a folder in which a text stands; those that come and go meanwhile (locks of git) are looked at while they are there. */
const filesWith = (folder: string, text: string): readonly string[] =>
  spawnSync('grep', ['-rlsF', '--', text, folder], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((file) => file !== '')

/** The processes of this machine in whose environment a text stands. */
const processesOf = (text: string): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`).includes(text)
    } catch (error) {
      if (error instanceof Error && 'code' in error) return false // it ended while we looked
      throw error
    }
  })

/** A client of the engine there that lends this key, or none. */
async function attached(engine: string, key?: string): Promise<HostClient> {
  const client = new HostClient({
    open: hostPipes({ command: [...world.ssh.command], engine }, process.env),
    ...{ version: world.version, clock: systemClock, lineId, withinMs: 60_000 },
    ...(key !== undefined && {
      lend: () =>
        Promise.resolve({
          keys: [{ provider: 'test', baseUrl: `${world.model.baseUrl}/`, key }],
          missing: [],
        }),
    }),
  })
  left.push(() => client.leave())
  await client.connect()
  return client
}

async function begin(client: HostClient): Promise<string> {
  const { id } = await client.request('session.create', { cwd: world.project })
  await client.request('turn.start', { sessionId: id, text: 'go' })
  return id
}

const eventsOf = async (client: HostClient, sessionId: string): Promise<readonly AgentEvent[]> =>
  (await client.request('session.open', { sessionId })).events.map(({ event }) => event)

/** How the turns of a session ended, once one has. */
async function ends(client: HostClient, id: string): Promise<readonly object[]> {
  const finished = async () => (await eventsOf(client, id)).filter(({ type }) => type === 'turn.finished')
  await expect.poll(async () => (await finished()).length, { timeout: 60_000 }).toBe(1)
  return finished()
}

const becomesThere = (file: string): Promise<void> =>
  expect.poll(() => existsSync(file), { timeout: 60_000 }).toBe(true)

test('a run there asks the model with the key that is lent, and nothing there has it or keeps it', async () => {
  configure(engineWith())
  const before = world.model.requests.length
  const running = world.run(['exec', '--host', 'build1', '--cd', world.project, 'go'])
  await becomesThere(waiting)
  expect(processesOf(lent)).toEqual([])
  writeFileSync(gate, '')
  const ran = await running
  expect([ran.code, ran.err]).toEqual([0, ''])
  expect(ran.out).toContain('Done there.')
  expect(keysSince(before)).toEqual([`Bearer ${lent}`, `Bearer ${lent}`])
  // What the command printed of its environment went to the model.
  expect(JSON.stringify(world.model.requests.slice(before).map(({ body }) => body))).not.toContain(lent)
  expect(filesWith(world.folder, lent)).toEqual([])
  expect(filesWith(home(), lent)).toEqual([join(home(), 'auth.json')])
  // The engine is still there, and whoever comes without a key has none.
  expect(world.engines().length).toBe(1)
  const client = await attached(engineWith())
  await expect(client.request('session.create', { cwd: world.project })).rejects.toThrow(
    'There is no key for test',
  )
})

test('a model server that repeats the key has it in no record and no line', async () => {
  configure(engineWith())
  refusing = true
  const ran = await world.run(['exec', '--host', 'build1', '--cd', world.project, 'go'])
  refusing = false
  expect(ran.code).toBe(1)
  expect(`${ran.out}${ran.err}`).toContain('401')
  expect(`${ran.out}${ran.err}`).not.toContain(lent)
  expect(filesWith(world.folder, lent)).toEqual([])
})

test('a window lends as well, and a host that is lent nothing gets nothing', async () => {
  configure(engineWith(), world.model.baseUrl, '[]')
  const window = await serveWindow(world.env)
  left.push(() => window.stop())
  const states = async () => (await window.hello()).hosts?.map(({ state }) => state)
  await expect.poll(states, { timeout: 60_000 }).toEqual(['connected'])
  const create = () => window.request('session.create', { host: 'build1', cwd: world.project })
  expect(await create()).toMatchObject({ ok: false, fault: { code: 'missing-key' } })
  const chosen = await window.request('host.lend', { name: 'build1', providers: ['test'] })
  expect(chosen).toEqual({ ok: true, value: { kind: 'written' } })
  await expect.poll(async () => (await create()).ok, { timeout: 60_000 }).toBe(true)
})

test('a key of its own goes before one that is lent', async () => {
  configure(engineWith(own))
  writeFileSync(gate, '')
  const before = world.model.requests.length
  expect((await world.run(['exec', '--host', 'build1', '--cd', world.project, 'go'])).code).toBe(0)
  expect(keysSince(before)).toEqual([`Bearer ${own}`, `Bearer ${own}`])
})

test('a key that is lent for another address is not used, and that is said', async () => {
  configure(engineWith(), `${world.model.baseUrl}/else`)
  const before = world.model.requests.length
  const ran = await world.run(['exec', '--host', 'build1', '--cd', world.project, 'go'])
  expect(ran.code).not.toBe(0)
  expect(ran.err).toContain('One is lent for another address')
  expect(keysSince(before)).toEqual([])
})

test('a provider without a key here is named, and nothing is lent for it', async () => {
  rmSync(join(home(), 'auth.json'))
  configure(engineWith(), world.model.baseUrl, '["test", "nowhere"]')
  const ran = await world.run(['doctor', '--host', 'build1'])
  expect(ran.err).toContain(
    'countersign: build1: there is no key for "test" here; expected one, or another lend_keys.',
  )
  expect(ran.err).toContain('there is no key for "nowhere" here')
})

test('what one connection lends is for its own turns alone', async () => {
  const engine = engineWith()
  const lender = await attached(engine, lent)
  const other = await attached(engine)
  const id = await begin(lender)
  await becomesThere(waiting)
  const before = world.model.requests.length
  // In the session of the other, and in one of their own.
  await expect(other.request('session.create', { cwd: world.project })).rejects.toThrow(
    'There is no key for test',
  )
  writeFileSync(gate, '')
  expect(await ends(other, id)).toMatchObject([{ outcome: 'completed' }])
  await other.request('turn.start', { sessionId: id, text: 'go on' }).catch(() => undefined)
  await expect
    .poll(async () => (await eventsOf(other, id)).filter(({ type }) => type === 'turn.finished').length)
    .toBeGreaterThanOrEqual(1)
  expect(keysSince(before)).toEqual([`Bearer ${lent}`])
})

test('a turn whose line is lost and comes back goes on with the key; one whose connection has ended says that it is gone', async () => {
  const engine = engineWith()
  const lender = await attached(engine, lent)
  const first = await begin(lender)
  await becomesThere(waiting)
  const before = world.model.requests.length
  await world.ssh.pause(async () => {
    for (const pid of world.ssh.connections()) process.kill(pid, 'SIGKILL')
    writeFileSync(gate, '')
    await Promise.resolve()
  })
  expect(await ends(lender, first)).toMatchObject([{ outcome: 'completed' }])
  expect(keysSince(before)).toEqual([`Bearer ${lent}`])

  for (const file of [gate, waiting]) rmSync(file)
  const second = await begin(lender)
  await becomesThere(waiting)
  const count = world.model.requests.length
  await lender.leave()
  const other = await attached(engine)
  writeFileSync(gate, '')
  expect(await ends(other, second)).toMatchObject([{ outcome: 'failed' }])
  const said = JSON.stringify(await eventsOf(other, second))
  expect(said).toContain('was lent over a connection that is not there any more')
  expect(said).not.toContain(lent)
  expect(keysSince(count)).toEqual([])
})
