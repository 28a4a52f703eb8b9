import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { forTurns } from '../../../../../src/main/core/conversation/for-turns'
import { reviewRubric } from '../../../../../src/main/core/review/rubric'
import { baseInstructions } from '../../../../../src/main/core/conversation/instructions'
import type { ModelEvent, ModelProviders, ModelRequest } from '../../../../../src/main/core/ports/models'

const nothing = async function* () {
  /* a model that says nothing */
}

function asking() {
  const asked: ModelRequest[] = []
  const models: ModelProviders = {
    choices: () => [],
    open: () => ({
      stream: (request) => {
        asked.push(request)
        return nothing()
      },
    }),
  }
  const request: ModelRequest = { sessionId: 's', model: 'm', instructions: '', input: [], tools: [] }
  const ask = (providers: ModelProviders): void => {
    for (const instructions of [baseInstructions, 'You assess commands.'])
      providers.open('p').stream({ ...request, instructions }, new AbortController().signal)
  }
  return { models, asked, ask }
}

test('a turn gets the new instructions, whatever else is asked keeps its own', () => {
  const { models, asked, ask } = asking()
  ask(forTurns(models, { instructions: 'Answer in one word.', config: () => ({}) }))
  ask(forTurns(models, { instructions: undefined, config: () => ({}) }))
  expect(asked.map(({ instructions }) => instructions)).toEqual([
    'Answer in one word.',
    'You assess commands.',
    baseInstructions,
    'You assess commands.',
  ])
  expect(asked.some((each) => 'verbosity' in each || 'maxOutputTokens' in each)).toBe(false)
})

test('the limits of an answer are those of the configuration as it is when the request is sent', () => {
  const { models, asked, ask } = asking()
  let config: Parameters<typeof forTurns>[1]['config'] extends () => infer C ? C : never = {}
  const providers = forTurns(models, { instructions: undefined, config: () => config })
  ask(providers)
  config = { model_verbosity: 'low', model_max_output_tokens: 900 }
  ask(providers)
  expect(asked.map(({ verbosity, maxOutputTokens }) => [verbosity, maxOutputTokens])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    ['low', 900],
    ['low', 900],
  ])
})

test('what the person tells every model stands behind the instructions, but in a review', () => {
  const { models, asked } = asking()
  const providers = forTurns(models, {
    instructions: 'Own.',
    config: () => ({ developer_instructions: 'Say so.' }),
  })
  const request: ModelRequest = { sessionId: 's', model: 'm', instructions: '', input: [], tools: [] }
  for (const instructions of [baseInstructions, 'A client’s own.', reviewRubric])
    providers.open('p').stream({ ...request, instructions }, new AbortController().signal)
  expect(asked.map(({ instructions }) => instructions)).toEqual([
    'Own.\n\nSay so.',
    'A client’s own.\n\nSay so.',
    reviewRubric,
  ])
})

test.each([
  [{}, ['summary', 'raw', 'said']],
  [{ hide_agent_reasoning: true }, ['said']],
  [{ hide_agent_reasoning: true, show_raw_agent_reasoning: true }, ['raw', 'said']],
  [{ show_raw_agent_reasoning: false }, ['summary', 'said']],
])('with %j reasoning is told as configured, and never anything else left out', async (config, expected) => {
  const events: ModelEvent[] = [
    { type: 'reasoning-delta', itemId: 'r', text: 'summary' },
    { type: 'reasoning-delta', itemId: 'r', text: 'raw', raw: true },
    { type: 'text-delta', itemId: 'm', text: 'said' },
  ]
  const models: ModelProviders = {
    choices: () => [],
    open: () => ({
      stream: () => Readable.from(events),
    }),
  }
  const request: ModelRequest = { sessionId: 's', model: 'm', instructions: '', input: [], tools: [] }
  const told: string[] = []
  const providers = forTurns(models, { instructions: undefined, config: () => config })
  for await (const event of providers.open('p').stream(request, new AbortController().signal))
    if ('text' in event) told.push(event.text)
  expect(told).toEqual(expected)
})
