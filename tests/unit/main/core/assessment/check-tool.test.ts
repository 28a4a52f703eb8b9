import { expect, test } from 'vitest'
import type { McpInvocation } from '@shared/domain/mcp-result'
import { checkTool } from '../../../../../src/main/core/assessment/check-request'
import type { CheckedRequest } from '../../../../../src/main/core/assessment/checked-request'

const request = (args: McpInvocation['arguments']) => ({
  invocation: { server: 's', tool: 't', arguments: args },
  offeredAs: 's__t',
  description: '',
  annotations: {},
})

/** Finds everything with `rm` high, and nothing else. */
const look = ([, , text = '']: readonly string[]): Promise<CheckedRequest> => {
  const level = text.includes('rm ') ? ('high' as const) : undefined
  const reasons = level ? [{ rule: 'delete.outside', level }] : []
  const facts = {
    effect: { act: { kind: 'run', text } },
    ...{ rows: [], lookThrough: [], targets: [], hosts: [], complete: true },
  } as const
  const floor = { ...(level && { level }), reasons, categories: [] }
  return Promise.resolve({
    facts,
    floor,
    changing: level !== undefined,
    read: [],
    shown: [],
    seenThrough: false,
  })
}

test.each([
  [{ command: 'ls' }, 'medium'],
  [{ command: 'rm -rf ~' }, 'high'],
  [{ command: 'ls', script: 'rm -rf ~' }, 'high'],
  [{ script: 'rm -rf ~', command: 'ls' }, 'high'],
  [{ cmd: ['ls'], bash: ['rm', '-rf', '/srv'] }, 'high'],
  [{ query: 'rm -rf ~' }, 'medium'],
])('of the arguments %j each text that a server may run counts: %s', async (args, level) => {
  const { floor, changing } = await checkTool(request(args), look)
  expect([floor.level, changing]).toEqual([level, level === 'high' || 'query' in args])
})
