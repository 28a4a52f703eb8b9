import { expect, test } from 'vitest'
import { baseInstructions } from '../../../../../src/main/core/conversation/instructions'
import { withInstructions } from '../../../../../src/main/core/conversation/with-instructions'
import type { ModelProviders, ModelRequest } from '../../../../../src/main/core/ports'

const nothing = async function* () {
  /* a model that says nothing */
}

test('a turn gets the new instructions, whatever else is asked keeps its own', () => {
  const asked: string[] = []
  const models: ModelProviders = {
    choices: () => [],
    open: () => ({
      stream: (request) => {
        asked.push(request.instructions)
        return nothing()
      },
    }),
  }
  const request: ModelRequest = {
    sessionId: 's',
    model: 'm',
    instructions: baseInstructions,
    input: [],
    tools: [],
  }
  const ask = (providers: ModelProviders): void => {
    for (const instructions of [baseInstructions, 'You assess commands.'])
      providers.open('p').stream({ ...request, instructions }, new AbortController().signal)
  }
  ask(withInstructions(models, 'Answer in one word.'))
  ask(withInstructions(models, undefined))
  expect(asked).toEqual([
    'Answer in one word.',
    'You assess commands.',
    baseInstructions,
    'You assess commands.',
  ])
})
