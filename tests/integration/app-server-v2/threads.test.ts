import { afterEach, expect, test } from 'vitest'
import type { Message } from '../../fakes/app-server-client'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { greetSecond, type SecondClient } from '../../fakes/second-client'
import type { Answer } from '../../fakes/model-server'

let home: AppServerHome | undefined
let client: SecondClient | undefined
afterEach(async () => {
  await client?.end()
  client = undefined
  await home?.remove()
})

async function start(script: readonly Answer[] = [{ text: 'Done.' }]) {
  home = await appServerHome(script)
  client = await greetSecond(home)
  return { at: client, where: home }
}
const error = (answer: Message) => answer['error'] as { code: number; message: string }

test('a turn is told in order: answer, begin, items with what is new of them, tokens, end', async () => {
  const { at } = await start([shellCall('call_1', 'sh', '-c', 'echo one; echo two'), { text: 'All done.' }])
  const threadId = await at.thread()
  const turnId = await at.turn(threadId, 'Say it.')
  await at.told('turn/completed')
  const begun = at.messages.findIndex((each) => each['method'] === 'turn/started')
  const answered = at.messages.findIndex((each) => JSON.stringify(each['result'] ?? '').includes(turnId))
  expect([answered > 0, begun > answered]).toEqual([true, true])
  const kinds = at.all('item/completed').map(({ item }) => (item as Message)['type'])
  expect(kinds).toEqual(['userMessage', 'commandExecution', 'agentMessage'])
  expect(at.all('item/started').map(({ item }) => (item as Message)['type'])).toEqual(kinds)
  expect(
    at
      .all('item/commandExecution/outputDelta')
      .map(({ delta }) => delta)
      .join(''),
  ).toBe('one\ntwo\n')
  expect(
    at
      .all('item/agentMessage/delta')
      .map(({ delta }) => delta)
      .join(''),
  ).toBe('All done.')
  expect(at.all('item/completed').map(({ item }) => item)).toContainEqual(
    expect.objectContaining({
      id: 'call_1',
      status: 'completed',
      exitCode: 0,
      aggregatedOutput: 'one\ntwo\n',
    }),
  )
  expect(at.all('thread/tokenUsage/updated').at(-1)).toMatchObject({
    threadId,
    turnId,
    tokenUsage: { modelContextWindow: 128_000, total: { cacheWriteInputTokens: 0 } },
  })
  expect(at.all('turn/completed')[0]).toMatchObject({
    threadId,
    turn: { id: turnId, status: 'completed', items: [{ text: 'All done.' }], itemsView: 'summary' },
  })
  expect(at.all('thread/status/changed').map(({ status }) => (status as Message)['type'])).toEqual([
    'active',
    'idle',
  ])
})

test('asking after a denial has no word here: it is told as the nearest, which said back changes nothing', async () => {
  const { at } = await start([shellCall('call_1', 'touch', '/var/tmp/cs-v2-never'), { text: 'Done.' }])
  const made = await at.call('thread/start', {})
  expect(made).toMatchObject({ approvalPolicy: 'on-request' })
  const threadId = (made['thread'] as { id: string }).id
  await at.turn(threadId, 'go', { approvalPolicy: 'on-request' })
  const { id, method } = await at.asked()
  expect(method).toBe('item/permissions/requestApproval')
  at.send({ id: id as number, result: { permissions: {} } })
  await at.told('turn/completed')
  expect(at.all('thread/settings/updated')).toEqual([])
})

