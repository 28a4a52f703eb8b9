import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { McpServer } from '@shared/domain/mcp-server'
import { configuredServers } from '../../../src/main/adapters/mcp-client/configured-servers'
import { ServerDirectory } from '../../../src/main/core/engine/server-directory'
import { noSettings } from '../../fakes/fake-settings'
import { hostileServer, mcpClient } from './mcp-world'

const closers: (() => Promise<void> | void)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

/** A session's servers by way of the list, with a configuration that can be written. */
function world(configured: Record<string, object>) {
  const base = mkdtempSync(join(realpathSync(tmpdir()), 'cs-list-'))
  const read = (): Record<string, McpServer> =>
    Object.fromEntries(Object.entries(configured).map(([id, each]) => [id, McpServer.parse(each)]))
  const directory = new ServerDirectory({
    open: mcpClient(configured, join(base, 'home')),
    configured: () =>
      configuredServers(
        read(),
        () => false,
        (text) => text.replaceAll('s3cret', '[redacted]'),
      ),
    settings: {
      read: () => Promise.resolve(noSettings),
      write: (_version, edits) => {
        for (const { key, value } of edits) {
          const id = key.split('.')[1] ?? ''
          configured[id] = { ...configured[id], enabled: value }
        }
        return Promise.resolve({ kind: 'written', view: noSettings })
      },
    },
    signIns: { begin: () => Promise.reject(new Error('none')), forget: () => Promise.resolve() },
  })
  const servers = directory.open({
    sessionId: 's1',
    cwd: base,
    policy: {
      mode: 'workspace-write',
      writable_roots: [],
      network_access: false,
      exclude_slash_tmp: true,
      exclude_tmpdir_env_var: true,
    },
  })
  closers.push(async () => {
    await servers.close()
    rmSync(base, { recursive: true, force: true })
  })
  return { directory, servers, configured }
}

test('the list says of each server how it does, why, and what it offers in its own words, without a secret', async () => {
  const { directory, servers } = world({
    good: hostileServer('escapes'),
    bad: {
      ...hostileServer('no-start'),
      args: [...(hostileServer('no-start') as { args: string[] }).args, 's3cret'],
    },
    off: { ...hostileServer('plain'), enabled: false },
    far: { url: 'http://127.0.0.1:9/mcp?token=s3cret#x', startup_timeout_sec: 5 },
  })
  await servers.ready(AbortSignal.timeout(60_000))
  const list = await directory.list()
  expect(
    list.map(({ id, enabled, signIn, runs }) => [id, enabled, signIn, runs.map(({ state }) => state)]),
  ).toEqual([
    ['bad', true, 'none', ['failed']],
    ['far', true, 'out', ['failed']],
    ['good', true, 'none', ['ready']],
    ['off', false, 'none', ['off']],
  ])
  const [bad, far, good] = list
  expect(bad?.runs[0]).toMatchObject({
    sessionId: 's1',
    reason: 'it ended with exit code 1',
    stderr: expect.stringContaining('cannot open the database') as string,
  })
  expect(far?.target).toBe('http://127.0.0.1:9/mcp?…')
  expect(good?.runs[0]?.tools).toMatchObject([{ name: 'loo\u200bk', annotations: { readOnly: true } }])
  expect(JSON.stringify(list)).not.toContain('s3cret')
})

test('the switch is followed by a running session with its next turn, and what stays as it was runs on', async () => {
  const { directory, servers, configured } = world({
    one: hostileServer('plain'),
    two: hostileServer('plain'),
  })
  await servers.ready(AbortSignal.timeout(60_000))
  const names = (): string[] => servers.tools().map(({ offeredAs }) => offeredAs)
  expect(names()).toEqual(['one__look', 'two__look'])
  await directory.enable('one', false)
  expect(names()).toEqual(['one__look', 'two__look'])
  servers.follow()
  expect(names()).toEqual(['two__look'])
  configured['three'] = hostileServer('plain')
  await directory.enable('one', true)
  servers.follow()
  await servers.ready(AbortSignal.timeout(60_000))
  expect(names().toSorted()).toEqual(['one__look', 'three__look', 'two__look'])
  await expect(directory.enable('ghost', true)).rejects.toThrow(
    'There is no MCP server "ghost"; expected one of: one, three, two',
  )
})

test('a failed server is started again when it is asked for, and listeners are told', async () => {
  const { directory, servers } = world({ bad: hostileServer('no-start') })
  await servers.ready(AbortSignal.timeout(60_000))
  const states: (string | undefined)[] = []
  const unsubscribe = directory.subscribe(() => states.push(servers.status()[0]?.state))
  directory.restart('bad')
  await servers.ready(AbortSignal.timeout(60_000))
  await vi.waitFor(
    () => {
      expect(states).toEqual(expect.arrayContaining(['starting', 'failed']) as string[])
    },
    { timeout: 120_000 },
  )
  unsubscribe()
})
