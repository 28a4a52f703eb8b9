import { existsSync, readFileSync, rmSync } from 'node:fs'
import { afterAll, afterEach, expect, test } from 'vitest'
import { sinceNow, type Message } from '../../fakes/app-server-client'
import { appServerHome, patchCall, shellCall } from '../../fakes/app-server-home'
import type { Answer } from '../../fakes/model-server'
import { greetSecond, secondOf, type SecondClient } from '../../fakes/second-client'
import { sharedPrograms } from '../../fakes/shared-program'

const programs = sharedPrograms(
  (home) => greetSecond(home),
  (client) => client.end(),
)
let made = ''
afterEach(() => {
  if (made !== '') rmSync(made, { recursive: true, force: true })
})
afterAll(() => programs.close())

const withoutView = { config: '[features]\nsandbox_command_assessment = false\n' }

async function start(
  script: (outside: string) => readonly Answer[],
  options: NonNullable<Parameters<typeof appServerHome>[1]> = withoutView,
) {
  made = `/var/tmp/cs-v2a-${String(process.pid)}-${String(Math.trunc(performance.now()))}`
  const { home, program } = await programs.lend(script(made), options)
  const at = secondOf(home, sinceNow(program))
  const threadId = await at.thread()
  await at.turn(threadId)
  return { at, threadId, outside: made, where: home }
}
const touch = (outside: string): readonly Answer[] => [
  shellCall('call_1', 'touch', outside),
  { text: 'Done.' },
]
const statusOf = (at: SecondClient, id: string): unknown =>
  at
    .all('item/completed')
    .map(({ item }) => item as Message)
    .find((item) => item['id'] === id)?.['status']

test('what the kernel stopped is asked about as the permissions that it lacks; exactly these are a yes', async () => {
  const { at, threadId, outside } = await start(touch)
  const { id, method, params } = await at.asked()
  expect(method).toBe('item/permissions/requestApproval')
  expect(params).toMatchObject({
    threadId,
    itemId: 'call_1/permissions',
    permissions: { network: null, fileSystem: { read: null, write: [outside] } },
    reason: expect.stringMatching(/Stopped by: .*\n.*Risk: .*\nA yes means: /s) as unknown,
    countersign: {
      assessment: { level: 'low', facts: { complete: true }, floor: { level: 'low' } },
      offers: expect.arrayContaining([expect.objectContaining({ kind: 'only-this' })]) as unknown,
    },
  })
  expect(at.all('thread/status/changed').at(-1)).toMatchObject({
    status: { type: 'active', activeFlags: ['waitingOnApproval'] },
  })
  at.send({ id: id as number, result: { permissions: params['permissions'], scope: 'turn' } })
  expect(await at.told('serverRequest/resolved')).toEqual({ threadId, requestId: id })
  await at.told('turn/completed')
  expect([existsSync(outside), statusOf(at, 'call_1')]).toEqual([true, 'completed'])
})

test('the same in the words of a client that lists them path by path', async () => {
  const { at, outside } = await start(touch)
  const { id } = await at.asked()
  const entries = [{ path: { type: 'path', path: outside }, access: 'write' }]
  const fileSystem = { read: null, write: [outside], entries }
  at.send({ id: id as number, result: { permissions: { fileSystem }, scope: 'turn' } })
  await at.told('turn/completed')
  expect(existsSync(outside)).toBe(true)
})

test('a command that ran on copies and is let run is one item, which ends once', async () => {
  const { at, outside } = await start(touch, { ...withoutView, policy: 'effects' })
  const { id } = await at.asked()
  at.send({ id: id as number, result: { decision: 'accept' } })
  await at.told('turn/completed')
  const ends = at.all('item/completed').filter(({ item }) => (item as Message)['id'] === 'call_1')
  const begins = at.all('item/started').filter(({ item }) => (item as Message)['id'] === 'call_1')
  expect([begins.length, ends.length, statusOf(at, 'call_1'), existsSync(outside)]).toEqual([
    1,
    1,
    'completed',
    true,
  ])
})

