import { expect, test } from 'vitest'
import { withUniqueCallIds } from '../../../../../src/main/adapters/model-openai/answer-stream'

const call = (call_id: string) => ({
  type: 'function_call' as const,
  name: 'shell',
  arguments: '{}',
  call_id,
})

test('an id that is missing, taken by the history or used twice is replaced, any other kept', () => {
  const items = ['a', '', 'old', 'a', 'b'].map((id) => ({ itemId: 'i', item: call(id) }))
  const ids = withUniqueCallIds(items, [call('old')]).map(({ item }) => 'call_id' in item && item.call_id)
  expect(ids.map((id) => (/^call_[\w-]{36}$/.test(String(id)) ? 'new' : id))).toEqual([
    'a',
    'new',
    'new',
    'new',
    'b',
  ])
  expect(new Set(ids).size).toBe(5)
})

test('an id of a call in whatever form is taken, and so is one that the session names', () => {
  const custom = (call_id: string) => ({
    type: 'custom_tool_call' as const,
    name: 'apply_patch',
    input: '',
    call_id,
  })
  const shell = (call_id: string) => ({
    type: 'local_shell_call' as const,
    ...{ call_id, status: 'completed', action: { type: 'exec' } },
  })
  const items = [custom('a'), shell('a'), shell('b'), call('c'), custom('d'), custom('e')]
  const ids = withUniqueCallIds(
    items.map((item) => ({ itemId: 'i', item })),
    [shell('b'), custom('c')],
    ['d'],
  ).map(({ item }) => ('call_id' in item ? item.call_id : undefined))
  expect(ids.map((id) => (/^call_[\w-]{36}$/.test(String(id)) ? 'new' : id))).toEqual([
    ...['a', 'new', 'new', 'new', 'new', 'e'],
  ])
})

test('what is no call stays as it is', () => {
  const message = { itemId: 'i', item: { type: 'message' as const, role: 'assistant' as const, content: [] } }
  expect(withUniqueCallIds([message], [])).toEqual([message])
})
