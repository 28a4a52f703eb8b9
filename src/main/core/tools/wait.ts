import { z } from 'zod'
import type { ChildAgent } from '../agents/child-agents'
import { agentRejected, noSuchAgent, reply, shortly, standing } from './agent-reply'
import { type Tool, noNul, readArguments } from './tool'

/** How long a wait may be, in milliseconds. */
const bounds = { least: 1000, most: 3_600_000, usual: 60_000 }

const WaitArguments = z.object({
  ids: z.array(noNul.min(1, 'is empty').max(200)).max(100).optional(),
  timeout_ms: z.number().nonnegative().optional(),
})

/**
 * The `wait` function tool (docs/spec/tools.md): how agents stand, as soon as one of them has ended that the model has not
 * heard of, or none works.
 */
export const waitTool: Tool = {
  spec: {
    name: 'wait',
    description:
      'Waits until one of the agents has ended, and returns how all of them stand, with the last messages of those that ended since you last heard of them, or that you name. Call it again for the others.',
    parameters: {
      type: 'object',
      properties: {
        ids: { type: 'array', items: { type: 'string' }, description: 'The agents; default: all.' },
        timeout_ms: {
          type: 'number',
          description: `How long to wait at most: ${String(bounds.least)} to ${String(bounds.most)}, default ${String(bounds.usual)}.`,
        },
      },
      additionalProperties: false,
    },
  },
  async run(call, turn, { clock }) {
    const reject = (problem: string) => agentRejected(call, 'wait', problem, turn)
    const parsed = readArguments(call.arguments, WaitArguments)
    if ('problem' in parsed)
      return reject(`${parsed.problem}; expected {"ids"?: [string, …], "timeout_ms"?: number}`)
    const named = parsed.ids ?? turn.agents?.all().map(({ id }) => id) ?? []
    const agents: ChildAgent[] = []
    for (const id of named) {
      const agent = turn.agents?.get(id)
      if (!agent) return reject(noSuchAgent(id, turn))
      agents.push(agent)
    }
    if (agents.length === 0) return reject('there is no agent to wait for')
    const ms = Math.min(Math.max(parsed.timeout_ms ?? bounds.usual, bounds.least), bounds.most)
    const over = new AbortController()
    const signal = AbortSignal.any([turn.signal, over.signal])
    const working = agents.filter(({ end }) => !end)
    if (working.length > 0 && !agents.some(({ end, reported }) => end && !reported))
      await Promise.race([
        ...working.map((agent) => agent.ended(signal).catch(() => undefined)),
        clock.sleep(ms, signal).catch(() => undefined),
      ])
    over.abort()
    if (turn.signal.aborted) return { text: 'aborted', ends: true }
    const whole = (agent: ChildAgent): boolean => parsed.ids !== undefined || !agent.end || !agent.reported
    const timedOut = working.length > 0 && !agents.some(({ end, reported }) => end && !reported)
    return reply({
      agents: agents.map((each) => (whole(each) ? standing(each) : shortly(each))),
      ...(timedOut && { timed_out: true }),
    })
  },
}
