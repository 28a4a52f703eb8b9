import { expect, test } from 'vitest'
import { forTurns } from '../../../../../src/main/core/conversation/for-turns'
import { baseInstructions } from '../../../../../src/main/core/conversation/instructions'
import type { ModelProviders, ModelRequest } from '../../../../../src/main/core/ports'

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
