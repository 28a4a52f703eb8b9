import { expect, test } from 'vitest'
import { observeModels } from '../../../../../src/main/core/telemetry/observe-models'
import type { ModelEvent, ModelRequest } from '../../../../../src/main/core/ports/models'
import type { TelemetryEvent } from '../../../../../src/main/core/telemetry/telemetry'

test('limits that come with a refusal do not make it an answer that was begun', async () => {
  const recorded: TelemetryEvent[] = []
  const refused = async function* (): AsyncGenerator<ModelEvent> {
    yield await Promise.resolve({ type: 'limits', limits: { primary: { usedPercent: 100 } } } as const)
    throw new Error('too many requests')
  }
  const models = observeModels(
    { open: () => ({ stream: refused }), choices: () => [] },
    {
      record: (_, event) => {
        recorded.push(event)
      },
      close: () => Promise.resolve(),
    },
    { now: () => 0, sleep: () => Promise.resolve() },
  )
  const request = { sessionId: 's1', model: 'm', instructions: '', input: [], tools: [] } as ModelRequest
  const read = async () => {
    const events: ModelEvent[] = []
    for await (const event of models.open('p').stream(request, new AbortController().signal))
      events.push(event)
  }
  await expect(read()).rejects.toThrow('too many requests')
  expect(recorded.map(({ name, attributes }) => [name, 'error.message' in attributes])).toEqual([
    ['api_request', true],
  ])
})
