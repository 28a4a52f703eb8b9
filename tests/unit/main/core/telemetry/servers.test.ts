import { expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { McpResult } from '@shared/domain/mcp-result'
import type { McpServerStatus } from '@shared/domain/mcp-server'
import type { McpServers } from '../../../../../src/main/core/mcp/mcp-servers'
import { followSessions } from '../../../../../src/main/core/telemetry/follow-sessions'
import { observeServers } from '../../../../../src/main/core/telemetry/observe-servers'
import type { TelemetryEvent } from '../../../../../src/main/core/telemetry/telemetry'

const invocation = { server: 'notes', tool: 'look', arguments: {} }
const started: AgentEvent = { type: 'mcp.started', callId: 'c', invocation }
const finished = (result: McpResult): AgentEvent => ({
  type: 'mcp.finished',
  callId: 'c',
  invocation,
  result,
})

function decisions(events: readonly AgentEvent[]): readonly unknown[] {
  const told: TelemetryEvent[] = []
  const follow = followSessions({ record: (_, event) => told.push(event), close: () => Promise.resolve() })
  for (const event of events) follow({ kind: 'event', event: { sessionId: 's', seq: 1, at: '', event } })
  return told.map(({ attributes }) => attributes)
}

const answered: McpResult = { kind: 'answered', failed: false, text: '', images: [], durationMs: 1 }
const refused: McpResult = { kind: 'stopped', cause: 'refused', reason: 'never', durationMs: 0 }

test('a call that runs unasked is a decision of the policies, told once', () => {
  expect(decisions([started, finished(answered)])).toEqual([
    { tool_name: 'notes__look', call_id: 'c', decision: 'approved', source: 'config' },
  ])
})

test('a call that the policies refuse is a decision of theirs; one that gave no answer is none', () => {
  expect(decisions([finished(refused)])).toEqual([
    { tool_name: 'notes__look', call_id: 'c', decision: 'denied', source: 'config' },
  ])
  expect(decisions([finished({ ...refused, cause: 'malformed' })])).toEqual([])
})

const status = (state: McpServerStatus['state'], reason?: string): McpServerStatus => ({
  id: 'notes',
  state,
  ...(reason !== undefined && { reason }),
  stderr: 'its own words',
  notes: [],
  tools: [],
})

test.each<[string, readonly (readonly McpServerStatus[])[], readonly unknown[]]>([
  ['ready, once', [[status('starting')], [status('ready')], [status('ready')]], [['ready'], ['ended']]],
  ['failed, with the reason', [[status('failed', 'it said nothing')]], [['failed', 'it said nothing']]],
  [
    'crashed, back, and gone for good',
    [
      [status('ready')],
      [status('waiting', 'exit 3')],
      [status('starting')],
      [status('ready')],
      [status('failed', 'exit 3')],
    ],
    [['ready'], ['ended', 'exit 3'], ['ready'], ['failed', 'exit 3']],
  ],
  ['switched off', [[status('ready')], [status('off')]], [['ready'], ['ended']]],
  [
    'taken out, and back',
    [[status('ready')], [], [status('ready')]],
    [['ready'], ['ended'], ['ready'], ['ended']],
  ],
  ['never there', [[status('starting')], [status('off')]], []],
])('a server is told of as %s', async (_, steps, expected) => {
  const told: unknown[] = []
  let now: readonly McpServerStatus[] = []
  let change = (): void => undefined
  const open = observeServers(
    (_place, onChange = () => undefined) => {
      change = onChange
      onChange() // as the real one does, before the session has its servers
      return { status: () => now, close: () => Promise.resolve() } as unknown as McpServers
    },
    {
      record: (subject, { name, attributes }) => told.push([subject, name, attributes]),
      close: () => Promise.resolve(),
    },
  )
  let changes = 0
  const servers = open(
    { sessionId: 's', cwd: '/', policy: { mode: 'read-only' } as never },
    () => (changes += 1),
  )
  for (now of steps) change()
  await servers.close()
  expect(told).toEqual(
    (expected as readonly (readonly [string, string?])[]).map(([state, reason]) => [
      { sessionId: 's' },
      'mcp_server',
      { server: 'notes', state, ...(reason !== undefined && { reason }) },
    ]),
  )
  expect(changes).toBe(steps.length + 1)
})
