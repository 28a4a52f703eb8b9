import { FaultError } from '@shared/domain/fault'
import type { RawBridge } from '@shared/ipc/contract'
import { expect, test } from 'vitest'
import { createBridge } from '../../../../src/renderer/lib/bridge'

function answering(reply: unknown): RawBridge {
  return { invoke: () => Promise.resolve(reply), on: () => () => undefined }
}

test('an answer that fits comes back as its value', async () => {
  const bridge = createBridge(answering({ ok: true, value: { turnId: 't' } }))
  expect(await bridge.request('turn.start', { sessionId: 's', text: 'x' })).toEqual({ turnId: 't' })
})

test.each([
  ['a fault', { ok: false, fault: { code: 'turn-running', message: 'no' } }, 'turn-running'],
  ['an answer of another form', { ok: true, value: { turn: 1 } }, 'internal'],
  ['something that is no reply', 'hello', 'internal'],
])('%s is thrown as a FaultError', async (_title, reply, code) => {
  const bridge = createBridge(answering(reply))
  const outcome = await bridge
    .request('turn.start', { sessionId: 's', text: 'x' })
    .catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(FaultError)
  expect(outcome).toMatchObject({ code })
})

test('a request that does not fit is never sent', async () => {
  let sent = 0
  const raw: RawBridge = { invoke: () => Promise.resolve((sent += 1)), on: () => () => undefined }
  await expect(
    createBridge(raw).request('turn.start', { sessionId: 's', text: '   ' }),
  ).rejects.toMatchObject({
    code: 'bad-request',
  })
  expect(sent).toBe(0)
})

test('a push that cannot be read is handed over as undefined', () => {
  const seen: unknown[] = []
  let push: (value: unknown) => void = () => undefined
  const raw: RawBridge = {
    invoke: () => Promise.resolve(undefined),
    on: (listener) => {
      push = listener
      return () => undefined
    },
  }
  createBridge(raw).onPush((value) => seen.push(value))
  push({ seq: 1, kind: 'events', events: [] })
  push({ seq: 2, kind: 'surprise' })
  expect(seen).toEqual([{ seq: 1, kind: 'events', events: [] }, undefined])
})