const write = (...paths: string[]) => ({ fileSystem: { read: null, write: paths } })
const noes: [string, (outside: string) => unknown][] = [
  ['nothing', () => ({ permissions: {} })],
  ['a folder above', () => ({ permissions: write('/var/tmp') })],
  ['one path more', (outside) => ({ permissions: write(outside, '/etc/passwd') })],
  ['the network too', (outside) => ({ permissions: { ...write(outside), network: { enabled: true } } })],
  ['to read it', (outside) => ({ permissions: { fileSystem: { read: [outside], write: null } } })],
  [
    'every path, as an entry beside it',
    (outside) => ({
      permissions: {
        fileSystem: {
          write: [outside],
          entries: [{ path: { type: 'special', value: { kind: 'root' } }, access: 'write' }],
        },
      },
    }),
  ],
  ['a scope that there is not', (outside) => ({ permissions: write(outside), scope: 'always' })],
  ['an answer to another question', () => ({ decision: 'accept' })],
  ['an answer in the first protocol’s words', () => ({ decision: 'approved' })],
  ['null', () => null],
]
test.each(noes)('given %s: nothing runs', async (_, result) => {
  const { at, outside } = await start(touch)
  const { id } = await at.asked()
  at.send({ id: id as number, result: result(outside) })
  await at.told('turn/completed')
  expect([existsSync(outside), statusOf(at, 'call_1')]).toEqual([false, 'declined'])
})

test('for the session: what was given is not asked about again', async () => {
  const { at } = await start((outside) => [
    shellCall('call_1', 'touch', outside),
    shellCall('call_2', 'touch', outside),
    { text: 'Done.' },
  ])
  const { id, params } = await at.asked()
  at.send({ id: id as number, result: { permissions: params['permissions'], scope: 'session' } })
  await at.told('turn/completed')
  expect(statusOf(at, 'call_2')).toBe('completed')
  expect(at.messages.filter((each) => 'method' in each && 'id' in each).length).toBe(1)
})

const first = { ...withoutView, policy: 'untrusted' }
const inside = (): readonly Answer[] => [shellCall('call_1', 'touch', 'made.txt'), { text: 'Done.' }]

test('a command that the policy asks about first: only what is listed is an answer', async () => {
  const { at, where } = await start(inside, first)
  const { id, method, params } = await at.asked()
  expect(method).toBe('item/commandExecution/requestApproval')
  expect(params).toMatchObject({
    kind: 'command',
    itemId: 'call_1',
    command: 'touch made.txt',
    cwd: where.project,
    environmentId: 'local',
    availableDecisions: expect.arrayContaining(['accept', 'decline', 'cancel']) as unknown,
  })
  // It stands as an item before anything of it runs.
  const begun = at.messages.findIndex((each) => each['method'] === 'item/started' && holds(each, 'call_1'))
  expect(begun).toBeLessThan(at.messages.findIndex((each) => 'method' in each && each['id'] === id))
  at.send({ id: id as number, result: { decision: 'accept' } })
  await at.told('turn/completed')
  expect([existsSync(`${where.project}/made.txt`), statusOf(at, 'call_1')]).toEqual([true, 'completed'])
})
const holds = (message: Message, id: string): boolean => JSON.stringify(message).includes(`"${id}"`)

const refused: [string, unknown, string][] = [
  ['decline', { decision: 'decline' }, 'completed'],
  ['cancel', { decision: 'cancel' }, 'interrupted'],
  [
    'a rule by prefix',
    { decision: { acceptWithExecpolicyAmendment: { execpolicy_amendment: ['touch'] } } },
    'completed',
  ],
  [
    'a host for ever',
    {
      decision: { applyNetworkPolicyAmendment: { network_policy_amendment: { host: '*', action: 'allow' } } },
    },
    'completed',
  ],
  ['permissions', { permissions: { network: { enabled: true } } }, 'completed'],
  ['a word of the first protocol', { decision: 'approved' }, 'completed'],
  ['no decision', {}, 'completed'],
]
test.each(refused)('answered with %s: nothing runs', async (_, result, status) => {
  const { at, where } = await start(inside, first)
  const { id } = await at.asked()
  at.send({ id: id as number, result })
  expect(await at.told('turn/completed')).toMatchObject({ turn: { status } })
  expect([existsSync(`${where.project}/made.txt`), statusOf(at, 'call_1')]).toEqual([false, 'declined'])
})

