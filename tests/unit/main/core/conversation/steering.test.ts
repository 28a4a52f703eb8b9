import { FaultError } from '@shared/domain/fault'
import { messageImages } from '@shared/domain/response-item'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ModelEvent } from '../../../../../src/main/core/ports/models'
import { calls, exited, fakeSandbox, kernelWrite, says } from '../../../../fakes/fake-world'
import { after, hangs, steeredSession, touch } from './steered-session'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-steered-'))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})
const session = (script: Omit<Parameters<typeof steeredSession>[0], 'home'>) =>
  steeredSession({ home, ...script })

test('what is written while the model answers is taken before the next request, behind every output', async () => {
  const made = await session({
    answers: [
      after(
        async () => {
          await made.give('first')
          await made.give('second')
        },
        calls(touch, { ...touch, id: 'c2' }),
      ),
    ],
  })
  const { turnId } = await made.engine.startTurn(made.id, 'go')
  await made.until('turn.finished')
  expect(made.sent(1)).toEqual([
    'go',
    ...['function_call', 'function_call', 'function_call_output', 'function_call_output'],
    ...['first', 'second'],
  ])
  expect(await made.said()).toEqual([
    ...['turn', 'go', 'ran', 'ran', 'also first', 'also second', '> done', 'completed'],
  ])
  expect(made.events().filter(({ type }) => type === 'turn.started')).toEqual([
    { type: 'turn.started', turnId, turnNumber: 1 },
  ])
  await made.engine.close()
})

test('a turn whose last message was on its way goes on with what came meanwhile', async () => {
  const made = await session({ answers: [after(() => made.give('wait'), says('ready')), says('better')] })
  await made.engine.startTurn(made.id, 'go')
  const end = await made.until('turn.finished')
  expect([end.outcome, end.lastMessage, made.model.requests.length]).toEqual(['completed', 'better', 2])
  expect(made.sent(1)).toEqual(['go', 'ready', 'wait'])
  await made.engine.close()
})

test('it waits while a command is asked about, which stays as it is; whoever opens the session sees it wait', async () => {
  const sandbox = fakeSandbox([exited(1, [kernelWrite('/out')]), exited(0)])
  const made = await session({ answers: [calls(touch)], sandbox })
  await made.engine.startTurn(made.id, 'go')
  const { request } = await made.until('approval.requested')
  await made.engine.steerTurn(
    made.id,
    [
      { type: 'text', text: 'look' },
      { type: 'local_image', path: '/cat.png' },
    ],
    { clientId: 'mine' },
  )
  await made.until('message.waiting')
  expect((await made.engine.openSession(made.id)).events.at(-1)?.event).toEqual({
    ...{ type: 'message.waiting', text: 'look', clientId: 'mine', images: ['/cat.png'] },
  })
  expect([made.engine.pendingApproval(request.id)?.state, made.model.requests.length]).toEqual(['pending', 1])
  await made.engine.decide(request.id, { kind: 'deny' }, 'window')
  await made.until('turn.finished')
  expect(made.sent(1).slice(-2)).toEqual(['function_call_output', 'look'])
  expect(made.model.requests[1]?.input.slice(-1).flatMap(messageImages)).toHaveLength(1)
  expect(await made.said()).not.toContain('waits look')
  await made.engine.close()
})

test('what a stopped turn did not take is on record in it, and the next request has it', async () => {
  const begun = Promise.withResolvers<undefined>()
  const made = await session({
    answers: [
      hangs(() => {
        begun.resolve(undefined)
      }),
    ],
  })
  await made.engine.startTurn(made.id, 'go')
  await begun.promise
  await made.give('not so')
  await made.engine.interruptTurn(made.id)
  expect(await made.said()).toEqual(['turn', 'go', 'also not so', 'interrupted'])
  await made.engine.startTurn(made.id, 'instead')
  await made.until('turn.finished', 2)
  expect(made.sent(1)).toEqual(['go', 'not so', 'instead'])
  await made.engine.close()
})

