import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { sinceNow, type Message } from '../../fakes/app-server-client'
import { shellCall } from '../../fakes/app-server-home'
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

const options = { config: '[features]\nsandbox_command_assessment = false\n' }

/** The review of a refusal as codex keeps it, from what was told of it. */
const eventOf = ({ reviewId, turnId, startedAtMs, completedAtMs, review, action }: Message) => ({
  ...{ id: reviewId, turn_id: turnId, started_at_ms: startedAtMs, completed_at_ms: completedAtMs },
  ...{ status: (review as Message)['status'], rationale: (review as Message)['rationale'], action },
  ...{ decision_source: 'agent', target_item_id: null },
})

/** A thread under `never` whose agent removes a folder in each of its turns: once, or so often in the second. */
async function refused(again: readonly string[] = ['call_2']) {
  made = `/var/tmp/cs-v2r-${String(process.pid)}-${String(Math.trunc(performance.now()))}`
  mkdirSync(made)
  const remove = (id: string): Answer => shellCall(id, 'rm', '-rf', made)
  const script: readonly Answer[] = [
    remove('call_1'),
    { text: 'Refused.' },
    ...again.map(remove),
    { text: 'Done.' },
  ]
  const { home, program } = await programs.lend(script, options)
  const at = secondOf(home, sinceNow(program))
  const threadId = await at.thread({ approvalPolicy: 'never', sandbox: 'danger-full-access' })
  await at.turn(threadId)
  const told = await at.told('item/autoApprovalReview/completed')
  await at.told('turn/completed')
  return { at, threadId, told, event: eventOf(told) }
}

const approve = (at: SecondClient, params: unknown) => at.call('thread/approveGuardianDeniedAction', params)

test('what the policy refused is told as a refused review; approved, it is asked about with facts, and one yes runs it once', async () => {
  const { at, threadId, told, event } = await refused(['call_2', 'call_3'])
  expect(told).toMatchObject({
    ...{ threadId, reviewId: 'call_1', targetItemId: null, decisionSource: 'agent' },
    review: {
      status: 'denied',
      rationale: expect.stringContaining('the approval policy is never') as unknown,
    },
    action: { type: 'command', source: 'shell', command: `rm -rf ${made}` },
  })
  expect(await approve(at, { threadId, event })).toEqual({})
  // Said once, it is wished once.
  await expect(approve(at, { threadId, event })).rejects.toThrow('wished once already')
  await at.turn(threadId, 'again')
  const { id, method, params } = await at.asked()
  expect([method, params['command'], params['availableDecisions']]).toEqual([
    'item/commandExecution/requestApproval',
    `rm -rf ${made}`,
    ['accept', 'decline', 'cancel'],
  ])
  expect(params).toMatchObject({ countersign: { assessment: { level: 'medium' } } })
  expect(existsSync(made)).toBe(true)
  at.send({ id: id as number, result: { decision: 'accept' } })
  await at.told('turn/completed', 2)
  expect(existsSync(made)).toBe(false)
  // The third of its kind is refused as the first was.
  expect(at.all('item/autoApprovalReview/completed').map(({ reviewId }) => reviewId)).toEqual([
    'call_1',
    'call_3',
  ])
})

test('a turn that runs is told of the wish, and asks when it makes the call again', async () => {
  made = `/var/tmp/cs-v2r-${String(process.pid)}-running`
  mkdirSync(made)
  const remove = (id: string): Answer => shellCall(id, 'rm', '-rf', made)
  const waits = shellCall('call_wait', 'sh', '-c', 'until test -e go-on; do sleep 0.1; done')
  const { home, program } = await programs.lend(
    [remove('call_1'), waits, remove('call_2'), { text: 'Done.' }],
    options,
  )
  const at = secondOf(home, sinceNow(program))
  const threadId = await at.thread({ approvalPolicy: 'never', sandbox: 'danger-full-access' })
  await at.turn(threadId)
  const event = eventOf(await at.told('item/autoApprovalReview/completed'))
  await at.until((each) => JSON.stringify(each).includes('go-on'))
  await approve(at, { threadId, event })
  writeFileSync(join(home.project, 'go-on'), '')
  const { id } = await at.asked()
  at.send({ id: id as number, result: { decision: 'accept' } })
  await at.told('turn/completed')
  expect(existsSync(made)).toBe(false)
  expect(JSON.stringify(home.server.requests[2]?.body)).toContain(
    'wants to be asked about this command after all',
  )
})

test('a no leaves everything as it is', async () => {
  const { at, threadId, event } = await refused()
  await approve(at, { threadId, event })
  await at.turn(threadId, 'again')
  const { id } = await at.asked()
  at.send({ id: id as number, result: { decision: 'decline' } })
  await at.told('turn/completed', 2)
  expect(existsSync(made)).toBe(true)
})

test.each<readonly [string, (event: ReturnType<typeof eventOf>) => object]>([
  [
    'another command',
    (event) => ({ ...event, action: { ...(event.action as object), command: 'rm -rf /' } }),
  ],
  ['another folder', (event) => ({ ...event, action: { ...(event.action as object), cwd: '/' } })],
  ['an id that nobody told', (event) => ({ ...event, id: 'call_9' })],
  ['another kind of action', (event) => ({ ...event, action: { type: 'network_access', host: 'x' } })],
  ['a review that approved', (event) => ({ ...event, status: 'approved' })],
  ['no status', ({ status: _, ...event }) => event],
])('%s is an error, and the command is refused as before', async (_, change) => {
  const { at, threadId, event } = await refused()
  await expect(approve(at, { threadId, event: change(event) })).rejects.toThrow('expected')
  await at.turn(threadId, 'again')
  await at.told('turn/completed', 2)
  expect([existsSync(made), at.all('item/commandExecution/requestApproval')]).toEqual([true, []])
})

test('one thread wishes nothing for another', async () => {
  const { at, event } = await refused()
  const other = await at.thread({ approvalPolicy: 'never', sandbox: 'danger-full-access' })
  await expect(approve(at, { threadId: other, event })).rejects.toThrow('of this thread')
  await expect(approve(at, { threadId: 'nobody', event })).rejects.toThrow('thread not found')
})
