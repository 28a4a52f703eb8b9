import { outputText } from '@shared/domain/response-item'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { McpTool } from '@shared/domain/mcp-server'
import { expect, test } from 'vitest'
import type { AcpAgentCall } from '../../../../../src/main/core/acp-agents/acp-agent'
import { answerAcpAgent } from '../../../../../src/main/core/execution/acp-agent-request'
import { readHook } from '../../../../../src/main/core/hook-gateway/hook-body'
import type { McpServers } from '../../../../../src/main/core/mcp/mcp-servers'
import { managedReader, type ManagedRules } from '../../../../../src/main/core/policy/managed-rules'
import { applyPatchTool } from '../../../../../src/main/core/tools/apply-patch'
import { mcpTool } from '../../../../../src/main/core/tools/mcp-tool'
import { shellTool } from '../../../../../src/main/core/tools/shell'
import type { Tool } from '../../../../../src/main/core/tools/tool'
import { hookBody } from '../../../../fakes/agent-hooks'
import { bashParser } from '../../../../fakes/bash-parser'
import { calls, fakeEngine, fakeModel, says } from '../../../../fakes/fake-world'

const rules: ManagedRules['rules'] = [
  { name: 'pushes', says: 'deny', named: [{ words: ['git', 'push'], open: true }], reason: 'see the wiki' },
  { name: 'infra', says: 'deny', paths: ['/work/infra'] },
  { name: 'prod', says: 'deny', hosts: ['*.prod.example'] },
  { name: 'make', says: 'ask', named: [{ words: ['make'], open: true }] },
  { name: 'ops', says: 'ask', paths: ['/work/ops'] },
]
const managed = (problem?: string) =>
  managedReader(
    () => Promise.resolve({ file: '/etc/managed', rules, ...(problem !== undefined && { problem }) }),
    bashParser(),
    (path) => path,
  )

const look: McpTool = {
  ...{ server: 'notes', name: 'look', offeredAs: 'notes__look', description: '', inputSchema: {}, hash: 'h' },
  annotations: { readOnly: true },
}
const servers = {
  current: (tool: McpTool) => Promise.resolve(tool),
  stopped: () => ({ take: () => Promise.resolve([]), given: () => [] }),
  call: () => Promise.resolve({ kind: 'answered', text: 'seen', failed: false, images: [], durationMs: 1 }),
} as unknown as McpServers

/** Asks as an agent of another maker does in its turn. */
const acp: Tool = {
  spec: { name: 'acp', description: '', parameters: {} },
  async run({ callId, arguments: text }, turn, parts) {
    const call: AcpAgentCall = {
      ...{ id: '1', title: 'a call', kind: 'execute', status: 'pending', paths: [], diffs: [] },
      ...{ command: undefined, input: {}, output: '', exitCode: undefined },
      ...(JSON.parse(text) as Partial<AcpAgentCall>),
    }
    const widening = {
      ...{ given: [], conversation: undefined, open: true, carried: new Set<string>() },
      begin: () => undefined,
    }
    const options = [
      { id: 'yes', kind: 'allow_once', name: 'Yes' },
      { id: 'no', kind: 'reject_once', name: 'No' },
    ] as const
    const asker = { id: 'goose', name: 'Goose', callId, widening }
    const answer = await answerAcpAgent({ call, options }, asker, turn.signal, { turn, parts })
    return { text: `answered ${String(answer)}`, ends: false }
  },
}

const add = (path: string) => `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch`

/** Who asked, what for, and what the agent was told, where each question is answered with a yes for the session. */
async function became(
  [name, args]: readonly [string, unknown],
  { policy = 'on-failure', problem }: { policy?: ApprovalPolicy; problem?: string } = {},
) {
  const world = fakeEngine({
    model: fakeModel([calls({ id: 'c1', name, args }), calls({ id: 'c2', name, args }), says('done')]),
    tools: [shellTool, applyPatchTool, mcpTool(look, servers), acp],
    managed: managed(problem),
    defaults: { approvalPolicy: policy },
  })
  const asked: ApprovalRequest[] = []
  world.engine.subscribe((notice) => {
    if (notice.kind !== 'event' || notice.event.event.type !== 'approval.requested') return
    const { request } = notice.event.event
    asked.push(request)
    void world.engine.decide(request.id, { kind: 'allow', offerId: 'only-this', scope: 'session' }, 'window')
  })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  await world.until('turn.finished')
  const told = world.store.lines.flatMap((line) =>
    line.type === 'item' && line.item.type === 'function_call_output' ? [outputText(line.item.output)] : [],
  )
  const byRule = asked.map(({ stop: { why, managed: besides } }) =>
    why.kind === 'managed' ? why.rule : besides?.kind === 'managed' ? besides.rule : besides?.kind,
  )
  return { byRule, scopes: asked.flatMap(({ offers }) => offers.map(({ scopes }) => scopes)), told }
}

