import { expect, test } from 'vitest'
import { KnownCalls } from '../../../../src/main/adapters/acp-client/read-update'

const big = (id: number) => ({
  toolCallId: String(id),
  title: `call ${String(id)}`,
  content: Array.from({ length: 40 }, () => ({
    ...{ type: 'diff', path: '/w/a' },
    ...{ oldText: 'a'.repeat(190_000), newText: 'b'.repeat(190_000) },
  })),
})

test('of calls that are large only the latest are known', () => {
  const calls = new KnownCalls()
  for (let id = 0; id < 12; id += 1) calls.take(big(id))
  expect(calls.take({ toolCallId: '11' })).toMatchObject({ title: 'call 11', diffs: { length: 40 } })
  expect(calls.take({ toolCallId: '0' })).toMatchObject({ title: '', diffs: [] })
})

test('what a call was given counts as well, and one call by itself is known', () => {
  const calls = new KnownCalls()
  const rawInput = { text: 'x'.repeat(15_000_000) }
  for (let id = 0; id < 12; id += 1) calls.take({ toolCallId: String(id), title: 'call', rawInput })
  expect(calls.take({ toolCallId: '11' })).toMatchObject({ title: 'call', input: rawInput })
  expect(calls.take({ toolCallId: '0' }).title).toBe('')
})

test('a member of its input that is called __proto__ is known as well', () => {
  const rawInput: unknown = JSON.parse('{"command":"ls","__proto__":{"dangerous":true}}')
  const call = new KnownCalls().takeAsked({ toolCallId: '1', title: 'ls', rawInput })
  expect([call.command, JSON.stringify(call.input)]).toEqual([
    'ls',
    '{"command":"ls","[__proto__]":{"dangerous":true}}',
  ])
})
