import type { ApprovalRequest } from '@shared/domain/approval'
import type { ShownRehearsal } from '@shared/domain/request-rehearsal'
import { expect, test } from 'vitest'
import { runEngine } from '../../../../fakes/run-engine'
import { sampleRequest } from '../../../../fakes/sample-request'

/** A request that a grant given meanwhile covers, or whose rehearsal a rule that came answers. */
function waiting(by: 'grant' | 'rule') {
  const { queue, ask } = runEngine()
  let covered = false
  const gate = { ask: (): void => undefined }
  const looked = async (): Promise<string | undefined> => {
    gate.ask()
    await Promise.resolve()
    return covered ? (by === 'grant' ? 'only-this' : 'r1') : undefined
  }
  const found: ShownRehearsal = {
    ...{ status: 'done', exitCode: 0, durationMs: 1, output: '', limits: [], moreLimits: 0, attempts: [] },
    changes: [{ path: '/work/a', kind: 'created', type: 'file', bytes: 1, content: 'text' }],
    counts: { created: 1, changed: 0, deleted: 0, moved: 0, mode: 0, files: 1, bytes: 1 },
    applies: { kind: 'possible', id: 'r1' },
  }
  const request: ApprovalRequest = {
    ...sampleRequest,
    id: 'q1',
    ...(by === 'rule' && { rehearsal: { state: 'found', found } }),
  }
  const answer = ask(request, by === 'grant' ? { heldOffer: looked } : { ruled: looked })
  return { queue, answer, gate, cover: () => (covered = true) }
}
const settle = () => new Promise((passed) => setTimeout(passed, 5))

test.each(['grant', 'rule'] as const)(
  'while somebody leaves parts out a %s does not answer the whole; then it does',
  async (by) => {
    const { queue, answer, cover } = waiting(by)
    await settle()
    const [one, other] = [{}, {}]
    expect([queue.leavesOut('q1', one, true), queue.leavesOut('q1', other, true)]).toEqual([true, true])
    cover()
    await queue.reconsider()
    expect(queue.get('q1')?.state).toBe('pending')
    queue.leavesOut('q1', one, false)
    await settle()
    expect(queue.get('q1')?.state).toBe('pending')
    queue.leavesOut('q1', other, false)
    expect(await answer).toMatchObject({ kind: 'decided', request: { decidedBy: 'grant' } })
    expect(queue.leavesOut('q1', one, true)).toBe(false)
  },
)

test.each(['grant', 'rule'] as const)('also where it is left out while the %s is looked up', async (by) => {
  const { queue, gate, cover } = waiting(by)
  await settle()
  cover()
  const who = {}
  gate.ask = () => void queue.leavesOut('q1', who, true)
  await queue.reconsider()
  expect(queue.get('q1')?.state).toBe('pending')
})

test('a person answers it meanwhile, with what they say', async () => {
  const { queue, answer } = waiting('grant')
  await settle()
  queue.leavesOut('q1', {}, true)
  await queue.decide('q1', { kind: 'deny' }, 'window')
  expect(await answer).toMatchObject({ kind: 'decided', request: { decidedBy: 'window' } })
})
