import { expect, test } from 'vitest'
import type { McpServerStatus } from '@shared/domain/mcp-server'
import { serverOf } from '../../../../../src/main/hosts/app-server-v2/connection-handlers'

const status: McpServerStatus = {
  id: 'far',
  state: 'ready',
  notes: [],
  tools: [
    {
      server: 'far',
      name: 'look',
      offeredAs: 'far__look',
      description: 'Looks.',
      inputSchema: { type: 'object' },
      annotations: { readOnly: true },
      hash: 'h',
    },
  ],
}

test('a server that a thread runs is told with its tools, by the names that it has for them', () => {
  expect(serverOf({ id: 'far', signIn: 'none', status: { ...status, auth: 'bearer-token' } })).toEqual({
    name: 'far',
    tools: {
      look: {
        name: 'look',
        description: 'Looks.',
        inputSchema: { type: 'object' },
        annotations: { readOnlyHint: true },
      },
    },
    resources: [],
    resourceTemplates: [],
    authStatus: 'bearerToken',
  })
})

test.each([
  ['none', 'unsupported'],
  ['in', 'oAuth'],
  ['out', 'notLoggedIn'],
  ['waiting', 'notLoggedIn'],
] as const)('one that no thread runs, and that is signed in to: %s', (signIn, authStatus) => {
  expect(serverOf({ id: 'far', signIn, status: undefined })).toMatchObject({ tools: {}, authStatus })
})
