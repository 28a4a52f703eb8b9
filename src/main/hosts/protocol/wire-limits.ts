import type { ProviderLimits, RateLimitWindow } from '@shared/domain/rate-limits'
import type { RateLimits } from './conversation-events'

const wireWindow = (window: RateLimitWindow | undefined): RateLimits['primary'] =>
  window
    ? {
        used_percent: window.usedPercent,
        window_minutes: window.windowMinutes ?? null,
        resets_at: window.resetsAt ?? null,
      }
    : null

/** A provider's limits in the wire's form; null for one of which it says nothing. */
export function wireLimits({ primary, secondary }: ProviderLimits): RateLimits {
  return { primary: wireWindow(primary), secondary: wireWindow(secondary) }
}
