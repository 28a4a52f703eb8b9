import { z } from 'zod'

/** One step of an agent's plan, in the agent's words, which are untrusted. The order of a plan is that of its steps. */
export const PlanStep = z.strictObject({
  step: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
})
export type PlanStep = z.infer<typeof PlanStep>
