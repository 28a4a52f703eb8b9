import { expect, test } from 'vitest'
import { chatUsage, responsesUsage } from '../../../../../src/main/adapters/model-openai/answer-usage'

const read = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, totalTokens: 15 }

test.each<[name: string, given: unknown, usage: object | undefined]>([
  ['the plain counts', { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }, read],
  ['no total', { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: null }, read],
  [
    'cached tokens',
    { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 4 } },
    { ...read, cachedInputTokens: 4 },
  ],
  [
    'details of an unknown shape',
    { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: 'many' },
    read,
  ],
  [
    'reasoning',
    { prompt_tokens: 10, completion_tokens: 5, completion_tokens_details: { reasoning_tokens: 3 } },
    { ...read, reasoningTokens: 3 },
  ],
  ['a negative count', { prompt_tokens: -1, completion_tokens: 5 }, undefined],
  ['null', null, undefined],
  ['nothing', undefined, undefined],
])('chat usage with %s', (_name, given, usage) => {
  expect(chatUsage(given)).toEqual(usage)
})

test.each<[name: string, given: unknown, usage: object | undefined]>([
  ['the plain counts', { input_tokens: 10, output_tokens: 5, total_tokens: 15 }, read],
  [
    'cached tokens',
    { input_tokens: 10, output_tokens: 5, input_tokens_details: { cached_tokens: 4 } },
    { ...read, cachedInputTokens: 4 },
  ],
  [
    'reasoning',
    { input_tokens: 10, output_tokens: 5, output_tokens_details: { reasoning_tokens: 3 } },
    { ...read, reasoningTokens: 3 },
  ],
  [
    'no reasoning',
    { input_tokens: 10, output_tokens: 5, output_tokens_details: { reasoning_tokens: 0 } },
    read,
  ],
  ['text for a count', { input_tokens: '10', output_tokens: 5 }, undefined],
])('responses usage with %s', (_name, given, usage) => {
  expect(responsesUsage(given)).toEqual(usage)
})