const patch = (path: string) => ['apply_patch', { input: add(path) }] as const
const mcp = (args: object) => ['notes__look', args] as const
const other = (call: object) => ['acp', call] as const

test.each<[string, readonly [string, unknown], RegExp]>([
  ['a patch', patch('infra/x'), /The rule “infra” of this machine is about it\. Nothing was done/],
  ['a patch of the folder around', patch('infra'), /“infra”/],
  [
    'a patch in a shell',
    ['shell', { command: ['bash', '-lc', `apply_patch <<'E'\n${add('infra/x')}\nE`] }],
    /infra/,
  ],
  ['a command by what it writes', ['shell', { command: ['touch', '/work/infra/x'] }], /“infra”/],
  ['a tool of a server, by a path', mcp({ file_path: 'infra/x' }), /“infra”/],
  ['a tool of a server, by an address', mcp({ of: [{ url: 'https://db.prod.example:8443/x' }] }), /“prod”/],
  ['a tool of a server, by a command', mcp({ command: 'true && git push' }), /“pushes”.*: see the wiki/],
  ['an ACP agent’s command', other({ command: 'git push --force' }), /answered no/],
  [
    'an ACP agent’s change',
    other({ kind: 'edit', diffs: [{ path: '/work/infra/x', after: 'x' }] }),
    /answered no/,
  ],
  [
    'a change that an ACP agent tells with a command, by its relative path',
    other({ kind: 'execute', command: 'true', diffs: [{ path: 'infra/x', after: 'x' }] }),
    /answered no/,
  ],
  [
    'an ACP agent’s call, by a place',
    other({ kind: 'other', paths: ['/work/src/x', '/work/infra/x'] }),
    /answered no/,
  ],
  ['by a relative place', other({ kind: 'read', paths: ['infra/x'] }), /answered no/],
  ['by a place as an address', other({ kind: 'other', paths: ['file:///work/infra/x'] }), /answered no/],
  ['by a place beside its command', other({ command: 'true', paths: ['/work/infra'] }), /answered no/],
  ['what deletes the folder around', other({ kind: 'delete', paths: ['/work'] }), /answered no/],
  ['an ACP agent’s tool', other({ kind: 'fetch', input: { url: 'http://a.prod.example/' } }), /answered no/],
])('what is denied is asked of nobody and not done: %s', async (_, call, text) => {
  for (const policy of ['untrusted', 'on-failure', 'never'] as const) {
    const { byRule, told } = await became(call, { policy })
    expect(byRule).toEqual([])
    expect(told).toEqual([expect.stringMatching(text), expect.stringMatching(text)])
  }
})

test.each<[string, readonly [string, unknown], string]>([
  ['a patch', patch('ops/x'), 'ops'],
  ['a tool of a server that says that it only reads', mcp({ paths: ['ops/x'] }), 'ops'],
  [
    'a tool of a server, with more than is looked at',
    mcp({ of: [...Array.from({ length: 200 }, () => 'x'), 'git push'] }),
    'pushes',
  ],
  ['an ACP agent’s command', other({ command: 'make install' }), 'make'],
  ['an ACP agent’s call of which not all was kept', other({ kind: 'read', gap: 'texts' }), 'pushes'],
  ['an ACP agent’s call, by a place', other({ kind: 'read', paths: ['/work/ops/x'] }), 'ops'],
  ['an ACP agent’s change', other({ kind: 'edit', diffs: [{ path: '/work/ops/x', after: 'x' }] }), 'ops'],
])('what is asked about is asked each time, for once: %s', async (_, call, rule) => {
  const { byRule, scopes } = await became(call)
  expect(byRule).toEqual([rule, rule])
  expect(new Set(scopes.flat())).toEqual(new Set(['once']))
  const { byRule: none, told } = await became(call, { policy: 'never' })
  expect(none).toEqual([])
  expect(told.every((text) => /Nothing was done|answered no|never/.test(text))).toBe(true)
})

