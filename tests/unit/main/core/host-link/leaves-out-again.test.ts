import { expect, test } from 'vitest'
import type { HostNotice } from '../../../../../src/main/core/host-link/host-client'
import { WindowHosts } from '../../../../../src/main/core/host-link/window-hosts'
import { Notices } from '../../../../../src/main/core/notify/notices'
import { createFakeLog } from '../../../../fakes/fake-engine'
import { fakeClock } from '../../../../fakes/fake-world'

test('a host that is back hears again what is left out, and no more of what is not', async () => {
  let tell: (notice: HostNotice) => void = () => undefined
  const asked: (readonly [string, unknown])[] = []
  const known = { seq: 0, sandbox: { kind: 'available' }, sessions: [], approvals: [], questions: [] }
  const hosts = new WindowHosts({
    client: () =>
      Promise.resolve({
        connect: () => Promise.resolve({ banner: '', said: '', aheadMs: 0 } as never),
        subscribe: (listener) => {
          tell = listener
          return () => undefined
        },
        request: (channel: string, payload: unknown) => {
          asked.push([channel, payload])
          return Promise.resolve(known as never)
        },
        close: () => undefined,
      }),
    test: () => Promise.reject(new Error('no')),
    carryPort: () => Promise.reject(new Error('no')),
    clock: fakeClock(),
    notices: new Notices(createFakeLog()),
  })
  hosts.follow({ a: { command: ['a'], engine: 'countersign' } })
  await expect.poll(() => hosts.states()[0]?.state).toBe('connected')
  const said = () => asked.filter(([channel]) => channel === 'approval.leaves-out')
  const hellos = () => asked.filter(([channel]) => channel === 'app.hello').length
  const isBack = (): void => {
    tell({ kind: 'back', resumed: false, engine: 'other', aheadMs: 0 })
  }
  const who = {}
  hosts.leavesOut('a:r1', who, true)
  isBack()
  const some = ['approval.leaves-out', { requestId: 'r1', some: true }]
  await expect.poll(said).toEqual([some, some])
  hosts.leavesOut('a:r1', who, false)
  isBack()
  await expect.poll(hellos).toBe(3)
  expect(said().slice(2)).toEqual([['approval.leaves-out', { requestId: 'r1', some: false }]])
})
