import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageText } from '@shared/domain/response-item'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createJsonlStore } from '../../../../../src/main/adapters/store-jsonl/jsonl-store'
import { systemIds } from '../../../../../src/main/adapters/system/clock'
import type { ModelStream } from '../../../../../src/main/core/ports/models'
import { calls, fakeEngine, fakeModel, says } from '../../../../fakes/fake-world'

let home: string
let trashed: string[]
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-agents-'))
  trashed = []
})
afterEach(() => {
  rmSync(home, { recursive: true })
})

const world = (model: ModelStream = fakeModel([])) =>
  fakeEngine({
    model,
    ids: systemIds,
    records: createJsonlStore({
      home,
      version: '0.1.0',
      trash: {
        put: (path) => {
          trashed.push(path)
          rmSync(path)
          return Promise.resolve()
        },
      },
    }),
  })

/** A session with one agent that has done its task, closed and on file. */
async function withAgent(): Promise<{ readonly id: string; readonly childId: string }> {
  const made = world({
    async *stream({ input }) {
      const asked = input.flatMap((item) => (item.type === 'message' ? [messageText(item)] : [])).at(-1)
      const called = input.some(({ type }) => type === 'function_call_output')
      if (asked === 'task') yield* says('done it')
      else if (called) yield* says('ok')
      else yield* calls({ id: 's', name: 'spawn_agent', args: { name: 'ann', message: 'task' } })
      await Promise.resolve()
    },
  })
  const { id } = await made.engine.createSession({ cwd: '/work' })
  await made.engine.startTurn(id, 'go')
  const { childId } = await made.until('agent.finished')
  await made.until('turn.finished', 2)
  await made.engine.close()
  return { id, childId }
}

const ids = (items: readonly { readonly id: string }[]): readonly string[] => items.map((each) => each.id)

test('a child is on file as one, for others and for us, and is listed only under its parent', async () => {
  const { id, childId } = await withAgent()
  const { engine } = world()
  const { session } = await engine.openSession(childId)
  expect(session.child).toEqual({ parentId: id, name: 'ann', kind: 'agent', callId: 's' })
  const [head = ''] = readFileSync(session.rolloutPath ?? '', 'utf8').split('\n')
  expect(head).toContain(`"source":{"subagent":{"thread_spawn":{"parent_thread_id":"${id}","depth":1}}}`)
  expect(ids((await engine.listSessions({})).items)).toEqual([id])
  expect(ids((await engine.listSessions({ childrenOf: id })).items)).toEqual([childId])
  expect(ids((await engine.listSessions({ search: 'task' })).items)).toEqual([])
  expect((await engine.exportSession(id, 'markdown')).text).toContain('### Agent ann')
  await engine.close()
})

test('children move with their parent: to the archive, out of it and to the trash', async () => {
  const { id, childId } = await withAgent()
  const { engine } = world()
  await engine.archiveSession(id)
  expect(ids((await engine.listSessions({ archived: true, childrenOf: id })).items)).toEqual([childId])
  await expect(engine.startTurn(childId, 'more')).rejects.toThrow('This session is archived.')
  await engine.unarchiveSession(id)
  expect(ids((await engine.listSessions({ childrenOf: id })).items)).toEqual([childId])
  await engine.deleteSession(id)
  expect(trashed).toHaveLength(2)
  await engine.close()
})

test('an agent whose session is gone can be read and does nothing more', async () => {
  const { id, childId } = await withAgent()
  const file = readdirSync(join(home, 'sessions'), { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith(`${id}.jsonl`),
  )
  rmSync(join(home, 'sessions', file ?? ''))
  const { engine } = world()
  expect((await engine.openSession(childId)).session.title).toBe('ann')
  await expect(engine.startTurn(childId, 'more')).rejects.toThrow(
    'The session that this agent worked for is gone, so it takes no more work.',
  )
  await engine.close()
})

test('a fork of an agent is nobody’s; a fork of its session cannot send it anything', async () => {
  const { id, childId } = await withAgent()
  const model = fakeModel([
    calls({ id: 'i', name: 'send_input', args: { id: 'ann', message: 'more' } }),
    says('ok'),
  ])
  const made = world(model)
  expect((await made.engine.forkSession(childId, 9)).child).toBeUndefined()
  const fork = await made.engine.forkSession(id, 0)
  expect(fork.child).toBeUndefined()
  await made.engine.startTurn(fork.id, 'go on')
  await made.until('turn.finished')
  const output = model.requests.at(-1)?.input.at(-1)
  expect(output?.type === 'function_call_output' && output.output).toMatch(
    /there is no agent "ann"|works for the session that this one was forked from/,
  )
  await made.engine.close()
})

test('a record from elsewhere is nobody’s child, whatever it says', async () => {
  const { id, childId } = await withAgent()
  const { engine } = world()
  const { session } = await engine.openSession(childId)
  const path = join(home, 'rollout-elsewhere.jsonl')
  writeFileSync(path, readFileSync(session.rolloutPath ?? '', 'utf8').replaceAll(childId, 'stranger'))
  const foreign = await engine.resumeSession({ path })
  expect([foreign.session.id, foreign.session.child]).toEqual(['stranger', undefined])
  expect(ids((await engine.listSessions({ childrenOf: id })).items)).toEqual([childId])
  await engine.close()
})

test('a record that names sessions which are none of its own ends none of them', async () => {
  const { id, childId } = await withAgent()
  const hanging: ModelStream = {
    async *stream({ input }, signal) {
      const asked = input.flatMap((item) => (item.type === 'message' ? [messageText(item)] : [])).at(-1)
      if (asked === 'on')
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('aborted'))
          })
        })
      const called = input.at(-1)?.type === 'function_call_output'
      yield* called ? says('ok') : calls({ id: 'c', name: 'close_agent', args: { id: childId } })
    },
  }
  const made = world(hanging)
  const { engine } = made
  const { session } = await engine.openSession(id)
  const path = join(home, 'rollout-elsewhere.jsonl')
  writeFileSync(path, readFileSync(session.rolloutPath ?? '', 'utf8').replaceAll(id, 'stranger'))
  await engine.startTurn(childId, 'on')
  await engine.resumeSession({ path })
  await engine.startTurn('stranger', 'close it')
  await made.until('agent.finished')
  await engine.interruptTurn('stranger')
  expect((await engine.openSession(childId)).session.status).toBe('running')
  await engine.close()
})