test.each<[string, readonly [string, unknown]]>([
  ['a patch', patch('src/x')],
  ['a tool of a server', mcp({ path: 'src/x', url: 'https://prod.example.org/' })],
  ['a tool of a server that names a folder around', mcp({ directory: '/work' })],
])('what no rule is about goes its way: %s', async (_, call) => {
  expect((await became(call)).byRule).toEqual([])
})

test('a folder around, of which nobody says that it is changed, is nothing to a rule', async () => {
  expect((await became(other({ kind: 'read', paths: ['/work', 'src'] }))).byRule).toEqual([undefined])
})

test('with a file that cannot be gone by everything is asked about', async () => {
  for (const call of [patch('src/x'), mcp({}), other({ command: 'ls' })])
    expect((await became(call, { problem: 'line 3' })).scopes).not.toEqual([])
})

const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command } })
const inDesk = (change: Record<string, unknown>) => {
  const world = fakeEngine({ managed: managed() })
  const read = readHook(
    'claude-code',
    hookBody('claude', 'PermissionRequest', 'Bash', { cwd: '/work', ...change }),
  )
  if (read.kind !== 'asks') throw new Error(JSON.stringify(read))
  const verdict = world.engine.hookGateway.ask(read.ask, new AbortController().signal)
  return { world, verdict, ask: read.ask }
}

test.each<[string, Record<string, unknown>, RegExp]>([
  ['a command', bash('cd x && git push'), /“pushes”/],
  ['a file', { tool_name: 'Write', tool_input: { file_path: '/work/infra/x', content: 'x' } }, /“infra”/],
  [
    'an address',
    { tool_name: 'WebFetch', tool_input: { url: 'https://a.prod.example/', prompt: '' } },
    /“prod”/,
  ],
])('an agent at the desk is told no by a rule: %s', async (_, change, text) => {
  const { world, verdict } = inDesk(change)
  expect(await verdict).toMatchObject({ kind: 'deny', message: expect.stringMatching(text) as string })
  expect(world.events().some(({ type }) => type === 'approval.requested')).toBe(false)
})

test('a yes that was given at the desk before counts for nothing where a rule asks', async () => {
  const { world, verdict, ask } = inDesk(bash('make all'))
  const { request } = await world.until('approval.requested')
  expect(request.stop).toMatchObject({ why: { kind: 'desk' }, managed: { kind: 'managed', rule: 'make' } })
  expect(request.offers.map(({ scopes }) => scopes)).toEqual([['once']])
  await world.engine.decide(request.id, { kind: 'allow', offerId: 'only-this', scope: 'session' }, 'window')
  expect(await verdict).toMatchObject({ kind: 'allow' })
  const again = world.engine.hookGateway.ask(ask, new AbortController().signal)
  const { request: second } = await world.until('approval.requested', 2)
  await world.engine.decide(second.id, { kind: 'deny' }, 'window')
  expect(await again).toMatchObject({ kind: 'deny' })
})

const shell = (command: string) => ['shell', { command: ['bash', '-lc', command] }] as const

test.each([
  "sqlite3 infra/new.db 'create table t(x)'",
  `sqlite3 a.db "vacuum into 'infra/b'"`,
  'git worktree add -f --detach infra/wt',
  'git worktree add --detach /work/infra/wt',
  'git -C infra worktree add ../x infra/..; git -C sub worktree add ../infra/wt',
  'git checkout -- infra',
  'unheard-of --out=infra/x',
  'unheard-of OUT=./infra',
  'cd infra && unheard-of ./x',
  'python3 -c \'open("infra/a", "w")\'',
])('%s names a place that a rule denies, whatever it does there, and is refused', async (command) => {
  const { byRule, told } = await became(shell(command))
  expect(byRule).toEqual([])
  expect(told).toEqual(Array(2).fill(expect.stringContaining('“infra”')))
})

test.each([
  "sqlite3 infrared/new.db 'create table t(x)'",
  'git status infra',
  'cat infra/a | head -3',
  'cp infra/a b',
  'unheard-of sub/infra',
  'git commit -m "infra: less of it"',
])('%s does not, or only reads there, and no rule is about it', async (command) => {
  const { told } = await became(shell(command))
  expect(told.filter((each) => each.includes('of this machine'))).toEqual([])
})
