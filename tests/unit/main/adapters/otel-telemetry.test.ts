import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createOtelTelemetry } from '../../../../src/main/adapters/telemetry/otel-telemetry'
import { hostileTexts, stillActs } from '../../../fakes/hostile-texts'
import { folderWith } from '../../../fakes/settings-home'

test('no line of the file acts on a terminal, and each is the very value', async () => {
  const { at } = folderWith({ x: '' })
  const telemetry = createOtelTelemetry(
    { exporter: { file: { path: at('told.jsonl') } }, environment: 'dev', log_user_prompt: true },
    { version: '1', env: {}, redact: (text) => text },
  )
  const texts = hostileTexts
    .map(([, text]) => text)
    .filter((text) => text.length < 1000 && text.isWellFormed())
  for (const prompt of texts)
    telemetry.record({ sessionId: 's' }, { name: 'user_prompt', attributes: { prompt_length: 1, prompt } })
  await telemetry.close()
  const written = readFileSync(at('told.jsonl'), 'utf8')
  expect(stillActs(written)).toBeUndefined()
  const told = written
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { attributes: { prompt: string } }).attributes.prompt)
  expect(told).toEqual(texts)
})
