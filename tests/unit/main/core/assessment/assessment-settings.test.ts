import { ConfigFile } from '@shared/domain/settings'
import { expect, test } from 'vitest'
import { assessmentSettings } from '../../../../../src/main/core/assessment/assessment-settings'

const ours = 'sandbox_command_assessment'
const theirs = 'experimental_sandbox_command_assessment'

test.each<[config: object, enabled: boolean]>([
  [{}, true],
  [{ features: {} }, true],
  [{ features: { [ours]: false } }, false],
  [{ features: { [theirs]: false } }, false],
  [{ [theirs]: false }, false],
  [{ [theirs]: true }, true],
  [{ features: { [ours]: true, [theirs]: false }, [theirs]: false }, true],
  [{ features: { [theirs]: true }, [theirs]: false }, true],
])('%j asks a model: %s', (config, enabled) => {
  expect(assessmentSettings(ConfigFile.parse(config))).toEqual({ enabled, timeoutMs: 5000 })
})

test('model, effort and limit come from the configuration', () => {
  const config = ConfigFile.parse({
    assessment_model: 'small',
    assessment_reasoning_effort: 'minimal',
    assessment_timeout_ms: 800,
  })
  expect(assessmentSettings(config)).toEqual({
    enabled: true,
    model: 'small',
    reasoningEffort: 'minimal',
    timeoutMs: 800,
  })
})
