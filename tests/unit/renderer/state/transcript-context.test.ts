import type { AgentEvent } from '@shared/domain/agent-event'
import { expect, test } from 'vitest'
import { buildTranscript } from '../../../../src/renderer/state/transcript'
import { numbered } from '../samples'

const counted = (totalTokens: number, contextWindow?: number): AgentEvent => ({
  type: 'usage.updated',
  last: { inputTokens: totalTokens, cachedInputTokens: 0, outputTokens: 0, totalTokens },
  ...(contextWindow === undefined ? {} : { contextWindow }),
})
const compacted: AgentEvent = { type: 'context.compacted', trigger: 'manual', summary: 's', tokensBefore: 9 }

test.each<[string, readonly AgentEvent[], object | undefined]>([
  ['is what the last answer counted', [counted(5, 100), counted(9, 100)], { used: 9, window: 100 }],
  ['is unknown after a compaction', [counted(9, 100), compacted], undefined],
  ['is unknown where the record does not tell the window', [counted(9, 100), counted(9)], undefined],
  ['is unknown before the first answer', [{ type: 'message.delta', itemId: 'm', text: 'a' }], undefined],
])('the context in use %s', (_title, events, expected) => {
  expect(buildTranscript(numbered(events)).context).toEqual(expected)
})
