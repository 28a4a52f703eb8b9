import { describe, expect, test } from 'vitest'
import type { McpServerStatus } from '@shared/domain/mcp-server'
import type { McpServers } from '../../../../../src/main/core/mcp/mcp-servers'
import { lateServersText } from '../../../../../src/main/core/conversation/turn-work'
import { SessionTools } from '../../../../../src/main/core/tools/session-tools'

type State = Pick<McpServerStatus, 'id' | 'state' | 'reason'>

/** Servers that become what the test says, and tools that wait for them on a clock of the test's. */
function waitingFor(...ids: readonly string[]) {
  let states: readonly State[] = ids.map((id) => ({ id, state: 'starting' }))
  const settled = Promise.withResolvers<undefined>()
  const alarms: (() => void)[] = []
  const told: string[] = []
  const servers = {
    status: () => states.map((state) => ({ ...state, notes: [], tools: [] })),
    ready: (signal: AbortSignal) =>
      Promise.race([
        settled.promise,
        new Promise((resolve) => {
          signal.addEventListener('abort', resolve)
        }),
      ]),
  } as unknown as McpServers
  const tools = new SessionTools({ own: [], openMcp: () => servers })
  tools.open({ id: 's', cwd: '/w', sandboxPolicy: { mode: 'read-only', network_access: false } })
  const clock = {
    now: () => 0,
    sleep: () => new Promise<void>((resolve) => alarms.push(resolve)),
  }
  let began = false
  const stop = new AbortController()
  const turn = tools
    .ready(clock, stop.signal, (late) => told.push(lateServersText(late)))
    .then(() => (began = true))
  return {
    told,
    turn,
    stop,
    hasBegun: () => began,
    late: async () => {
      for (const alarm of alarms) alarm()
      for (let round = 0; round < 5; round++) await Promise.resolve()
    },
    become: (next: readonly State[]) => {
      states = next
      settled.resolve(undefined)
    },
  }
}

describe('a turn whose servers have not started', () => {
  test('waits for them however late they are, says so, and has their tools', async () => {
    const world = waitingFor('memory', 'files')
    await world.late()
    expect([world.hasBegun(), world.told]).toEqual([
      false,
      ['Waiting for MCP servers to start: memory, files.'],
    ])
    world.become([
      { id: 'memory', state: 'ready' },
      { id: 'files', state: 'ready' },
    ])
    await world.turn
    expect(world.told).toHaveLength(1)
  })

  test('goes on without one that fails, and says which and why', async () => {
    const world = waitingFor('memory')
    await world.late()
    world.become([{ id: 'memory', state: 'failed', reason: 'it did not answer within 10 s' }])
    await world.turn
    expect(world.told[1]).toBe(
      'Without the tools of an MCP server that did not start: memory (it did not answer within 10 s).',
    )
  })

  test('says nothing where they are there in time', async () => {
    const world = waitingFor('memory')
    world.become([{ id: 'memory', state: 'ready' }])
    await world.turn
    await world.late()
    expect(world.told).toEqual([])
  })

  test('is over at once when it is stopped', async () => {
    const world = waitingFor('memory')
    await world.late()
    world.stop.abort()
    await world.turn
    expect(world.told).toHaveLength(1)
  })
})
