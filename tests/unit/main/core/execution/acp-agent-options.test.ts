import { expect, test } from 'vitest'
import { answerAcpAgent } from '../../../../../src/main/core/execution/acp-agent-request'
import type { AcpAgentCall, AcpAgentOption } from '../../../../../src/main/core/acp-agents/acp-agent'
import type { CommandParts, TurnContext } from '../../../../../src/main/core/turn/turn-context'

const turn = {
  ...{ sessionId: 's', turnId: 't', turnNumber: 1, cwd: '/w', approvalPolicy: 'never' },
  ...{ sandboxPolicy: { mode: 'read-only', network_access: false }, emit: () => undefined },
} as unknown as TurnContext
const call: AcpAgentCall = {
  ...{ id: '1', title: 'a call', kind: 'execute', status: 'pending', command: 'ls' },
  ...{ paths: [], diffs: [], input: {}, output: '', exitCode: undefined },
}

const widening = {
  ...{ given: [], conversation: undefined, open: true, carried: new Set<string>() },
  begin: () => undefined,
}

const answer = (...options: readonly [string, AcpAgentOption['kind']][]) =>
  answerAcpAgent(
    { call, options: options.map(([id, kind]) => ({ id, kind, name: 'Yes' })) },
    { id: 'goose', name: 'Goose', callId: 'c', widening },
    new AbortController().signal,
    { turn, parts: {} as CommandParts },
  )

test('a name that stands for two of its options is chosen for neither', async () => {
  expect(await answer(['a', 'allow_once'], ['b', 'reject_once'])).toBe('a')
  expect(await answer(['a', 'allow_once'], ['a', 'allow_always'], ['n', 'reject_once'])).toBe('n')
  expect(await answer(['a', 'reject_once'], ['a', 'allow_always'])).toBeUndefined()
  expect(await answer(['a', 'allow_always'], ['a', 'allow_always'], ['b', 'allow_once'])).toBe('b')
  expect(await answer()).toBeUndefined()
})
