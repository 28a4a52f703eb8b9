import { expect, test } from 'vitest'
import { grantSubject } from '../../../../../src/renderer/features/grants/grant-subject'

test.each<[string, Parameters<typeof grantSubject>[0], ReturnType<typeof grantSubject>]>([
  [
    'a plain command',
    { command: ['cp', 'a', 'b'], key: 'k' },
    { kind: 'command', command: ['cp', 'a', 'b'] },
  ],
  [
    'every command that begins so',
    { command: ['npm', 'test'], key: 'k', covers: 'prefix' },
    { kind: 'command', command: ['npm', 'test'], open: true },
  ],
  ['the hosts of any command', { command: [], key: 'k', covers: 'host' }, { kind: 'hosts' }],
  [
    'a script, without the engine’s mark',
    { command: ['(script)', '-c', 'a | b'], key: 'k' },
    { kind: 'command', command: ['bash', '-c', 'a | b'] },
  ],
  [
    'a patch, by the file its key names',
    { command: ['apply_patch'], key: '["apply_patch","/srv/x","/data/x"]' },
    { kind: 'patch', path: '/srv/x' },
  ],
  [
    'a key that reads as nothing',
    { command: ['apply_patch'], key: '{' },
    { kind: 'command', command: ['apply_patch'] },
  ],
  [
    'a tool of an MCP server',
    { command: ['notes__look'], key: JSON.stringify(['mcp', '/w', 'notes', 'look', 'abc']) },
    { kind: 'tool', server: 'notes', tool: 'look' },
  ],
])('%s', (_title, grant, subject) => {
  expect(grantSubject(grant)).toEqual(subject)
})
