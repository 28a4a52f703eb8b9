import type { Assessment } from '@shared/domain/assessment'
import type { TelemetryEvent } from '../telemetry/telemetry'

/** What telemetry is told of an assessment that has ended: how, and how long a model took if one was asked (semantics §9.1). */
export function assessmentEvents(callId: string, { floor, view }: Assessment): readonly TelemetryEvent[] {
  if (view.status === 'waiting') return []
  const took = 'durationMs' in view ? { duration_ms: Math.round(view.durationMs) } : undefined
  const opinion =
    view.status === 'success'
      ? { risk_level: view.view.level, risk_categories: view.view.categories.join(', ') }
      : {}
  const about = {
    call_id: callId,
    status: view.status,
    ...opinion,
    ...took,
    ...(floor?.level === undefined ? {} : { floor_level: floor.level }),
  }
  return [
    { name: 'sandbox_assessment', attributes: about },
    ...(took
      ? [{ name: 'sandbox_assessment_latency', attributes: { call_id: callId, ...took } } as const]
      : []),
  ]
}