test('settings that come with a turn are the thread’s from then on', async () => {
  const { at, where } = await start([{ text: 'One.' }, { text: 'Two.' }])
  const threadId = await at.thread()
  const sandboxPolicy = { type: 'readOnly' }
  await at.turn(threadId, 'go', { approvalPolicy: 'never', sandboxPolicy, effort: 'high', model: 'test-2' })
  expect(await at.told('thread/settings/updated')).toMatchObject({
    threadSettings: {
      approvalPolicy: 'never',
      sandboxPolicy: { type: 'readOnly', networkAccess: false },
      effort: 'high',
      model: 'test-2',
    },
  })
  await at.told('turn/completed')
  expect(where.server.requests.at(-1)?.body).toMatchObject({ model: 'test-2' })
  const externalSandbox = { type: 'externalSandbox', networkAccess: 'enabled' }
  const input = [{ type: 'text', text: 'go' }]
  const answer = await at.request('x', 'turn/start', { threadId, input, sandboxPolicy: externalSandbox })
  expect(error(answer)).toMatchObject({
    code: -32_602,
    message: expect.stringMatching(/restricted/) as unknown,
  })
})

test('a thread is listed, read, paged, named, forked, put away and taken back', async () => {
  const { at, where } = await start([
    { text: 'First.' },
    shellCall('call_1', 'echo', 'hello'),
    { text: 'Second.' },
    { text: 'Third.' },
  ])
  const threadId = await at.thread()
  await at.turn(threadId, 'One.')
  await at.told('turn/completed')
  await at.turn(threadId, 'Two.')
  await at.told('turn/completed', 2)

  expect(await at.call('thread/loaded/list')).toEqual({ data: [threadId], nextCursor: null })
  expect(await at.call('thread/list', { cwd: where.project })).toMatchObject({
    data: [{ id: threadId, preview: 'One.', name: 'One.', status: { type: 'idle' } }],
    nextCursor: null,
  })
  expect(await at.call('thread/list', { cwd: '/elsewhere' })).toMatchObject({ data: [] })
  const { thread } = (await at.call('thread/read', { threadId, includeTurns: true })) as {
    thread: { turns: { id: string; items: { type: string; id: string }[] }[] }
  }
  expect(thread.turns.map(({ items }) => items.map(({ type }) => type))).toEqual([
    ['userMessage', 'agentMessage'],
    ['userMessage', 'commandExecution', 'agentMessage'],
  ])
  // The record tells the same items under the same ids as they were told live.
  const live = at.all('item/completed').map(({ item }) => (item as { id: string }).id)
  expect(thread.turns.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(live)

  const newest = await at.call('thread/turns/list', { threadId, limit: 1 })
  expect(newest).toMatchObject({ data: [{ id: thread.turns[1]?.id, itemsView: 'full' }], nextCursor: '1' })
  expect(await at.call('thread/turns/list', { threadId, limit: 1, cursor: '1' })).toMatchObject({
    data: [{ id: thread.turns[0]?.id }],
    nextCursor: null,
  })
  const items = await at.call('thread/items/list', { threadId, limit: 2, cursor: '3' })
  expect(items).toMatchObject({
    data: [{ item: { id: live[3] } }, { item: { id: live[4] } }],
    nextCursor: null,
  })
  await expect(at.call('thread/items/list', { threadId, cursor: '../x' })).rejects.toThrow(
    /nextCursor as it was/,
  )

  await at.call('thread/name/set', { threadId, name: 'Mine' })
  expect(await at.told('thread/name/updated', 2)).toEqual({ threadId, threadName: 'Mine' })

  const forked = (await at.call('thread/fork', { threadId })) as {
    thread: { id: string; forkedFromId: string; turns: unknown[] }
  }
  expect([forked.thread.forkedFromId, forked.thread.turns.length]).toEqual([threadId, 2])
  await at.turn(forked.thread.id, 'Three.')
  await at.told('turn/completed', 3)
  expect(JSON.stringify(where.server.requests.at(-1)?.body)).toMatch(/Second\..*Three\./)

  expect(await at.call('thread/unsubscribe', { threadId })).toEqual({ status: 'unsubscribed' })
  expect(await at.call('thread/unsubscribe', { threadId })).toEqual({ status: 'notSubscribed' })
  await expect(at.turn(threadId)).rejects.toThrow(/thread not found/)
  const resumed = await at.call('thread/resume', { threadId, excludeTurns: true })
  expect(resumed).toMatchObject({ thread: { id: threadId, turns: [] }, itemsBackwardsCursor: '5' })

  await at.call('thread/archive', { threadId })
  expect(await at.told('thread/archived')).toEqual({ threadId })
  expect(JSON.stringify(await at.call('thread/list', {}))).not.toContain(`"${threadId}"`)
  await at.call('thread/unarchive', { threadId })
  expect(await at.told('thread/unarchived')).toEqual({ threadId })
  await expect(at.call('thread/resume', { threadId: 'nowhere' })).rejects.toThrow(/nowhere/)
  await at.call('thread/delete', { threadId })
  expect(await at.told('thread/deleted')).toEqual({ threadId })
  await expect(at.call('thread/read', { threadId })).rejects.toThrow()
  await expect(at.call('thread/delete', { threadId })).rejects.toThrow()
})

test('a compaction and a review are turns of their own', async () => {
  const { at } = await start([{ text: 'First.' }, { text: 'A summary.' }, { text: '{"findings":[]}' }])
  const threadId = await at.thread()
  await at.turn(threadId, 'One.')
  await at.told('turn/completed')
  await at.call('thread/compact/start', { threadId })
  expect(await at.told('turn/completed', 2)).toMatchObject({ turn: { status: 'completed' } })
  const target = { type: 'custom', instructions: 'Look at it.' }
  const review = await at.call('review/start', { threadId, target })
  expect(review).toMatchObject({ reviewThreadId: threadId, turn: { status: 'inProgress' } })
  await at.told('turn/completed', 3)
  const types = at.all('item/completed').map(({ item }) => (item as Message)['type'])
  expect(types).toEqual(
    expect.arrayContaining(['contextCompaction', 'enteredReviewMode', 'exitedReviewMode']),
  )
})

test('what there is to choose from is listed, and no key, header or variable is in any answer', async () => {
  const { at, where } = await start()
  expect(await at.call('account/read', { refreshToken: false })).toEqual({
    account: { type: 'apiKey' },
    userId: null,
    requiresOpenaiAuth: false,
    workspaceRouting: null,
  })
  expect(await at.call('config/read', { includeLayers: true, cwd: where.project })).toMatchObject({
    config: {
      projects: { [where.project]: { trust_level: 'untrusted' } },
      model: 'test-1',
      model_provider: 'test',
      approval_policy: 'on-request',
      sandbox_mode: 'workspace-write',
    },
    layers: [],
  })
  const models = (await at.call('model/list', {})) as { data: { model: string; isDefault: boolean }[] }
  expect(models.data.filter(({ isDefault }) => isDefault).map(({ model }) => model)).toEqual(['test-1'])
  expect(await at.call('permissionProfile/list', { cwd: where.project, cursor: null })).toMatchObject({
    data: [{ id: ':read-only' }, { id: ':workspace' }, { id: ':danger-full-access' }],
  })
  expect(await at.call('skills/list', { cwds: [where.project] })).toEqual({
    data: [{ cwd: where.project, skills: [], errors: [] }],
  })
  expect(JSON.stringify(at.messages)).not.toContain('sk-planted')
})

test('a command of the client’s own runs in the sandbox; files are found', async () => {
  const { at, where } = await start()
  const run = (...command: string[]) => at.call('command/exec', { command, cwd: where.project })
  expect(await run('sh', '-c', 'echo hi >a.txt; cat a.txt')).toEqual({
    exitCode: 0,
    stdout: 'hi\n',
    stderr: '',
  })
  expect(await run('sh', '-c', 'echo x >/var/tmp/cs-v2-no 2>/dev/null || echo stopped')).toMatchObject({
    stdout: 'stopped\n',
  })
  await expect(at.call('command/exec', { command: ['true'], env: { A: '1' } })).rejects.toThrow(
    /env: .*expected none/,
  )
  expect(await at.call('fuzzyFileSearch', { query: 'a.txt', roots: [where.project] })).toMatchObject({
    files: [{ path: 'a.txt' }],
  })
})
