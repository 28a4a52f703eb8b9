import { ConfigFile } from '@shared/domain/settings'
import { expect, test } from 'vitest'
import { followedAssessment } from '../../../../../src/main/core/assessment/assessment-settings'
import { announcedBy } from '../../../../../src/main/core/notify/announced'

test('what is set of the assessment counts at the next look, without a start', () => {
  let config = ConfigFile.parse({})
  const settings = followedAssessment(() => config)
  expect({ ...settings }).toEqual({
    enabled: true,
    model: undefined,
    reasoningEffort: undefined,
    timeoutMs: 5000,
  })
  config = ConfigFile.parse({
    assessment_model: 'small',
    assessment_timeout_ms: 900,
    assessment_reasoning_effort: 'low',
    features: { sandbox_command_assessment: false },
  })
  expect({ ...settings }).toEqual({ enabled: false, model: 'small', reasoningEffort: 'low', timeoutMs: 900 })
})

test('and of what is announced', () => {
  let config = ConfigFile.parse({})
  const announced = announcedBy(() => config)
  expect({ ...announced }).toEqual({ approvals: true, turns: true })
  config = ConfigFile.parse({ tui: { notifications: ['approval-requested'] } })
  expect({ ...announced }).toEqual({ approvals: true, turns: false })
  config = ConfigFile.parse({ tui: { notifications: false } })
  expect({ ...announced }).toEqual({ approvals: false, turns: false })
})
