import { expect, test } from 'vitest'
import type { ResponseItem } from '@shared/domain/response-item'
import { normaliseHistory } from '../../../../../src/main/core/conversation/history'

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

test.each([
  ['a call without output gets "aborted"', [call('a')], [call('a'), output('a', 'aborted')]],
  ['an output without call is dropped', [output('a')], []],
  [
    'the calls of one answer stay together, their outputs behind them in order',
    [call('a'), call('b'), output('b'), output('a')],
    [call('a'), call('b'), output('a'), output('b')],
  ],
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
  ['a repeated call id counts once', [call('a'), output('a'), call('a')], [call('a'), output('a')]],
])('%s', (_, items, expected) => {
  expect(normaliseHistory(items)).toEqual(expected)
})
