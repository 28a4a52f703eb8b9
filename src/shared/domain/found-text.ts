import { z } from 'zod'

/** Of a place in what a turn changed, which stands at its end. */
export const ofTurnDiff = 'turn-diff'

/**
 * A place in a session's record where a text stands. `seq` is the event's number; `of` names the call, text or child that the event
 * belongs to, or is `ofTurnDiff`; absent for what stands by itself. `excerpt` is the text around it, untrusted. `hits` says how often it stands
 * there, of more than 1,000 this; absent: once.
 */
export const FoundText = z.strictObject({
  seq: z.int().positive(),
  of: z.string().optional(),
  excerpt: z.string(),
  hits: z.int().positive().max(1000).optional(),
})
export type FoundText = z.infer<typeof FoundText>

/** What was found in one record, the earliest first. `more`: there is more in it than is told. */
export const FoundInSession = z.strictObject({
  sessionId: z.string(),
  title: z.string(),
  updatedAt: z.string(),
  found: z.array(FoundText),
  more: z.boolean(),
})
export type FoundInSession = z.infer<typeof FoundInSession>
