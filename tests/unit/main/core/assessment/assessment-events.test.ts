import { expect, test } from 'vitest'
import type { Assessment, ModelView } from '@shared/domain/assessment'
import { assessmentEvents } from '../../../../../src/main/core/assessment/assessment-events'

const assessment = (view: ModelView, floor?: Assessment['floor']): Assessment => ({
  level: 'high',
  categories: [],
  view,
  differs: [],
  ...(floor ? { floor } : {}),
})
const asked = { model: 'm', durationMs: 1234.6 }

test.each<[name: string, view: ModelView, attributes: unknown[]]>([
  [
    'a view',
    {
      status: 'success',
      view: { description: 'd', level: 'low', categories: ['data_deletion', 'compliance'] },
      ...asked,
    },
    [
      {
        call_id: 'c1',
        status: 'success',
        risk_level: 'low',
        risk_categories: 'data_deletion, compliance',
        duration_ms: 1235,
        floor_level: 'high',
      },
      { call_id: 'c1', duration_ms: 1235 },
    ],
  ],
  [
    'a time-out, which has no level of its own',
    { status: 'timeout', limitMs: 5000, ...asked },
    [
      { call_id: 'c1', status: 'timeout', duration_ms: 1235, floor_level: 'high' },
      { call_id: 'c1', duration_ms: 1235 },
    ],
  ],
  [
    'nobody asked, so nothing took any time',
    { status: 'disabled', reason: 'off' },
    [{ call_id: 'c1', status: 'disabled', floor_level: 'high' }],
  ],
  ['one that still waits', { status: 'waiting', model: 'm', text: '' }, []],
])('telemetry of %s', (_, view, attributes) => {
  const events = assessmentEvents('c1', assessment(view, { level: 'high', reasons: [], categories: [] }))
  expect(events.map((event) => event.attributes)).toEqual(attributes)
})
