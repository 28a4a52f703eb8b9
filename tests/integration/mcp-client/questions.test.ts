import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import { agentWorld, closeAgentWorlds } from './agent-world'
import { hostileServer } from './mcp-world'

afterAll(closeAgentWorlds)

/** A session in which the server's tool was called and allowed; `attended` says whether somebody is there to answer. */
async function asked(
  manner: string,
  {
    attended = true,
    server = {},
    policy,
  }: { attended?: boolean; server?: object; policy?: ApprovalPolicy } = {},
) {
  const servers = { h: { ...hostileServer(manner), ...server } }
  const made = await agentWorld(servers, [{ name: 'h__look', args: {} }], policy)
  if (attended) made.engine.questions.attend()
  await made.start()
  const { request } = await made.until('approval.requested')
  await made.engine.decide(request.id, { kind: 'allow', offerId: 'only-this' }, 'window')
  const notes = (): string[] =>
    made.events().flatMap((event) => (event.type === 'turn.noted' ? [event.text] : []))
  return { ...made, notes }
}

test('a form reaches the person, what does not fit it is refused by field, and what fits reaches the server', async () => {
  const { engine, until, outputs, session } = await asked('asks-form')
  const { question } = await until('question.asked')
  expect(question).toMatchObject({ server: 'h', tool: 'look', state: 'pending', sessionId: session.id })
  expect(question.matter).toEqual({
    mode: 'form',
    fields: [
      expect.objectContaining({ key: 'name', kind: 'text', required: true, minLength: 2, maxLength: 10 }),
      expect.objectContaining({ key: 'size', kind: 'number', whole: true, minimum: 1, maximum: 5 }),
      expect.objectContaining({ key: 'mail', kind: 'text', format: 'email', required: false }),
      expect.objectContaining({ key: 'sure', kind: 'switch', initial: true }),
      expect.objectContaining({ key: 'colour', kind: 'one' }),
      expect.objectContaining({ key: 'tags', kind: 'several', minItems: 1, maxItems: 2 }),
    ],
  })
  expect((await engine.state()).questions).toEqual([question])
  const answer = (content: Record<string, string | number | boolean | string[]>) =>
    engine.questions.answer(question.id, { action: 'accept', content }, 'window')
  await expect(
    answer({ name: 'A', size: 1.5, mail: 'no', colour: 'x', tags: [], more: 'x' }),
  ).rejects.toThrow(
    /"name": expected 2 to 10 characters; "size": expected a whole number; "mail": expected an e-mail address; "colour": .*; "tags": expected 1 to 2/,
  )
  await expect(answer({ name: 'Ada', size: 2, more: 'x' })).rejects.toThrow(/"more": expected nothing/)
  expect(engine.questions.get(question.id)).toBeDefined()
  expect(await answer({ name: 'Ada', size: 2, colour: 'b', tags: ['a'] })).toBe(true)
  expect(await answer({ name: 'Eve', size: 2 })).toBe(false)
  await until('turn.finished')
  expect(outputs()).toEqual([
    JSON.stringify({ action: 'accept', content: { name: 'Ada', size: 2, colour: 'b', tags: ['a'] } }),
  ])
})

test('each is told once, counts as waiting, and what was filled in is on no record', async () => {
  const { engine, until, events, notices, store } = await asked('asks')
  const { question } = await until('question.asked')
  const waits = notices.findLast((notice) => notice.kind === 'session')
  expect(waits).toMatchObject({ session: { status: 'needs-you', pendingApprovals: 1 } })
  await engine.questions.answer(
    question.id,
    { action: 'accept', content: { name: 'Ada the unwritten' } },
    'window',
  )
  await until('turn.finished')
  expect(events().filter(({ type }) => type === 'question.asked')).toHaveLength(1)
  expect(await until('question.resolved')).toMatchObject({
    question: { id: question.id, state: 'answered', action: 'accept', answeredBy: 'window' },
  })
  const written = store.lines.filter(
    (line) => line.type === 'event' && line.event.type.startsWith('question.'),
  )
  expect(written).toHaveLength(2)
  expect(JSON.stringify(written)).not.toContain('unwritten')
})

test.each(['decline', 'cancel'] as const)('%s reaches the server as that', async (action) => {
  const { engine, until, outputs } = await asked('asks')
  const { question } = await until('question.asked')
  await engine.questions.answer(question.id, { action }, 'browser')
  await until('turn.finished')
  expect(outputs()).toEqual([JSON.stringify({ action })])
})

test('an address is told with its host in the letters that DNS is asked for', async () => {
  const { engine, until, outputs } = await asked('asks-url')
  const { question } = await until('question.asked')
  expect(question.matter).toEqual({
    mode: 'url',
    url: 'https://xn--pple-43d.example/login?to=apple.com',
    host: 'xn--pple-43d.example',
  })
  await engine.questions.answer(question.id, { action: 'accept' }, 'window')
  await until('turn.finished')
  expect(outputs()).toEqual(['{"action":"accept"}'])
})

