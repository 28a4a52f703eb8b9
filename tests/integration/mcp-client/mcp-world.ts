import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { McpServer, type McpTool } from '@shared/domain/mcp-server'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { createMcpClient, type McpClientParts } from '../../../src/main/adapters/mcp-client/session-servers'
import { unconfinedRunner } from '../../../src/main/adapters/process-execa/unconfined-runner'
import { createLinuxSandbox } from '../../../src/main/adapters/sandbox-linux/linux-sandbox'
import { createRunNetworks } from '../../../src/main/adapters/network-proxy/create-run-networks'
import { systemClock } from '../../../src/main/adapters/system/clock'
import { createWorkspace } from '../../../src/main/adapters/workspace/workspace'
import type { McpCallWorld, McpServers } from '../../../src/main/core/mcp/mcp-servers'

const root = join(import.meta.dirname, '../../..')

/** One of npm's servers, started as its `bin` would be. */
export const npmServer = (name: string, ...args: string[]): object => ({
  command: process.execPath,
  args: [join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`), ...args],
})

/** The server that misbehaves in the given manner. */
export const hostileServer = (manner: string): object => ({
  command: process.execPath,
  args: [join(root, 'tests/fakes/hostile-mcp-server.mjs'), manner],
})

const closers: (() => Promise<void>)[] = []

/** Ends every server that this file started. */
export async function closeWorlds(): Promise<void> {
  for (const close of closers.splice(0)) await close()
}

/** What an engine opens its sessions' servers with; programs run in the real sandbox. */
export function mcpClient(
  servers: Readonly<Record<string, object>>,
  home: string,
  more: Pick<McpClientParts, 'signedIn'> = {},
): ReturnType<typeof createMcpClient> {
  return createMcpClient({
    servers: () =>
      Object.fromEntries(Object.entries(servers).map(([id, each]) => [id, McpServer.parse(each)])),
    sandbox: createLinuxSandbox(process.env.PATH, {
      openNetwork: createRunNetworks({
        socat: () => '/usr/bin/socat',
        clock: systemClock,
        runtimeFolder: undefined,
      }),
    }),
    unconfined: unconfinedRunner,
    workspace: createWorkspace({ PATH: '/usr/bin:/bin', HOME: home }),
    clock: systemClock,
    env: { MCP_TOKEN: 'a token' },
    version: '0.0.0',
    ...more,
  })
}

/** A session's servers in a workspace of their own, in the real sandbox. `settled` waits for all of them. */
export async function openServers(
  configured: Readonly<Record<string, object>> | ((workspace: string) => Readonly<Record<string, object>>),
  more: Pick<McpClientParts, 'signedIn'> = {},
): Promise<{
  readonly servers: McpServers
  readonly workspace: string
  readonly tool: (name: string) => McpTool
  readonly call: (
    name: string,
    args?: object,
    world?: Partial<McpCallWorld>,
  ) => ReturnType<McpServers['call']>
}> {
  const base = mkdtempSync(join(realpathSync(tmpdir()), 'cs-mcp-'))
  const workspace = mkdtempSync(join(base, 'ws-'))
  const servers = typeof configured === 'function' ? configured(workspace) : configured
  const open = mcpClient(servers, join(base, 'home'), more)
  const policy = {
    ...sandboxPolicyForMode('workspace-write'),
    mode: 'workspace-write' as const,
    writable_roots: [],
    network_access: false,
    exclude_slash_tmp: true,
    exclude_tmpdir_env_var: true,
  }
  const opened = open({ cwd: workspace, policy })
  closers.push(async () => {
    await opened.close()
    rmSync(base, { recursive: true, force: true })
  })
  await opened.ready(AbortSignal.timeout(60_000))
  const tool = (name: string): McpTool => {
    const found = opened.tools().find((each) => each.offeredAs === name)
    if (found) return found
    const known = opened.tools().map(({ offeredAs }) => offeredAs)
    throw new Error(
      `no ${name} among ${known.join(' ')}; ${JSON.stringify(opened.status().map(({ state, reason, stderr }) => ({ state, reason, stderr })))}`,
    )
  }
  return {
    servers: opened,
    workspace,
    tool,
    call: (name, args = {}, world = {}) =>
      opened.call(
        tool(name),
        { ...args },
        {
          signal: new AbortController().signal,
          askHost: undefined,
          elicit: () => Promise.resolve({ action: 'decline' }),
          onProgress: () => undefined,
          ...world,
        },
      ),
  }
}
