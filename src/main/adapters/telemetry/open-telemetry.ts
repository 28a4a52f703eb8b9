import type { TelemetrySettings } from '@shared/domain/settings'
import { noTelemetry, type Telemetry } from '../../core/telemetry/telemetry'
import type { OtelWorld } from './otel-telemetry'

/** The telemetry that is configured. Off costs nothing: the SDK is only loaded for an exporter. */
export async function openTelemetry(
  settings: TelemetrySettings | undefined,
  world: OtelWorld,
): Promise<Telemetry> {
  const exporter = settings?.exporter ?? 'none'
  if (settings === undefined || exporter === 'none') return noTelemetry
  const { createOtelTelemetry } = await import('./otel-telemetry')
  return createOtelTelemetry({ ...settings, exporter }, world)
}
