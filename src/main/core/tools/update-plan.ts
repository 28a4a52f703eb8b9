import { z } from 'zod'
import { type Tool, noNul, readArguments } from './tool'

const UpdatePlanArguments = z.object({
  explanation: noNul.max(4000).optional(),
  plan: z
    .array(
      z.object({
        step: noNul.min(1, 'must not be empty').max(1000),
        status: z.enum(['pending', 'in_progress', 'completed']),
      }),
    )
    .max(100)
    .refine(
      (plan) => plan.filter(({ status }) => status === 'in_progress').length <= 1,
      'at most one step may be in_progress',
    ),
})

/** The `update_plan` function tool: the agent shows a person what it means to do. It runs nothing and changes nothing. */
export const updatePlanTool: Tool = {
  spec: {
    name: 'update_plan',
    description:
      'Shows the user your plan for a task of several steps, and how far you are. Give the whole plan each time. At most one step is in_progress.',
    parameters: {
      type: 'object',
      properties: {
        explanation: { type: 'string', description: 'One sentence for the user: why the plan changed.' },
        plan: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              step: { type: 'string', description: 'What is done in this step, in a few words.' },
              status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
            },
            required: ['step', 'status'],
            additionalProperties: false,
          },
        },
      },
      required: ['plan'],
      additionalProperties: false,
    },
  },
  run({ callId, arguments: text }, turn) {
    const parsed = readArguments(text, UpdatePlanArguments)
    if ('problem' in parsed) {
      const reason = `${parsed.problem}; expected {"explanation"?: string, "plan": [{"step": string, "status": "pending" | "in_progress" | "completed"}, …]}`
      turn.emit({ type: 'tool.rejected', callId, name: 'update_plan', reason })
      return Promise.resolve({
        text: `failed to parse function arguments: ${reason}. The plan is as it was.`,
        ends: false,
      })
    }
    const { explanation, plan } = parsed
    turn.emit({ type: 'plan.updated', callId, plan, ...(explanation !== undefined && { explanation }) })
    return Promise.resolve({ text: 'Plan updated', ends: false })
  },
}
