import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ResponseItem } from '@shared/domain/response-item'
import { normaliseHistory, withoutOldest } from '../../../../../src/main/core/conversation/history'

const call = (id: string): ResponseItem => ({
  type: 'function_call',
  name: 'shell',
  arguments: '{}',
  call_id: id,
})
const output = (id: string, text = 'ok'): ResponseItem => ({
  type: 'function_call_output',
  call_id: id,
  output: text,
})

const custom: ResponseItem = {
  type: 'custom_tool_call',
  name: 'apply_patch',
  input: '*** Begin',
  call_id: 'x',
}
const customOutput: ResponseItem = { type: 'custom_tool_call_output', call_id: 'x', output: 'Done' }
const local: ResponseItem = {
  type: 'local_shell_call',
  call_id: 'l',
  status: 'completed',
  action: { type: 'exec', command: ['ls'] },
}
const search: ResponseItem = { type: 'web_search_call', status: 'completed' }
const unknown: ResponseItem = { type: 'other', item: { type: 'hologram', size: 3 } }

const said = (role: 'user' | 'assistant' | 'system'): ResponseItem => ({
  type: 'message',
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text: role }],
})

test.each([
  ['a call without output gets "aborted"', [call('a')], [call('a'), output('a', 'aborted')]],
  ['an output without call is dropped', [output('a')], []],
  [
    'a missing output stands right after its call',
    [call('a'), call('b'), output('b')],
    [call('a'), output('a', 'aborted'), call('b'), output('b')],
  ],
  ['an output before its call is none', [output('a'), call('a')], [call('a'), output('a', 'aborted')]],
  [
    'outputs keep their order',
    [call('a'), call('b'), output('b'), output('a')],
    [call('a'), call('b'), output('b'), output('a')],
  ],
  ['a system message is dropped', [said('system'), said('user')], [said('user')]],
  [
    'two answers stay two answers',
    [call('a'), output('a'), call('b'), output('b')],
    [call('a'), output('a'), call('b'), output('b')],
  ],
  [
    'only the first of two outputs counts',
    [call('a'), output('a', '1'), output('a', '2')],
    [call('a'), output('a', '1')],
  ],
  ['a custom call keeps its own kind of output', [custom, customOutput], [custom, customOutput]],
  [
    'a custom call without output gets one of its kind',
    [custom],
    [custom, { type: 'custom_tool_call_output', call_id: 'x', output: 'aborted' }],
  ],
  [
    'an output of another kind is none',
    [custom, output('x')],
    [custom, { type: 'custom_tool_call_output', call_id: 'x', output: 'aborted' }],
  ],
  ['a local shell call has the output of a function', [local, output('l')], [local, output('l')]],
  ['a local shell call without output gets "aborted"', [local], [local, output('l', 'aborted')]],
  ['a search has no output', [search, said('user')], [search, said('user')]],
  ['what is of no known kind is not sent', [unknown, said('user')], [said('user')]],
  ['a repeated call id counts once', [call('a'), output('a'), call('a')], [call('a'), output('a')]],
])('%s', (_, items, expected) => {
  expect(normaliseHistory(items)).toEqual(expected)
})

const ids = fc.constantFrom('a', 'b', 'c', 'd')
const anyItem = fc.oneof(
  ids.map(call),
  ids.map((id) => output(id)),
  fc.constantFrom('user' as const, 'assistant' as const, 'system' as const).map(said),
  fc.constant<ResponseItem>({ type: 'reasoning', summary: [] }),
)
const anyHistory = fc.array(anyItem, { maxLength: 40 })

/** Every call with its outputs that stand behind it; an output without such a call under ''. */
function pairs(items: readonly ResponseItem[]): Record<string, number> {
  const count: Record<string, number> = {}
  for (const item of items) {
    if (item.type === 'function_call') count[item.call_id] = 0
    if (item.type !== 'function_call_output') continue
    const key = item.call_id in count ? item.call_id : ''
    count[key] = (count[key] ?? 0) + 1
  }
  return count
}

test('whatever the history, every call has exactly one output behind it, and nothing else is lost', () => {
  fc.assert(
    fc.property(anyHistory, (items) => {
      const normal = normaliseHistory(items)
      expect(Object.values(pairs(normal)).every((outputs) => outputs === 1)).toBe(true)
      expect(pairs(normal)['']).toBeUndefined()
      const other = (list: readonly ResponseItem[]) =>
        list.filter((item) => !('call_id' in item) && !(item.type === 'message' && item.role === 'system'))
      expect(other(normal)).toEqual(other(items))
      expect(normaliseHistory(normal)).toEqual(normal)
    }),
  )
})

test('what is dropped from the old end goes in pairs, until nothing is left', () => {
  fc.assert(
    fc.property(anyHistory, (items) => {
      let left = normaliseHistory(items)
      while (left.length > 0) {
        const shorter = withoutOldest(left)
        expect(shorter.length).toBeLessThan(left.length)
        expect(normaliseHistory(shorter)).toEqual(shorter)
        left = shorter
      }
    }),
  )
})
