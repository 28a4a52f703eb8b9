import { z } from 'zod'

/** One of a provider's limits: how much of it is used, in percent, over how long, and when it begins anew (seconds since the epoch). */
export const RateLimitWindow = z.strictObject({
  usedPercent: z.number().min(0).max(100),
  windowMinutes: z.number().int().positive().optional(),
  resetsAt: z.number().int().nonnegative().optional(),
})
export type RateLimitWindow = z.infer<typeof RateLimitWindow>

/** What a provider says of its limits with an answer; absent: it says nothing of that one. */
export const ProviderLimits = z.strictObject({
  primary: RateLimitWindow.optional(),
  secondary: RateLimitWindow.optional(),
})
export type ProviderLimits = z.infer<typeof ProviderLimits>
