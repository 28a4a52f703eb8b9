import { expect, test } from 'vitest'
import { isForRulesNow, type Asked, type Opened } from '../../../../../src/main/core/execution/open-request'

const asked = (more: object = {}, evidence: readonly object[] = []): Asked =>
  ({
    ...{ requested: { kind: 'command' }, applied: () => undefined },
    question: { stop: { evidence } },
    ...more,
  }) as unknown as Asked
const opened = (atFirst: object = { state: 'running' }): Opened => ({ rehearsing: { atFirst } }) as Opened
const write = { kind: 'write', operation: 'open', target: '/srv/x' }

test.each<[string, boolean, Asked, Opened]>([
  ['the session’s own command', true, asked(), opened()],
  ['one that the sandbox stopped', true, asked({}, [write]), opened()],
  ['one that is rehearsed when asked for', true, asked(), opened({ state: 'offered', because: 'asks' })],
  ['what is not contained', false, asked(), opened({ state: 'offered', because: 'not-contained' })],
  ['what nothing is rehearsed of', false, asked(), { ...opened(), rehearsing: undefined }],
  ['another agent’s', false, asked({ desk: {} }), opened()],
  ['the person’s own', false, asked({ edited: {} }), opened()],
  ['what a person is asked about again', false, asked({ ofPerson: true }), opened()],
  ['a patch', false, asked({ requested: { kind: 'patch' } }), opened()],
  [
    'one of whose hosts a person denied',
    false,
    asked({}, [write, { kind: 'network', operation: 'denied' }]),
    opened(),
  ],
])('%s is put to effect rules: %s', (_, expected, of, at) => {
  expect(isForRulesNow(of, at)).toBe(expected)
})
