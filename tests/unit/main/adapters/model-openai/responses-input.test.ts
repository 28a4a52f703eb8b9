import { assistantMessage, type ResponseItem } from '@shared/domain/response-item'
import { expect, test } from 'vitest'
import { responsesInput } from '../../../../../src/main/adapters/model-openai/responses-input'

const reasoning: ResponseItem = { type: 'reasoning', id: 'rs_1', summary: [] }

test.each<[name: string, item: ResponseItem, input: object[]]>([
  [
    'several parts of a message as one text',
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'a' },
        { type: 'input_text', text: 'b' },
      ],
    },
    [{ type: 'message', role: 'user', content: 'a\nb' }],
  ],
  [
    'an output with a picture, in the parts of input',
    {
      type: 'function_call_output',
      call_id: 'a',
      output: [
        { type: 'output_text', text: 'seen' },
        { type: 'input_image', image_url: 'data:image/png;base64,AA==', extra: 1 },
      ],
    },
    [
      {
        type: 'function_call_output',
        call_id: 'a',
        output: [
          { type: 'input_text', text: 'seen' },
          { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'auto' },
        ],
      },
    ],
  ],
  [
    'a custom call without its id',
    { type: 'custom_tool_call', id: 'ct_1', name: 'apply_patch', input: '*** Begin', call_id: 'a' },
    [{ type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin', call_id: 'a' }],
  ],
  [
    'a search at the server',
    { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } },
    [{ type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } }],
  ],
  ['nothing of what is not known', { type: 'other', item: { type: 'hologram' } }, []],
  [
    'the phase of a message',
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'a' }],
      phase: 'commentary',
    },
    [{ type: 'message', role: 'assistant', content: 'a', phase: 'commentary' }],
  ],
  [
    'no field of a message that the format does not know',
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'a' }],
      phase: 'x',
      id: 'msg_1',
    },
    [{ type: 'message', role: 'assistant', content: 'a' }],
  ],
  ['no empty message', assistantMessage(''), []],
  ['no reasoning without its encrypted content', reasoning, []],
  ['no reasoning with an empty encrypted content', { ...reasoning, encrypted_content: null }, []],
  [
    'reasoning with its encrypted content, with or without an id',
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 's', extra: 1 }], encrypted_content: 'e' },
    [{ type: 'reasoning', summary: [{ type: 'summary_text', text: 's' }], encrypted_content: 'e' }],
  ],
  [
    'arguments as the model wrote them',
    {
      type: 'function_call',
      name: 'shell',
      arguments: '{broken',
      call_id: 'c',
      id: 'fc_1',
      status: 'completed',
    },
    [{ type: 'function_call', name: 'shell', arguments: '{broken', call_id: 'c' }],
  ],
])('sends %s', (_name, item, input) => {
  expect(responsesInput([item])).toEqual(input)
})