test('an error in place of an answer is a no, and an answer to nothing is refused', async () => {
  const { at, where } = await start(inside, first)
  const { id } = await at.asked()
  at.send({ id: 99, result: { decision: 'accept' } })
  await at.until((each) => JSON.stringify(each).includes('no request with id 99 waits'))
  at.send({ id: id as number, error: { code: -32603, message: 'no dialog' } })
  await at.told('turn/completed')
  expect(existsSync(`${where.project}/made.txt`)).toBe(false)
})

test('a patch is asked about with its item before it, and applied or not', async () => {
  const patch = (outside: string): readonly Answer[] => [
    patchCall('call_1', `*** Add File: ${outside}`, '+one'),
    patchCall('call_2', `*** Update File: ${outside}`, '@@', '-one', '+two'),
    { text: 'Done.' },
  ]
  const { at, outside } = await start(patch)
  const asked = await at.asked()
  expect(asked.method).toBe('item/fileChange/requestApproval')
  expect(asked.params).toMatchObject({ itemId: 'call_1', grantRoot: null })
  expect(at.all('item/started').map(({ item }) => item)).toContainEqual(
    expect.objectContaining({
      type: 'fileChange',
      id: 'call_1',
      changes: [{ path: outside, kind: { type: 'add' }, diff: 'one\n' }],
    }),
  )
  at.send({ id: asked.id as number, result: { decision: 'accept' } })
  const again = await at.asked(2)
  at.send({ id: again.id as number, result: { decision: 'decline' } })
  await at.told('turn/completed')
  expect(readFileSync(outside, 'utf8')).toBe('one\n')
  expect([statusOf(at, 'call_1'), statusOf(at, 'call_2')]).toEqual(['completed', 'declined'])
})

test('the question goes out at once; the model’s view follows under a name of ours', async () => {
  const view = JSON.stringify({ description: 'Creates a file.', risk_level: 'medium', risk_categories: [] })
  const { at } = await start(touch, { view: { text: view, delayMs: 60 } })
  const { id, params } = await at.asked()
  expect(params['reason']).not.toMatch(/Model's view/)
  const { approvalId } = params['countersign'] as { approvalId: string }
  const seen = await at.told('countersign/approval/assessed')
  expect(seen).toMatchObject({
    approvalId,
    message: expect.stringMatching(/Model's view: medium/) as unknown,
  })
  at.send({ id: id as number, result: { permissions: {} } })
  await at.told('turn/completed')
})

test('a turn that is stopped takes its question back, and a late yes runs nothing', async () => {
  const { at, threadId, outside } = await start(touch)
  const { id, params } = await at.asked()
  await at.call('turn/interrupt', { threadId, turnId: params['turnId'] })
  expect(await at.told('serverRequest/resolved')).toEqual({ threadId, requestId: id })
  expect(await at.told('turn/completed')).toMatchObject({ turn: { status: 'interrupted' } })
  at.send({ id: id as number, result: { permissions: params['permissions'] } })
  await at.until((each) => JSON.stringify(each).includes('waits for an answer'))
  expect(existsSync(outside)).toBe(false)
})

test('a client that is gone is no yes', async () => {
  made = `/var/tmp/cs-v2a-gone-${String(process.pid)}`
  const home = await appServerHome(touch(made), withoutView)
  const at = await greetSecond(home)
  await at.turn(await at.thread())
  await at.asked()
  expect(await at.end()).toEqual({ code: 0, signal: null })
  await home.remove()
  expect(existsSync(made)).toBe(false)
})
