import { expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import { HostPorts, type PortCalls } from '../../../../../src/main/core/host-link/host-ports'

const calls: PortCalls = {
  open: () => Promise.reject(new Error('no')),
  read: () => Promise.reject(new Error('no')),
  write: () => Promise.reject(new Error('no')),
  end: () => Promise.reject(new Error('no')),
}

/** Ports that are carried nowhere, and which of them are closed. */
function carried() {
  const closed: number[] = []
  let last = 0
  const ports = new HostPorts(() => {
    const port = (last += 1)
    return Promise.resolve({ port, close: () => closed.push(port) })
  })
  const hear = (sessionId: string, event: Partial<AgentEvent>): void => {
    ports.follow({ kind: 'event', event: { sessionId, seq: 1, at: '', event: event as AgentEvent } })
  }
  const open = (sessionId: string, callId: string, port: number) =>
    ports.open({ sessionId, callId, port }, calls)
  return { ports, closed, hear, open }
}

test('a port is opened once, and closed by what says that it leads nowhere: its command, its session, its host', async () => {
  const { ports, closed, hear, open } = carried()
  expect(await open('a:1', 'c', 80)).toBe('http://127.0.0.1:1/')
  expect(await open('a:1', 'c', 80)).toBe('http://127.0.0.1:1/')
  await open('a:1', 'c', 81)
  await open('a:1', 'd', 80)
  await open('b:1', 'c', 80)
  await open('a:2', 'c', 80)
  const now = async (): Promise<readonly number[]> => {
    await Promise.resolve()
    return closed
  }
  hear('a:1', { type: 'command.ports', callId: 'c', ports: [80] })
  expect(await now()).toEqual([2])
  hear('a:1', { type: 'command.finished', callId: 'c' })
  expect(await now()).toEqual([2, 1])
  ports.follow({ kind: 'removed', sessionId: 'a:2' })
  expect(await now()).toEqual([2, 1, 5])
  ports.end(({ sessionId }) => sessionId.startsWith('a:'))
  expect(await now()).toEqual([2, 1, 5, 3])
  // It may be opened again, as another one.
  expect(await open('a:1', 'c', 80)).toBe('http://127.0.0.1:6/')
})

test('one that could not be opened is tried anew, and one that is ended while it is opened is closed', async () => {
  const made = [
    Promise.withResolvers<{ port: number; close: () => void }>(),
    Promise.withResolvers<{ port: number; close: () => void }>(),
  ]
  let closed = 0
  let tried = 0
  const ports = new HostPorts(() => made[tried++]?.promise ?? Promise.reject(new Error('no more')))
  const place = { sessionId: 'a:1', callId: 'c', port: 80 }
  const first = ports.open(place, calls)
  made[0]?.reject(new Error('no port is free'))
  await expect(first).rejects.toThrow('no port is free')
  const second = ports.open(place, calls)
  ports.end(() => true)
  made[1]?.resolve({ port: 9, close: () => (closed += 1) })
  await second
  await Promise.resolve()
  expect([tried, closed]).toEqual([2, 1])
})
