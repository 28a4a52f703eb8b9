import { expect, test } from 'vitest'
import { HostFrame } from '../../../../../src/main/core/host-link/host-frames'
import { BrokenForm, NumberedLine } from '../../../../../src/main/core/host-link/numbered-line'

/** Numbers that look random and are the same each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const frameOf = (line: string): HostFrame => HostFrame.parse(JSON.parse(line))

test.each(Array.from({ length: 50 }, (_, seed) => seed))(
  'wherever pipes break, both ends get every message once and in order (%i)',
  (seed) => {
    const random = numbers(seed + 1)
    const ends = [new NumberedLine(), new NumberedLine()] as const
    const got: unknown[][] = [[], []]
    // What is on its way to each end; a break loses the end of it.
    let ways: string[][] = [[], []]
    const connect = (): void => {
      ways = [[], []]
      const had = ends.map(({ received }) => received)
      for (const at of [0, 1] as const) {
        const [own, other] = [ends[at], at === 0 ? 1 : 0]
        expect(own.canResume(had[other] ?? 0)).toBe(true)
        own.attach((line) => ways[other]?.push(line), had[other] ?? 0)
      }
    }
    const take = (at: 0 | 1): void => {
      const line = ways[at]?.shift()
      const message = line === undefined ? undefined : ends[at].take(frameOf(line))
      if (!message) return
      got[at]?.push(message.body)
      if (random() < 0.5) ends[at].say()
    }
    connect()
    for (let step = 0; step < 300; step += 1) {
      ends[0].send({ from: 0, step })
      ends[1].send({ from: 1, step })
      for (let taken = 0; taken < 3; taken += 1) take(random() < 0.5 ? 0 : 1)
      if (random() < 0.1) {
        for (const end of ends) end.detach()
        if (random() < 0.5) ends[0].send({ from: 0, step: step + 0.5 })
        connect()
      }
    }
    while (ways.some((way) => way.length > 0)) {
      take(0)
      take(1)
    }
    for (const at of [0, 1] as const) {
      const steps = (got[at] as { step: number }[]).map(({ step }) => step)
      expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b))
      expect(steps.filter(Number.isInteger).length).toBe(300)
    }
  },
)

test('what the other end has is not kept, and whoever waits for room goes on', async () => {
  const line = new NumberedLine()
  line.attach(() => undefined, 0)
  for (let each = 0; each < 10; each += 1) line.send('x'.repeat(98))
  let open = false
  const room = line.room(500).then(() => (open = true))
  line.take({ ack: 3 })
  await Promise.resolve()
  expect([open, line.unacknowledged]).toEqual([false, 700])
  line.take({ ack: 5 })
  await room
  expect([open, line.unacknowledged]).toEqual([true, 500])
  expect([line.canResume(4), line.canResume(5), line.canResume(11)]).toEqual([false, true, false])
})

test.each([
  [{ ack: 1 }, 'acknowledges what was never sent'],
  [{ n: 2, ack: 0, body: 1 }, 'messages are missing'],
])('%j breaks the form', (frame, words) => {
  const line = new NumberedLine()
  expect(() => line.take(frame)).toThrow(BrokenForm)
  expect(() => line.take(frame)).toThrow(words)
})
