import { z } from 'zod'
import { performCommand } from '../execution/command-action'
import { type Tool, callRejected, readWorkdir, noNul, readArguments } from './tool'

/** docs/spec/tools.md. */
const defaultTimeoutMs = 10_000
/** No command may hold a turn for longer than this; a larger wish is cut to it. */
const maxTimeoutMs = 3_600_000

const ShellArguments = z.object({
  command: z.array(noNul).min(1, 'needs at least a program name'),
  workdir: noNul.optional(),
  timeout_ms: z.number().positive().optional(),
  timeout: z.number().positive().optional(),
  with_escalated_permissions: z.boolean().optional(),
  justification: z.string().max(4000).optional(),
})

function parseArguments(text: string): z.infer<typeof ShellArguments> | { readonly problem: string } {
  const parsed = readArguments(text, ShellArguments)
  return 'command' in parsed && parsed.command[0] === '' ? { problem: 'command[0] is empty' } : parsed
}

/** The `shell` function tool (docs/spec/tools.md, approvals.md). Every command goes through `performCommand`. */
export const shellTool: Tool = {
  byPerform: true,
  spec: {
    name: 'shell',
    description:
      'Runs a program and returns its output and exit code. Commands run inside a sandbox; what the sandbox stops is reported, not retried. Where their network is restricted, localhost is this session\'s own; a server on the machine around it is host.countersign.internal and its port, through the proxy of the environment, which the user is asked about. For shell syntax pass ["bash", "-lc", "…"].',
    parameters: {
      type: 'object',
      properties: {
        command: { type: 'array', items: { type: 'string' }, description: 'The program and its arguments.' },
        workdir: { type: 'string', description: 'The folder to run in; default: the session folder.' },
        timeout_ms: { type: 'number', description: 'Time limit in milliseconds; default 10000.' },
        with_escalated_permissions: {
          type: 'boolean',
          description:
            'Asks the user to run this outside the sandbox. Only when the approval policy is on-request.',
        },
        justification: {
          type: 'string',
          description: 'One sentence for the user: why the escalation is needed.',
        },
      },
      required: ['command'],
      additionalProperties: false,
    },
  },
  async run(call, turn, parts) {
    const parsed = parseArguments(call.arguments)
    const reject = (problem: string) => callRejected({ callId: call.callId, name: 'shell' }, problem, turn)
    if ('problem' in parsed)
      return reject(
        `${parsed.problem}; expected {"command": ["program", "argument", …], "workdir"?: string, "timeout_ms"?: number above 0}`,
      )
    const folder = await readWorkdir(parsed.workdir, turn, parts)
    if ('problem' in folder) return reject(folder.problem)
    const command = {
      callId: call.callId,
      command: parsed.command,
      cwd: folder.cwd,
      timeoutMs: Math.min(parsed.timeout_ms ?? parsed.timeout ?? defaultTimeoutMs, maxTimeoutMs),
      escalated: parsed.with_escalated_permissions ?? false,
      justification: parsed.justification,
    }
    return performCommand(command, turn, parts)
  },
}
