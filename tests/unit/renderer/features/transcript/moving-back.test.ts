import { expect, test } from 'vitest'
import { restoredOf } from '../../../../../src/renderer/features/transcript/use-moving-back'
import type { TranscriptItem } from '../../../../../src/renderer/state/transcript-items'

const message = (turn: number): TranscriptItem => ({
  ...{ kind: 'user', key: `message ${String(turn)}`, text: 'x', nth: turn, turn },
})
const changes = (key: string): TranscriptItem => ({ kind: 'turn-diff', key, unifiedDiff: '' })
const items: readonly TranscriptItem[] = [
  message(1),
  changes('changes 1'),
  message(2),
  {
    ...{ kind: 'command', key: 'run', callId: 'c', command: ['true'], cwd: '/w', attempts: [] },
    ...{ request: undefined, ended: undefined },
  },
  message(3),
  changes('changes 3'),
]
const run = (callId: string) => ({ run: { id: 'r', callId, title: 'x' } })

test.each([
  [{ turnNumber: 1 }, { of: 'changes 1', begun: 'message 1' }],
  [{ turnNumber: 2 }, undefined],
  [{ turnNumber: 4 }, undefined],
  [run('c'), { of: 'run', begun: 'message 2' }],
  [run('elsewhere'), undefined],
])('what %j put back is %j', (event, found) => {
  expect(restoredOf(items, event)).toEqual(found)
})

test('of a run whose message is not here', () => {
  expect(restoredOf(items.slice(3, 4), run('c'))).toEqual({ of: 'run', begun: undefined })
})
