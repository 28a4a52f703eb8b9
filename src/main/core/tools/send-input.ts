import { z } from 'zod'
import { agentRejected, noSuchAgent, reasonOf, reply } from './agent-reply'
import { longestMessage } from './spawn-agent'
import { type Tool, noNul, readArguments } from './tool'

const SendArguments = z.object({
  id: noNul.min(1, 'is empty').max(200),
  message: noNul.trim().min(1, 'is empty').max(longestMessage),
  interrupt: z.boolean().optional(),
})

/** The `send_input` function tool (docs/spec/tools.md): more work, or a correction, for an agent that was started before. */
export const sendInputTool: Tool = {
  spec: {
    name: 'send_input',
    description:
      'Sends a message to an agent. One that is at rest goes on with it, knowing what it did before; one that works gets it when it is done, or at once with interrupt.',
    parameters: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'The id that spawn_agent returned.' },
        message: { type: 'string', description: 'What it is to do.' },
        interrupt: { type: 'boolean', description: 'Stops what it does now, and has it do this instead.' },
      },
      required: ['id', 'message'],
      additionalProperties: false,
    },
  },
  async run(call, turn) {
    const reject = (problem: string) => agentRejected(call, 'send_input', problem, turn)
    const parsed = readArguments(call.arguments, SendArguments)
    if ('problem' in parsed)
      return reject(`${parsed.problem}; expected {"id": string, "message": string, "interrupt"?: boolean}`)
    const { id, message: text, interrupt } = parsed
    const agent = turn.agents?.get(id)
    if (!agent) return reject(noSuchAgent(id, turn))
    try {
      const sent = await agent.send({ callId: call.callId, text, interrupt })
      return reply({
        id: agent.id,
        name: agent.name,
        status: sent === 'queued' ? 'working, and gets it then' : 'working',
      })
    } catch (error) {
      return reject(reasonOf(error))
    }
  },
}
