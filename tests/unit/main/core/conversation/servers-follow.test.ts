import { expect, test } from 'vitest'
import type { McpPlace, McpServers } from '../../../../../src/main/core/mcp/mcp-servers'
import { fakeEngine, says } from '../../../../fakes/fake-world'
import { spawn, waits, world as agentsWorld } from '../agents/agents-world'

/** An engine whose sessions' servers tell under what they are begun, and that they are ended. */
function telling() {
  const told: string[] = []
  const openMcp = ({ policy: { mode } }: McpPlace): McpServers => {
    told.push(`begins ${mode}`)
    return {
      ready: () => Promise.resolve(),
      tools: () => [],
      status: () => [],
      restart: () => undefined,
      takeBack: () => undefined,
      follow: () => undefined,
      stopped: () => ({
        answered: [],
        take: () => Promise.resolve([]),
        beginWith: () => Promise.resolve(),
      }),
      current: (tool) => Promise.resolve(tool),
      call: () => Promise.reject(new Error('no call is made')),
      close: () => {
        told.push(`ends ${mode}`)
        return Promise.resolve()
      },
    }
  }
  return { openMcp, told }
}

function world() {
  const { openMcp, told } = telling()
  return { ...fakeEngine({ openMcp }), told }
}

const changed = ['begins danger-full-access', 'ends danger-full-access', 'begins read-only']

test('a server does not run on under more than its session may when that may do less and nothing runs in it', async () => {
  const { engine, told } = world()
  const { id } = await engine.createSession({ cwd: '/work', sandboxMode: 'danger-full-access' })
  await engine.configureSession(id, { sandboxMode: 'read-only' })
  expect(told).toEqual(changed)
  await engine.close()
})

test('while a turn runs it keeps what that began with, and no longer', async () => {
  const { engine, told, until } = world()
  const { id } = await engine.createSession({ cwd: '/work', sandboxMode: 'danger-full-access' })
  await engine.startTurn(id, 'go')
  await engine.configureSession(id, { sandboxMode: 'read-only' })
  await until('turn.finished')
  expect(told).toEqual(changed)
  await engine.close()
})

test('no server is begun for a session that has not had one', async () => {
  const { engine, told } = world()
  const { id } = await engine.createSession({ cwd: '/work', sandboxMode: 'danger-full-access' })
  await engine.configureSession(id, { approvalPolicy: 'never' })
  await engine.close()
  expect(told).toEqual(['begins danger-full-access', 'ends danger-full-access'])
})

test('nor do the servers of an agent that is at rest', async () => {
  const { openMcp, told } = telling()
  const { engine, id, turn } = await agentsWorld(
    (message, outputs) => {
      if (message === 'look') return says('seen')
      return outputs.length === 0 ? spawn('ann', 'look') : outputs.length === 1 ? waits() : says('ok')
    },
    { openMcp },
  )
  await turn('go')
  expect(told).toEqual(['begins workspace-write', 'begins workspace-write'])
  await engine.configureSession(id, { sandboxMode: 'read-only' })
  await expect
    .poll(() => told.toSorted())
    .toEqual([
      'begins read-only',
      'begins workspace-write',
      'begins workspace-write',
      'ends workspace-write',
      'ends workspace-write',
    ])
  await engine.close()
})
