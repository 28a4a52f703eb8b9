import { expect, test } from 'vitest'
import { lastModel } from '../../../../src/renderer/state/model-choices'
import { session } from '../samples'

const choice = (provider: string, demo = false) => ({ provider, providerName: provider, model: 'm', demo })
const [ollama, openai, demo] = [choice('ollama'), choice('openai'), choice('demo', true)]
const used = (provider: string, day: string, change: object = {}) =>
  session(`${provider} ${day}`, {
    provider,
    model: 'm',
    updatedAt: `2026-11-${day}T10:00:00.000Z`,
    ...change,
  })

test.each([
  ['of no session', [], undefined],
  ['the newest', [used('ollama', '20'), used('openai', '21')], openai],
  ['not the demo’s', [used('ollama', '20'), used('demo', '21')], ollama],
  ['not one that is gone', [used('ollama', '20'), used('gone', '21')], ollama],
  [
    'not an agent’s',
    [used('ollama', '20'), used('openai', '21', { child: { parentId: 'x', name: 'tester', kind: 'agent' } })],
    ollama,
  ],
])('a new session begins with the model that was last used: %s', (_, sessions, expected) => {
  expect(lastModel(sessions, [ollama, openai, demo])).toBe(expected)
})
