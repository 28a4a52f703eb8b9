import { expect } from 'vitest'
import type { Answer } from '../../fakes/model-server'

const frame = (type: string, fields: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
const place = { output_index: 0, item_id: 'rs_1', content_index: 0 }
const section = (summary_index: number, ...deltas: string[]): string[] => [
  frame('response.reasoning_summary_part.added', { ...place, summary_index }),
  ...deltas.map((delta) =>
    frame('response.reasoning_summary_text.delta', { ...place, summary_index, delta }),
  ),
]
const search = {
  id: 'ws_1',
  type: 'web_search_call',
  status: 'completed',
  action: { type: 'search', query: 'node 24' },
}
const said = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'Thought.', annotations: [] }],
}

/** An answer with limits in its headers, two sections of reasoning, the model's own reasoning, a search and a message. */
export const thinking: Answer = {
  headers: {
    'content-type': 'text/event-stream',
    'x-codex-primary-used-percent': '12.5',
    'x-codex-primary-window-minutes': '300',
    'x-codex-secondary-used-percent': '40',
  },
  raw: [
    ...section(0, 'Fir', 'st'),
    ...section(1, 'second'),
    frame('response.reasoning_text.delta', { ...place, delta: 'h' }),
    frame('response.reasoning_text.delta', { ...place, delta: 'm' }),
    frame('response.output_item.added', { output_index: 1, item: { ...search, status: 'in_progress' } }),
    frame('response.output_item.done', { output_index: 1, item: search }),
    frame('response.output_item.done', { output_index: 2, item: said }),
    frame('response.completed', {
      response: {
        id: 'r',
        output: [search, said],
        usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
      },
    }),
  ],
}

/** What a client is told of it, but for the message's pieces and the counts. */
export const thought = [
  { type: 'agent_reasoning_delta', delta: 'Fir' },
  { type: 'agent_reasoning_delta', delta: 'st' },
  { type: 'agent_reasoning', text: 'First' },
  { type: 'agent_reasoning_section_break' },
  { type: 'agent_reasoning_delta', delta: 'second' },
  { type: 'agent_reasoning_raw_content_delta', delta: 'h' },
  { type: 'agent_reasoning_raw_content_delta', delta: 'm' },
  { type: 'agent_reasoning', text: 'second' },
  { type: 'agent_reasoning_raw_content', text: 'hm' },
  { type: 'web_search_begin', call_id: expect.any(String) as string },
  { type: 'web_search_end', call_id: expect.any(String) as string, query: 'node 24' },
  { type: 'agent_message', message: 'Thought.' },
]
