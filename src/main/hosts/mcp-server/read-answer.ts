import { z } from 'zod'
import { ReviewDecision } from '../protocol/operation'

const Answer = z.object({
  action: z.enum(['accept', 'decline', 'cancel']).optional(),
  decision: z.unknown().optional(),
  content: z.object({ decision: z.unknown().optional() }).nullish(),
})

/**
 * The decision in an answer to an elicitation: `{decision}` from clients of the reference system, `{action: "accept",
 * content: {decision}}` from clients that only know the standard. Declined, cancelled, empty, unreadable or two
 * different ones: `denied`.
 */
export function readAnswer(result: unknown): ReviewDecision {
  const read = Answer.safeParse(result)
  if (!read.success) return 'denied'
  const { action = 'accept', decision, content } = read.data
  if (action !== 'accept') return 'denied'
  const given = [decision, content?.decision].filter((each) => each !== undefined)
  const [first, ...others] = given.map((each) => ReviewDecision.safeParse(each))
  if (first?.success !== true) return 'denied'
  return others.every((each) => each.success && each.data === first.data) ? first.data : 'denied'
}
