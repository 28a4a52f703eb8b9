import type { AgentEvent } from '@shared/domain/agent-event'
import { expect, test } from 'vitest'
import { findInEvents } from '../../../../src/main/core/conversation/find-in-events'
import { foundItem } from '../../../../src/renderer/features/transcript/use-found-place'
import { buildTranscript } from '../../../../src/renderer/state/transcript'
import { longRecord } from '../../../fakes/long-record'
import { numbered } from '../samples'
import { shortly } from './shortly'

const record = numbered(longRecord(6))
const { items } = buildTranscript(record)
const shownFor = (text: string): string[] =>
  findInEvents(record, text, 100).found.map((place) => {
    const item = items[foundItem(items, place)]
    return item === undefined ? 'nothing' : shortly(item)
  })

test.each<[string, RegExp[]]>([
  ['Question 3:', [/^user Question 3/]],
  ['Answer 4:', [/^assistant Answer 4/]],
  ['turn 5, run 0', [/^command .*exited/]],
  ['store-2.ts', [/^patch .*store-2\.ts/]],
  ['note-6.txt', [/^tool look/]],
  ['where is the line torn', Array.from({ length: 6 }, () => /^reasoning Where/)],
  ['where line 6 is torn', [/^plan/]],
])('the place of %j is the item that shows it', (text, expected) => {
  const shown = shownFor(text)
  expect(shown).toHaveLength(expected.length)
  expected.forEach((pattern, at) => {
    expect(shown[at]).toMatch(pattern)
  })
})

test('a text that was streamed has the number of a later piece', () => {
  const delta: AgentEvent = { type: 'message.delta', itemId: 'm', text: 'a' }
  const live = buildTranscript(numbered([{ type: 'user.message', text: 'Go' }, delta, delta], 5))
  expect(foundItem(live.items, { seq: 4, of: 'm', excerpt: '' })).toBe(1)
  expect(foundItem(live.items, { seq: 9, of: 'gone', excerpt: '' })).toBe(-1)
})