test('a turn that fails keeps it too, and trying again sends it', async () => {
  const made = await session({
    answers: [
      // oxlint-disable-next-line require-yield -- a stream that ends before it says anything
      async function* () {
        await made.give('also this')
        throw new FaultError({ code: 'server-error', message: 'no' })
      },
    ],
  })
  await made.engine.startTurn(made.id, 'go')
  expect((await made.until('turn.finished')).outcome).toBe('failed')
  await made.engine.retryTurn(made.id)
  await made.until('turn.finished', 2)
  expect(made.sent(1)).toEqual(['go', 'also this'])
  await made.engine.close()
})

test('what comes in the middle of a compaction stands behind the summary', async () => {
  const full: ModelEvent = {
    type: 'completed',
    usage: { inputTokens: 900, cachedInputTokens: 0, outputTokens: 0, totalTokens: 900 },
  }
  const made = await session({
    answers: [
      [...calls(touch).slice(0, -1), full],
      after(() => made.give('meanwhile'), says('What matters.')),
      says('ready'),
    ],
    limits: { compactAt: 800 },
  })
  await made.engine.startTurn(made.id, 'go')
  await made.until('turn.finished')
  expect(made.model.requests[1]?.tools).toEqual([])
  expect(made.sent(1)).not.toContain('meanwhile')
  expect(made.sent(2)).toEqual(['go', 'summary', 'meanwhile'])
  await made.engine.close()
})

test('no turn, another turn and a turn at its end are refused, and nothing of it is kept', async () => {
  const made = await session({ answers: [says('one')] })
  await expect(made.give('x')).rejects.toMatchObject({ code: 'no-turn' })
  const { turnId } = await made.engine.startTurn(made.id, 'go')
  const wrong = made.engine.steerTurn(made.id, 'x', { turnId: 'other' })
  await expect(wrong).rejects.toThrow(`expected ${turnId}, and it is for other`)
  await expect(made.engine.steerTurn(made.id, [{ type: 'text', text: ' ' }])).rejects.toMatchObject({
    code: 'bad-request',
  })
  await made.until('turn.finished')
  await expect(made.give('x')).rejects.toMatchObject({ code: 'no-turn' })
  expect(await made.said()).toEqual(['turn', 'go', '> one', 'completed'])
  await made.engine.close()
})

test('a compaction, a review and the model of a review take none', async () => {
  const [asked, ofChild] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()]
  const giveChild = async (): Promise<void> => {
    const { childId } = await made.until('agent.started')
    await made.engine.steerTurn(childId, 'x').catch(ofChild.resolve)
  }
  const made = await session({
    answers: [
      says('one'),
      after(() => made.give('x').catch(asked.resolve), says('summary')),
      after(giveChild, says('{}')),
    ],
  })
  await made.engine.startTurn(made.id, 'go')
  await made.until('turn.finished')
  await made.engine.compactSession(made.id)
  expect(await asked.promise).toMatchObject({ fault: { code: 'not-steerable', turnKind: 'compact' } })
  await made.until('turn.finished', 2)
  await made.engine.startReview(made.id, { kind: 'uncommitted' })
  await expect(made.give('x')).rejects.toMatchObject({ fault: { turnKind: 'review' } })
  expect(await ofChild.promise).toMatchObject({ fault: { code: 'not-steerable', turnKind: 'review' } })
  await made.engine.close()
})

test('so many wait and no more', async () => {
  const begun = Promise.withResolvers<undefined>()
  const made = await session({
    answers: [
      hangs(() => {
        begun.resolve(undefined)
      }),
    ],
  })
  await made.engine.startTurn(made.id, 'go')
  await begun.promise
  for (let nth = 0; nth < 20; nth += 1) await made.give(String(nth))
  await expect(made.give('one more')).rejects.toThrow(/20 messages already wait/)
  await made.engine.close()
  const record = readFileSync(made.rolloutPath, 'utf8')
  expect([record.includes('"19"'), record.includes('one more')]).toEqual([true, false])
})
