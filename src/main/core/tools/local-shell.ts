import { z } from 'zod'
import { shellTool } from './shell'
import { type Tool, callRejected, noNul, readArguments } from './tool'

const Action = z.object({
  command: z.array(noNul).min(1, 'needs at least a program name'),
  working_directory: noNul.nullish(),
  timeout_ms: z.number().positive().nullish(),
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), noNul).nullish(),
  user: z.string().nullish(),
})

/**
 * `local_shell` for the models that were made with it: the server knows its form, and its calls are those of `shell`. Variables
 * are set by `env`, so that they are read like every other word of the command.
 */
export const localShellTool: Tool = {
  byPerform: true,
  spec: {
    name: 'local_shell',
    description: 'Runs a program in a sandbox and returns its output and exit code.',
    form: 'local_shell',
    parameters: {
      type: 'object',
      properties: {
        command: { type: 'array', items: { type: 'string' }, description: 'The program and its arguments.' },
        working_directory: {
          type: 'string',
          description: 'The folder to run in; default: the session folder.',
        },
        timeout_ms: { type: 'number', description: 'Time limit in milliseconds; default 10000.' },
        env: { type: 'object', additionalProperties: { type: 'string' }, description: 'Variables to set.' },
      },
      required: ['command'],
      additionalProperties: false,
    },
  },
  run(call, turn, parts) {
    const parsed = readArguments(call.arguments, Action)
    const reject = (problem: string) =>
      Promise.resolve(callRejected({ callId: call.callId, name: 'local_shell' }, problem, turn))
    if ('problem' in parsed)
      return reject(
        `${parsed.problem}; expected {"command": ["program", "argument", …], "working_directory"?: string, "timeout_ms"?: number above 0, "env"?: {"NAME": string}}`,
      )
    if (parsed.user) return reject('commands run as the user of this machine; expected no "user"')
    const variables = Object.entries(parsed.env ?? {}).map(([name, value]) => `${name}=${value}`)
    const { working_directory: workdir, timeout_ms } = parsed
    const asked = {
      command: variables.length > 0 ? ['env', ...variables, ...parsed.command] : parsed.command,
      ...(workdir ? { workdir } : {}),
      ...(timeout_ms ? { timeout_ms } : {}),
    }
    return shellTool.run({ ...call, arguments: JSON.stringify(asked) }, turn, parts)
  },
}
