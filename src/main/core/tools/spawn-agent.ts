import { z } from 'zod'
import { SandboxMode } from '@shared/domain/sandbox-policy'
import { maxWorking } from '../agents/child-agents'
import { agentRejected, reasonOf, reply } from './agent-reply'
import { type Tool, noNul, readArguments } from './tool'

/** So long a message to an agent may be, in characters. */
export const longestMessage = 100_000

const SpawnArguments = z.object({
  name: noNul.max(60).optional(),
  message: noNul.trim().min(1, 'is empty').max(longestMessage),
  sandbox_mode: SandboxMode.optional(),
})

/** The `spawn_agent` function tool (docs/spec/tools.md): a child session begins to work on a task, beside this turn. */
export const spawnAgentTool: Tool = {
  spec: {
    name: 'spawn_agent',
    description: `Starts an agent that works on a task of its own, in the same folder and under the same limits, and returns its id at once. It knows nothing of this conversation: the message must say all that it needs. Its last message is its result; get it with wait. At most ${String(maxWorking)} work side by side. Agents end when the user stops this turn.`,
    parameters: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'What to call it, in one or two words.' },
        message: { type: 'string', description: 'The task, with everything that it has to know.' },
        sandbox_mode: {
          type: 'string',
          enum: [...SandboxMode.options],
          description: 'Narrower limits than those of this session, such as read-only.',
        },
      },
      required: ['message'],
      additionalProperties: false,
    },
  },
  async run(call, turn) {
    const reject = (problem: string) => agentRejected(call, 'spawn_agent', problem, turn)
    const parsed = readArguments(call.arguments, SpawnArguments)
    if ('problem' in parsed)
      return reject(
        `${parsed.problem}; expected {"message": string, "name"?: string, "sandbox_mode"?: "read-only" | "workspace-write"}`,
      )
    if (!turn.agents) return reject('an agent cannot start agents')
    const { name, message, sandbox_mode: sandboxMode } = parsed
    try {
      const { callId } = call
      const agent = await turn.agents.spawn({ kind: 'agent', callId, message, name, sandboxMode })
      return reply({ id: agent.id, name: agent.name, status: 'working' })
    } catch (error) {
      return reject(reasonOf(error))
    }
  },
}
