import { expect, test } from 'vitest'
import { HostAsks, type HostAnswer } from '../../../../../src/main/core/host-link/host-asks'
import type { Clock } from '../../../../../src/main/core/ports/system'

/** Waits that end when the test says so, by how long they are. */
function waits(): Clock & { end(ms: number): void; readonly lengths: () => readonly number[] } {
  const open = new Set<{ readonly ms: number; readonly resolve: () => void }>()
  return {
    now: () => 0,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const wait = { ms, resolve }
        open.add(wait)
        signal?.addEventListener('abort', () => {
          open.delete(wait)
          reject(signal.reason as Error)
        })
      }),
    end(ms) {
      for (const wait of open) if (wait.ms === ms) wait.resolve()
    },
    lengths: () => [...open].map(({ ms }) => ms),
  }
}

const secret = { kind: 'secret', prompt: 'Password: ' } as const
const tenMinutes = 600_000

function world() {
  const clock = waits()
  let changes = 0
  const asks = new HostAsks(clock, () => {
    changes += 1
  })
  const over = new AbortController()
  const ask = (host: string): Promise<HostAnswer> => asks.of(host, 'ssh')(secret, over.signal)
  return { asks, ask, over, clock, changes: () => changes }
}

test('what two hosts ask stands there one after the other, and each answer goes to who asked', async () => {
  const { asks, ask, changes } = world()
  const [first, second] = [ask('build1'), ask('build2')]
  expect(asks.first).toEqual({ ...secret, id: 'ask-1', host: 'build1', program: 'ssh' })
  expect(asks.answer('ask-2', 'for the second')).toBe(false)
  expect(asks.answer('ask-1', 'for the first')).toBe(true)
  expect(asks.first?.host).toBe('build2')
  expect(asks.answer('ask-1', 'once more')).toBe(false)
  expect(asks.answer('ask-2', undefined)).toBe(true)
  expect(await Promise.all([first, second])).toEqual([
    { kind: 'answer', text: 'for the first' },
    { kind: 'cancelled' },
  ])
  expect([asks.first, changes()]).toEqual([undefined, 3])
})

test.each([
  [
    'the command waits no more',
    ({ over }: ReturnType<typeof world>) => {
      over.abort()
    },
  ],
  [
    'nobody answers',
    ({ clock }: ReturnType<typeof world>) => {
      clock.end(tenMinutes)
    },
  ],
  [
    'the program ends',
    ({ asks }: ReturnType<typeof world>) => {
      asks.close()
    },
  ],
  [
    'the last window is gone',
    ({ asks, clock }: ReturnType<typeof world>) => {
      const [one, other] = [asks.attend(), asks.attend()]
      one()
      one()
      expect(asks.first).toBeDefined()
      other()
      clock.end(5_000)
    },
  ],
] as const)('where %s it is cancelled', async (_, happens) => {
  const made = world()
  const answer = made.ask('build1')
  happens(made)
  expect(await answer).toEqual({ kind: 'cancelled' })
  expect([made.asks.first, made.clock.lengths().includes(tenMinutes)]).toEqual([undefined, false])
})

test('a window that is back in time goes on with what was asked, and what is asked before the first one waits for it', async () => {
  const { asks, ask, clock } = world()
  const answer = ask('build1')
  const leave = asks.attend()
  leave()
  asks.attend()
  clock.end(5_000)
  expect(clock.lengths()).toEqual([tenMinutes])
  expect(asks.answer('ask-1', 'yes')).toBe(true)
  expect(await answer).toEqual({ kind: 'answer', text: 'yes' })
})
