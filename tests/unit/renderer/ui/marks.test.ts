import { expect, test } from 'vitest'
import type { ParsedCommand } from '@shared/domain/parsed-command'
import { knownAgents } from '../../../../src/main/adapters/acp-client/known-agents'
import { agentWord } from '../../../../src/renderer/ui/agent-mark'
import { kindOfCommand } from '../../../../src/renderer/ui/kind-icon'

test('an agent that is known has one mark, by its id and by its name', () => {
  const words = Object.entries(knownAgents).map(([id, { name }]) => [agentWord(id), agentWord(name)])
  expect(words).toEqual(Object.keys(knownAgents).map((id) => [id, id]))
  expect(['claude-code', 'Claudette', 'constructor', ''].map(agentWord)).toEqual([
    ...['claude', undefined, undefined, undefined],
  ])
})

test.each<[readonly ParsedCommand['type'][], string]>([
  [['read', 'read'], 'read'],
  [['list_files'], 'list'],
  [['search'], 'search'],
  [['read', 'search'], 'command'],
  [['search', 'unknown'], 'command'],
  [[], 'command'],
])('%j as a whole is %s', (types, kind) => {
  expect(kindOfCommand(types.map((type) => ({ type, cmd: 'x', name: 'x', path: 'x' })))).toBe(kind)
})
