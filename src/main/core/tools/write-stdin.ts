import { z } from 'zod'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import { performInput } from '../execution/input-action'
import { maxOutputTokens } from '../processes/cut-output'
import type { Sent } from '../run/process-input'
import { remedyAfterDenial, reportProcess, chunkId } from '../processes/report-process'
import type { RunningProcess } from '../processes/running-process'
import { type Tool, readArguments } from './tool'

/** Bounds of a wait in milliseconds: after text, and of a poll that sends nothing (docs/spec/tools.md). */
const afterText = { least: 250, most: 30_000, usual: 250 }
const poll = { least: 5_000, most: 300_000, usual: 5_000 }
/** What text sets off gets this long before anything is read. */
const pauseMs = 100

const WriteArguments = z.object({
  // Some models write every number as text.
  session_id: z.union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ]),
  chars: z.string().max(1_000_000).default(''),
  yield_time_ms: z.number().nonnegative().optional(),
  max_output_tokens: z.number().positive().default(maxOutputTokens),
})

const sentNotes: Readonly<Record<Sent, readonly string[]>> = {
  sent: [],
  full: ['Not everything was sent: the process does not read what it is given. Try again later.'],
  closed: ['Nothing was sent: the process takes no more input.'],
}

/** Sends text where it may be sent. */
async function send(
  process: RunningProcess,
  chars: string,
  turn: TurnContext,
  parts: CommandParts,
): Promise<{ readonly notes: readonly string[] } | { readonly text: string; readonly ends: boolean }> {
  if (chars === '') return { notes: [] }
  if (process.outcome) return { notes: sentNotes.closed }
  const done = await performInput(process, chars, turn, parts)
  if (done.kind === 'refused') return { text: done.text, ends: done.ends }
  const { sent } = done.run
  if (sent === 'sent') turn.emit({ type: 'command.input', callId: process.origin.callId, text: chars })
  await process.wait(pauseMs, parts.clock, turn.signal)
  return { notes: sentNotes[sent] }
}

/** The `write_stdin` function tool (docs/spec/tools.md): text for a process of exec_command, or a look at what it printed. */
export const writeStdinTool: Tool = {
  spec: {
    name: 'write_stdin',
    description:
      'Writes to a process that exec_command started and returns what it printed since the last look. Without chars it only looks, and waits for at least five seconds or the end. "\\u0003" interrupts the process (Ctrl-C); without a terminal "\\u0004" at the end closes its input.',
    parameters: {
      type: 'object',
      properties: {
        session_id: { type: 'number', description: 'The session ID from exec_command.' },
        chars: { type: 'string', description: 'The text; end lines with \\n. Empty: only look.' },
        yield_time_ms: {
          type: 'number',
          description: 'How long to wait: 250 to 30000 ms after text, 5000 to 300000 ms without.',
        },
        max_output_tokens: {
          type: 'number',
          description: `How much output to return; at most and by default ${String(maxOutputTokens)} tokens.`,
        },
      },
      required: ['session_id'],
      additionalProperties: false,
    },
  },
  async run(call, turn, parts) {
    const reject = (problem: string) => {
      turn.emit({ type: 'tool.rejected', callId: call.callId, name: 'write_stdin', reason: problem })
      return { text: `${problem}. Nothing was sent.`, ends: false }
    }
    const parsed = readArguments(call.arguments, WriteArguments)
    if ('problem' in parsed)
      return reject(
        `failed to parse function arguments: ${parsed.problem}; expected {"session_id": number, "chars"?: string}`,
      )
    const { session_id: id, chars, max_output_tokens: asked } = parsed
    const maxTokens = Math.min(asked, parts.outputLimit?.() ?? asked)
    const process = turn.processes?.use(id)
    if (!turn.processes || !process) {
      const ids = turn.processes?.ids() ?? []
      const live = ids.length === 0 ? 'none is running' : `there are: ${ids.join(', ')}`
      return reject(`there is no session ${String(id)}; ${live}`)
    }
    const { clock, ids } = parts
    const done = await send(process, chars, turn, parts)
    if ('text' in done) return done
    const started = clock.now()
    const bounds = chars === '' ? poll : afterText
    const ms = Math.min(Math.max(parsed.yield_time_ms ?? bounds.usual, bounds.least), bounds.most)
    await process.wait(ms, clock, turn.signal)
    if (turn.signal.aborted) return { text: 'aborted', ends: true }
    const { outcome } = process
    if (outcome) turn.processes.drop(id)
    const remedy = outcome?.kind === 'denied' ? [remedyAfterDenial(turn.approvalPolicy)] : []
    const notes = [...done.notes, ...remedy]
    const reading = { chunkId: chunkId(ids), waitedMs: clock.now() - started, maxTokens, notes }
    return { text: reportProcess(process, reading), ends: false }
  },
}
