import { z } from 'zod'
import { agentRejected, noSuchAgent, reply, standing } from './agent-reply'
import { type Tool, noNul, readArguments } from './tool'

const CloseArguments = z.object({ id: noNul.min(1, 'is empty').max(200) })

/** The `close_agent` function tool (docs/spec/tools.md): ends an agent for good. Its record stays. */
export const closeAgentTool: Tool = {
  spec: {
    name: 'close_agent',
    description: 'Stops an agent for good, whatever it does, and returns how it stood.',
    parameters: {
      type: 'object',
      properties: { id: { type: 'string', description: 'The id that spawn_agent returned.' } },
      required: ['id'],
      additionalProperties: false,
    },
  },
  async run(call, turn) {
    const reject = (problem: string) => agentRejected(call, 'close_agent', problem, turn)
    const parsed = readArguments(call.arguments, CloseArguments)
    if ('problem' in parsed) return reject(`${parsed.problem}; expected {"id": string}`)
    const agent = turn.agents?.get(parsed.id)
    if (!agent) return reject(noSuchAgent(parsed.id, turn))
    await agent.close()
    return reply(standing(agent))
  },
}
