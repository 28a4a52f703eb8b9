import { expect, test } from 'vitest'
import { McpServer } from '@shared/domain/mcp-server'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import type { CommandRunner, RunSpec } from '../../../../../src/main/core/ports/sandbox'
import { createMcpClient } from '../../../../../src/main/adapters/mcp-client/session-servers'
import { systemClock } from '../../../../../src/main/adapters/system/clock'

/** What each of these servers is started with, by its name. */
async function startsOf(
  servers: Readonly<Record<string, object>>,
): Promise<Readonly<Record<string, readonly [cwd: string, cachesOf: string | undefined]>>> {
  const seen = new Map<string, RunSpec>()
  const sandbox: CommandRunner = {
    run: (spec) => {
      seen.set(spec.command.at(-1) ?? '', spec)
      return Promise.resolve({ kind: 'failed', reason: 'not here' })
    },
  }
  const open = createMcpClient({
    servers: () =>
      Object.fromEntries(
        Object.entries(servers).map(([id, each]) => [id, McpServer.parse({ ...each, args: [id] })]),
      ),
    ...{ sandbox, unconfined: sandbox, clock: systemClock, version: '0.0.0' },
    workspace: { environment: () => ({}) },
    env: { MCP_TOKEN: 'a token' },
  })
  const opened = open({ cwd: '/work', policy: sandboxPolicyForMode('workspace-write') })
  await opened.ready(AbortSignal.timeout(30_000))
  await opened.close()
  expect([...seen.values()].map(({ workspace }) => workspace)).toEqual([...seen].map(() => '/work'))
  return Object.fromEntries([...seen].map(([id, { cwd, cachesOf }]) => [id, [cwd, cachesOf]]))
}

test('a server that is given a key is started in no folder that commands write to, and has caches of its own', async () => {
  const key = { env: { GITHUB_TOKEN: 'x' } }
  const starts = await startsOf({
    plain: { command: 'npx', env: { LOG_LEVEL: 'debug', KEY_FILE: '/etc/key' } },
    keyed: { command: 'npx', ...key },
    passed: { command: '/usr/bin/npx', env_vars: ['MCP_TOKEN'] },
    unset: { command: 'npx', env_vars: ['OTHER_TOKEN'] },
    below: { command: './server', ...key },
    placed: { command: 'npx', cwd: 'tools', ...key },
  })
  expect(starts).toEqual({
    plain: ['/work', undefined],
    keyed: ['/', '/work\0keyed'],
    passed: ['/', '/work\0passed'],
    unset: ['/work', undefined],
    below: ['/work', '/work\0below'],
    placed: ['/work/tools', '/work\0placed'],
  })
})
