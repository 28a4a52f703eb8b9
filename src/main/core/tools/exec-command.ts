import { z } from 'zod'
import { performCommand } from '../execution/command-action'
import { maxOutputTokens } from '../processes/cut-output'
import { startProcess } from './start-process'
import { isShellWord, shellNames } from '../shell/shell-script'
import { type Tool, callRejected, readWorkdir, noNul, readArguments } from './tool'

/** Bounds of a wait in milliseconds (docs/spec/tools.md). */
const minYieldMs = 250
const maxYieldMs = 30_000
const defaultYieldMs = 10_000
const terminal = { columns: 100, rows: 30 }

const ExecArguments = z.object({
  cmd: noNul.min(1, 'is empty'),
  workdir: noNul.optional(),
  shell: z
    .string()
    .refine(isShellWord, `must be one of ${shellNames.join(', ')}, by name or in a system folder`)
    .default('bash'),
  login: z.boolean().optional(),
  tty: z.boolean().default(false),
  yield_time_ms: z.number().nonnegative().default(defaultYieldMs),
  max_output_tokens: z.number().positive().default(maxOutputTokens),
  with_escalated_permissions: z.boolean().default(false),
  justification: z.string().max(4000).optional(),
})

const description =
  'Runs a shell command that may outlast this call: a server, a watcher, a REPL, anything that asks questions. Returns what it printed within yield_time_ms; while it runs on, the result has a session ID for write_stdin. What a command leaves in the background ends with it, so keep servers in the foreground of their session; later commands reach them at localhost and their port. Commands run inside the same sandbox as shell. For a command that simply ends, shell will do.'

/**
 * The `exec_command` function tool (docs/spec/tools.md): a process that goes through `performCommand` like every command. `logins`: whether its
 * shells are login shells where the model does not say otherwise, or may be at all.
 */
const execCommand = (logins: 'usual' | 'refused'): Tool => ({
  byPerform: true,
  spec: {
    name: 'exec_command',
    description,
    parameters: {
      type: 'object',
      properties: {
        cmd: { type: 'string', description: 'The shell command.' },
        workdir: { type: 'string', description: 'The folder to run in; default: the session folder.' },
        shell: { type: 'string', description: 'The shell; default bash.' },
        ...(logins === 'usual' && {
          login: { type: 'boolean', description: 'Whether it is a login shell (-lc); default true.' },
        }),
        tty: {
          type: 'boolean',
          description: 'Gives the command a terminal; default false, which is pipes. For REPLs and prompts.',
        },
        yield_time_ms: {
          type: 'number',
          description: 'How long to wait for the end, 250 to 30000 ms; default 10000.',
        },
        max_output_tokens: {
          type: 'number',
          description: `How much output to return; at most and by default ${String(maxOutputTokens)} tokens.`,
        },
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
      required: ['cmd'],
      additionalProperties: false,
    },
  },
  async run(call, turn, parts) {
    const reject = (problem: string) =>
      callRejected({ callId: call.callId, name: 'exec_command' }, problem, turn)
    const parsed = readArguments(call.arguments, ExecArguments)
    if ('problem' in parsed) return reject(`${parsed.problem}; expected {"cmd": string, …}`)
    const { login = logins === 'usual' } = parsed
    if (login && logins === 'refused')
      return reject('login shells are switched off here (allow_login_shell); leave login out')
    if (!turn.processes) return reject('this session keeps no processes; use shell')
    const folder = await readWorkdir(parsed.workdir, turn, parts)
    if ('problem' in folder) return reject(folder.problem)
    const command = {
      callId: call.callId,
      command: [parsed.shell, login ? '-lc' : '-c', parsed.cmd],
      cwd: folder.cwd,
      timeoutMs: Infinity,
      escalated: parsed.with_escalated_permissions,
      justification: parsed.justification,
    }
    const attempting = startProcess(turn.processes, {
      terminal: parsed.tty ? terminal : undefined,
      yieldMs: Math.min(Math.max(parsed.yield_time_ms, minYieldMs), maxYieldMs),
      maxTokens: parsed.max_output_tokens,
    })
    return performCommand(command, turn, parts, attempting)
  },
})

/** The tool as it is offered where nothing is configured. */
export const execCommandTool = execCommand('usual')

/** The tool where `allow_login_shell` is off. */
export const plainExecCommandTool = execCommand('refused')
