import type { AgentEvent } from '@shared/domain/agent-event'
import { afterEach, expect, test } from 'vitest'
import { composeEngine, type Composed } from '../../../src/main/compose'
import { runCli } from '../../fakes/run-cli'
import { found, reviewWorld, toldIn, type ReviewWorld } from './review-world'

let open: Composed | undefined
afterEach(async () => {
  await open?.engine.close()
  open = undefined
})

/** The only session in the lists, as the next engine reads it. */
async function next({ env }: ReviewWorld) {
  const composed = await composeEngine({ env, version: 'test', runtimeProgram: '' })
  open = composed
  const { engine } = composed
  const { items } = await engine.listSessions({})
  expect(items).toHaveLength(1)
  const id = items[0]?.id ?? ''
  const { session, events } = await engine.resumeSession({ sessionId: id })
  const told: AgentEvent[] = []
  engine.subscribe((notice) => {
    if (notice.kind === 'event' && notice.event.sessionId === id) told.push(notice.event.event)
  })
  const until = async (type: AgentEvent['type']): Promise<AgentEvent> => {
    await expect.poll(() => told.some((event) => event.type === type), { timeout: 120_000 }).toBe(true)
    return told.find((event) => event.type === type) as AgentEvent
  }
  return { engine, id, session, events: events.map(({ event }) => event), until }
}

test('what a review found is there after a restart, with its lines; the model goes on knowing it, and so does a fork', async () => {
  const world = await reviewWorld((project) => [
    found(`${project}/read.ts`),
    { text: 'I know.' },
    { text: 'I know it too.' },
  ])
  expect((await world.review()).code).toBe(0)
  const { engine, id, session, events, until } = await next(world)
  expect(session).toMatchObject({ title: 'Review of uncommitted changes', status: 'done' })
  const exited = events.find((event) => event.type === 'review.exited')
  expect(exited).toMatchObject({
    output: {
      findings: [{ id: 'f1', place: { path: `${world.project}/read.ts`, lines: { start: 2, end: 2 } } }],
    },
    files: [
      { path: `${world.project}/read.ts`, unifiedDiff: expect.stringContaining('+parseAll()') as string },
    ],
  })
  expect(events.filter(({ type }) => type.startsWith('review.'))).toHaveLength(2)
  await engine.startTurn(id, 'What did it say?')
  await until('turn.finished')
  expect(toldIn(world.server.requests[1]).input).toContain('[P1] Close the file')
  // The note is no message of the person's: the first of these is the one that was sent.
  const fork = await engine.forkSession(id, 0)
  await engine.startTurn(fork.id, 'And you?')
  await expect.poll(() => world.server.requests.length, { timeout: 120_000 }).toBe(3)
  const { input } = toldIn(world.server.requests[2])
  expect([input.includes('[P1] Close the file'), input.includes('What did it say?')]).toEqual([true, false])
})

test('an engine killed in the middle of a review leaves a session at rest, in which another review can begin', async () => {
  const world = await reviewWorld([{ hang: true, text: 'I am reading' }, { text: 'All is well.' }])
  const ran = await runCli(['review'], {
    env: world.env,
    cwd: world.project,
    onChild: (child) => {
      void world.server.request(0).then(() => child.kill('SIGKILL'))
    },
  })
  expect([ran.signal, ran.out]).toEqual(['SIGKILL', ''])
  const { engine, id, session, events, until } = await next(world)
  expect(session.status).toBe('interrupted')
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['review.entered', 'turn.finished']))
  expect(events.some(({ type }) => type === 'review.exited')).toBe(false)
  await engine.startReview(id, { kind: 'uncommitted' })
  expect(await until('review.exited')).toMatchObject({ output: { explanation: 'All is well.' } })
})

test('Ctrl+C ends a review with what it started', async () => {
  const world = await reviewWorld([
    { calls: [{ name: 'shell', arguments: JSON.stringify({ command: ['sleep', '300.087'] }) }] },
    { hang: true },
  ])
  const ran = await runCli(['review'], {
    env: world.env,
    cwd: world.project,
    onChild: (child) => {
      void world.server.request(0).then(() => child.kill('SIGINT'))
    },
  })
  expect([ran.code, ran.out]).toEqual([130, ''])
  const { session, events } = await next(world)
  expect(session.status).toBe('interrupted')
  expect(events.findLast((event) => event.type === 'review.exited')).not.toHaveProperty('output')
})