test.each([
  ['asks-500', /500 fields; at most 30/],
  ['asks-file', /expected http or https/],
  ['asks-odd', /it requires "b", which its form does not have/],
])('what cannot be put to a person is declined with a note: %s', async (manner, said) => {
  const { until, outputs, notes, events } = await asked(manner)
  await until('turn.finished')
  expect(outputs()).toEqual(['{"action":"decline"}'])
  expect(notes().join('\n')).toMatch(said)
  expect(events().some(({ type }) => type === 'question.asked')).toBe(false)
})

test('where no face shows questions they are declined with a note', async () => {
  const { until, outputs, notes } = await asked('asks', { attended: false })
  await until('turn.finished')
  expect(outputs()).toEqual(['{"action":"decline"}'])
  expect(notes()).toEqual(['h asked something that can only be answered in the window; it was declined.'])
})

test('a policy that switches them off has them declined, whoever is there', async () => {
  const switches = { sandbox_approval: true, rules: true, request_permissions: true, skill_approval: true }
  const policy = { granular: { ...switches, mcp_elicitations: false } }
  const { until, outputs, notes } = await asked('asks', { policy })
  await until('turn.finished')
  expect(outputs()).toEqual(['{"action":"decline"}'])
  expect(notes()).toEqual(['h asked something that was declined: granular.mcp_elicitations is off.'])
})

test('huge words are cut, and a field that asks for a password is marked', async () => {
  const huge = await asked('asks-huge')
  const { question } = await huge.until('question.asked')
  expect(JSON.stringify(question).length).toBeLessThan(4000)
  await huge.engine.questions.answer(question.id, { action: 'cancel' }, 'window')
  const secret = await asked('asks-password')
  const other = await secret.until('question.asked')
  expect(other.question.matter).toMatchObject({ fields: [{ key: 'userPassword', secret: true }] })
  await secret.engine.questions.answer(other.question.id, { action: 'cancel' }, 'window')
})

test('of fifty at once three wait and the others are cancelled, with one note', async () => {
  const { cwd, engine, until, outputs, notes } = await asked('asks-50')
  await until('question.asked', 3)
  // An answer makes room for another, so all must have come before the first is given.
  await vi.waitFor(
    () => {
      expect(existsSync(join(cwd, 'only-three-wait'))).toBe(true)
    },
    { timeout: 120_000 },
  )
  expect(notes()).toHaveLength(1)
  const { questions } = await engine.state()
  expect(questions).toHaveLength(3)
  for (const { id } of questions) await engine.questions.answer(id, { action: 'accept' }, 'window')
  await until('turn.finished')
  const answers = JSON.parse(outputs()[0] ?? '[]') as { action: string }[]
  expect(answers.filter(({ action }) => action === 'accept')).toHaveLength(3)
  expect(answers.filter(({ action }) => action === 'cancel')).toHaveLength(47)
})

test.each([
  ['the call is answered without it', 'asks-and-answers', /went on alone/],
  ['the server goes', 'asks-and-dies', /ended with exit code 3/],
])('a question is withdrawn when %s', async (_when, manner, output) => {
  const { engine, until, outputs } = await asked(manner)
  const { question } = await until('question.asked')
  expect(await until('question.resolved')).toMatchObject({
    question: { id: question.id, state: 'withdrawn' },
  })
  await until('turn.finished')
  expect(outputs()[0]).toMatch(output)
  expect(await engine.questions.answer(question.id, { action: 'accept' }, 'window')).toBe(false)
  expect((await engine.state()).questions).toEqual([])
})

test('a question is withdrawn with its turn', async () => {
  const { engine, session, until, notices } = await asked('asks')
  await until('question.asked')
  await engine.interruptTurn(session.id)
  expect(await until('question.resolved')).toMatchObject({ question: { state: 'withdrawn' } })
  await vi.waitFor(
    () => {
      const last = notices.findLast((notice) => notice.kind === 'session')
      expect(last).toMatchObject({ session: { pendingApprovals: 0, status: 'interrupted' } })
    },
    { timeout: 120_000 },
  )
})

test('what is asked after the call has ended reaches nobody', async () => {
  const { cwd, until, events } = await asked('asks-late')
  await until('turn.finished')
  const file = join(cwd, 'late-answer')
  await vi.waitFor(
    () => {
      expect(existsSync(file)).toBe(true)
    },
    { timeout: 120_000 },
  )
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ action: 'cancel' })
  expect(events().some(({ type }) => type === 'question.asked')).toBe(false)
})

test('the tool’s time stands still while a person is asked, and goes on behind it', async () => {
  const { engine, until, outputs } = await asked('asks', { server: { tool_timeout_sec: 1 } })
  const { question } = await until('question.asked')
  const began = Date.now()
  await vi.waitFor(
    () => {
      expect(Date.now() - began).toBeGreaterThan(2500)
    },
    { timeout: 120_000, interval: 100 },
  )
  expect(engine.questions.get(question.id)).toBeDefined()
  await engine.questions.answer(question.id, { action: 'accept', content: { name: 'Ada' } }, 'window')
  await until('turn.finished')
  expect(outputs()[0]).toContain('Ada')
})
