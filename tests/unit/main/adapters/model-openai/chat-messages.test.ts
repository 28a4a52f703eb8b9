import { assistantMessage, userMessage, type ResponseItem } from '@shared/domain/response-item'
import { expect, test } from 'vitest'
import { chatMessages } from '../../../../../src/main/adapters/model-openai/chat-messages'
import { modelRequest } from '../../../../fakes/model-client'

const call = (id: string, args = '{}'): ResponseItem => ({
  type: 'function_call',
  name: 'shell',
  arguments: args,
  call_id: id,
})
const output = (id: string, text: string): ResponseItem => ({
  type: 'function_call_output',
  call_id: id,
  output: text,
})
const toolCall = (id: string, args = '{}') => ({
  id,
  type: 'function',
  function: { name: 'shell', arguments: args },
})
const tool = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })

test.each<[name: string, input: ResponseItem[], messages: object[]]>([
  ['no history', [], []],
  [
    'calls of every kind as calls of functions, and pictures of outputs behind them',
    [
      { type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin', call_id: 'a' },
      { type: 'custom_tool_call_output', call_id: 'a', output: 'Done' },
      {
        type: 'local_shell_call',
        call_id: 'b',
        status: 'completed',
        action: { type: 'exec', command: ['ls'] },
      },
      {
        type: 'function_call_output',
        call_id: 'b',
        output: [
          { type: 'input_text', text: 'seen' },
          { type: 'input_image', image_url: 'data:,' },
        ],
      },
      { type: 'web_search_call', status: 'completed' },
      { type: 'other', item: { type: 'hologram' } },
    ],
    [
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'a',
            type: 'function',
            function: { name: 'apply_patch', arguments: '{"input":"*** Begin"}' },
          },
        ],
      },
      tool('a', 'Done'),
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'b',
            type: 'function',
            function: { name: 'local_shell', arguments: '{"type":"exec","command":["ls"]}' },
          },
        ],
      },
      tool('b', 'seen'),
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Pictures that the tools returned:' },
          { type: 'image_url', image_url: { url: 'data:,' } },
        ],
      },
    ],
  ],
  [
    'user, assistant and developer text',
    [
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Rules' }] },
      userMessage('Hi'),
      assistantMessage('Hello'),
    ],
    [
      { role: 'system', content: 'Rules' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ],
  ],
  [
    'several calls of one answer, with its text before and after them',
    [
      assistantMessage('One.'),
      call('a'),
      assistantMessage('Two.'),
      call('b'),
      output('b', 'B'),
      output('a', 'A'),
    ],
    [
      { role: 'assistant', content: 'One.\nTwo.', tool_calls: [toolCall('a'), toolCall('b')] },
      tool('a', 'A'),
      tool('b', 'B'),
    ],
  ],
  [
    'calls that each have their output behind them',
    [call('a'), output('a', 'A'), call('b'), output('b', 'B')],
    [
      { role: 'assistant', content: null, tool_calls: [toolCall('a')] },
      tool('a', 'A'),
      { role: 'assistant', content: null, tool_calls: [toolCall('b')] },
      tool('b', 'B'),
    ],
  ],
  [
    'reasoning, which is dropped, and an empty message',
    [
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }] },
      assistantMessage(''),
      userMessage('Go on'),
    ],
    [{ role: 'user', content: 'Go on' }],
  ],
  [
    'an id that comes again later',
    [call('a'), output('a', 'first'), call('a'), output('a', 'second')],
    [
      { role: 'assistant', content: null, tool_calls: [toolCall('a')] },
      tool('a', 'first'),
      { role: 'assistant', content: null, tool_calls: [toolCall('a')] },
      tool('a', 'second'),
    ],
  ],
  [
    'a call without an output and an output without a call',
    [output('z', 'lost'), call('a'), userMessage('Stop')],
    [
      { role: 'assistant', content: null, tool_calls: [toolCall('a')] },
      tool('a', 'aborted'),
      { role: 'user', content: 'Stop' },
    ],
  ],
  [
    'arguments that are no JSON object',
    [call('a', '{"x": ['), call('b', '[1]'), call('c', ' ')],
    [
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          toolCall('a', '{"malformed_arguments":"{\\"x\\": ["}'),
          toolCall('b', '{"malformed_arguments":"[1]"}'),
          toolCall('c', '{}'),
        ],
      },
      tool('a', 'aborted'),
      tool('b', 'aborted'),
      tool('c', 'aborted'),
    ],
  ],
])('%s', (_name, input, messages) => {
  expect(chatMessages(modelRequest({ instructions: '', input }))).toEqual(messages)
})

test('the instructions come first', () => {
  expect(chatMessages(modelRequest())).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello' },
  ])
})
