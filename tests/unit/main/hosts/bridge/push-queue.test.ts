import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Push } from '@shared/ipc/push'
import { PushQueue } from '../../../../../src/main/hosts/bridge/push-queue'
import { delta, sampleEvent, sampleRequest, sampleSession } from '../../../../fakes/fake-engine'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A queue over a transport that takes each push at once, or only when `take` is called. */
function setUp(transport: 'ready' | 'slow' = 'ready') {
  const sent: Push[] = []
  const seen: string[] = []
  const blocked: (() => void)[] = []
  const queue = new PushQueue(
    (push) => {
      sent.push(structuredClone(push))
      return transport === 'ready' ? Promise.resolve() : new Promise((resolve) => blocked.push(resolve))
    },
    { dropped: () => seen.push('dropped'), broken: () => seen.push('broken') },
  )
  const take = async () => {
    blocked.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { queue, sent, seen, take }
}
const tick = () => vi.advanceTimersByTimeAsync(16)
const event = (seq: number, text: string) => ({ kind: 'event' as const, event: delta(seq, text) })
const big = (seq: number, size: number) => ({
  kind: 'event' as const,
  event: sampleEvent(seq, { type: 'user.message', text: 'x'.repeat(size) }),
})

test('nothing is sent before the first hello, since the snapshot will contain it', async () => {
  const { queue, sent } = setUp()
  queue.offer(event(1, 'a'))
  await tick()
  expect(queue.start()).toBe(0)
  await tick()
  expect(sent).toEqual([])
})

test('a show waits for the first hello', async () => {
  const { queue, sent } = setUp()
  queue.show('s1', 'r1')
  await tick()
  expect(sent).toEqual([])
  queue.start()
  await tick()
  expect(sent).toEqual([{ seq: 1, kind: 'show', sessionId: 's1', requestId: 'r1' }])
})

test('events of one round go out together, merged, after 16 ms', async () => {
  const { queue, sent } = setUp()
  queue.start()
  for (const notice of [event(1, 'a'), event(2, 'b'), event(3, 'c')]) queue.offer(notice)
  await vi.advanceTimersByTimeAsync(15)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual([{ seq: 1, kind: 'events', events: [delta(3, 'abc')] }])
})

test('pushes of all kinds keep their order and are numbered without gaps', async () => {
  const { queue, sent } = setUp()
  queue.start()
  const [session, asked] = [
    sampleSession(),
    sampleEvent(2, { type: 'approval.requested', request: sampleRequest() }),
  ]
  queue.offer(event(1, 'a'))
  queue.offer({ kind: 'session', session })
  queue.offer({ kind: 'event', event: asked })
  queue.offer({ kind: 'sandbox', sandbox: { kind: 'unavailable', reason: 'none', remedy: 'install' } })
  queue.offer(event(3, 'b'))
  await tick()
  expect(sent).toEqual([
    { seq: 1, kind: 'events', events: [delta(1, 'a')] },
    { seq: 2, kind: 'session', session },
    { seq: 3, kind: 'events', events: [asked] },
    { seq: 4, kind: 'sandbox', sandbox: { kind: 'unavailable', reason: 'none', remedy: 'install' } },
    { seq: 5, kind: 'events', events: [delta(3, 'b')] },
  ])
  expect(sent.map((push) => Push.parse(push))).toEqual(sent)
  expect(queue.start()).toBe(5)
})

test('64 KB do not wait for the round, and end a batch', async () => {
  const { queue, sent } = setUp()
  queue.start()
  queue.offer(big(1, 40_000))
  queue.offer(big(2, 40_000))
  queue.offer(big(3, 10))
  await vi.advanceTimersByTimeAsync(0)
  expect(sent.map((push) => push.kind === 'events' && push.events.map((one) => one.seq))).toEqual([
    [1, 2],
    [3],
  ])
})

describe('while the transport is busy', () => {
  test('nothing more is sent, and what waits is merged', async () => {
    const { queue, sent, take } = setUp('slow')
    queue.start()
    queue.offer(event(1, 'a'))
    await tick()
    for (const notice of [event(2, 'b'), event(3, 'c')]) {
      queue.offer(notice)
      await tick()
    }
    expect(sent).toHaveLength(1)
    await take()
    expect(sent.at(1)).toEqual({ seq: 2, kind: 'events', events: [delta(3, 'bc')] })
  })

  test('a backlog over 4 MB is dropped and shows as a gap, even if nothing follows', async () => {
    const { queue, sent, seen, take } = setUp('slow')
    queue.start()
    queue.offer(event(1, 'a'))
    await tick()
    queue.show('s1', undefined)
    for (let seq = 2; seq < 50; seq += 1) queue.offer(big(seq, 90_000))
    await take()
    await take()
    expect(seen).toEqual(['dropped'])
    const [first, second, third] = sent
    expect(first?.seq).toBe(1)
    expect(second).toMatchObject({ seq: 3, kind: 'events' })
    expect(third).toEqual({ seq: 4, kind: 'show', sessionId: 's1' })
  })
})

describe('while a client reads a session', () => {
  test('its events are not merged, and not with those before or after', async () => {
    const { queue, sent } = setUp()
    queue.start()
    queue.offer(event(1, 'a'))
    const release = queue.keepApart('s1')
    queue.offer(event(2, 'b'))
    queue.offer(event(3, 'c'))
    release()
    queue.offer(event(4, 'd'))
    queue.offer(event(5, 'e'))
    await tick()
    expect(sent.flatMap((push) => (push.kind === 'events' ? push.events : []))).toEqual([
      delta(1, 'a'),
      delta(2, 'b'),
      delta(3, 'c'),
      delta(5, 'de'),
    ])
  })

  test('two readers at once both have to finish', async () => {
    const { queue, sent } = setUp()
    queue.start()
    const releases = [queue.keepApart('s1'), queue.keepApart('s1')]
    releases[0]?.()
    queue.offer(event(1, 'a'))
    queue.offer(event(2, 'b'))
    await tick()
    expect(sent).toEqual([{ seq: 1, kind: 'events', events: [delta(1, 'a'), delta(2, 'b')] }])
  })
})

test('a transport that fails closes the queue and says so once', async () => {
  const seen: string[] = []
  const queue = new PushQueue(() => Promise.reject(new Error('gone')), {
    dropped: () => seen.push('dropped'),
    broken: () => seen.push('broken'),
  })
  queue.start()
  queue.offer(event(1, 'a'))
  await tick()
  queue.offer(event(2, 'b'))
  await tick()
  expect(seen).toEqual(['broken'])
})

test('a closed queue forgets what waited', async () => {
  const { queue, sent } = setUp()
  queue.start()
  queue.offer(event(1, 'a'))
  queue.close()
  queue.offer(event(2, 'b'))
  queue.show('s1', undefined)
  await tick()
  expect(sent).toEqual([])
})
