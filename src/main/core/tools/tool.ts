import { z } from 'zod'
import { FaultError } from '@shared/domain/fault'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { ToolSpec } from '../ports/models'
import { jsonShape } from '../text/json-shape'

/** One function call as a model made it; `arguments` is its raw, untrusted JSON text. */
export interface ToolCall {
  readonly callId: string
  readonly arguments: string
}

/** The text for the model with the addresses of its pictures, and whether the turn is over (the person said so, or it was interrupted). */
export interface ToolReply {
  readonly text: string
  readonly images?: readonly string[]
  readonly ends: boolean
}

/** A tool of the agent's. `run` never throws for bad arguments: it tells the model what was expected. */
export interface Tool {
  readonly spec: ToolSpec
  /** All that it does goes by `perform`, which waits for TurnContext.kept itself: a person is asked before. Absent: it is waited for. */
  readonly byPerform?: true
  run(call: ToolCall, turn: TurnContext, parts: CommandParts): Promise<ToolReply>
}

/** Ends a call whose arguments are no good: the transcript and the model are told why, and nothing ran. */
export function callRejected(
  call: { readonly callId: string; readonly name: string },
  problem: string,
  turn: TurnContext,
): ToolReply {
  turn.emit({ type: 'tool.rejected', callId: call.callId, name: call.name, reason: problem })
  return { text: `failed to parse function arguments: ${problem}. Nothing ran.`, ends: false }
}

/** The real folder that a call names, from the session's; or why it cannot be used. */
export async function readWorkdir(
  workdir: string | undefined,
  turn: TurnContext,
  parts: CommandParts,
): Promise<{ readonly cwd: string } | { readonly problem: string }> {
  try {
    return { cwd: await parts.workspace.resolveFolder(workdir ?? '.', turn.cwd) }
  } catch (error) {
    if (error instanceof FaultError) return { problem: `workdir: ${error.message}` }
    throw error
  }
}

/** Text that can be handed to a program. */
export const noNul = z
  .string()
  .refine((text) => !text.includes('\0'), 'must not contain NUL')
  .refine((text) => text.isWellFormed(), 'must be valid Unicode (half of a surrogate pair is not)')

/** No call needs more, and a schema follows each level within the one above it, and looks at each value. */
const mostDepth = 100
const mostValues = 100_000

/**
 * A model's raw arguments by their schema. The text is untrusted: what does not fit comes back as a problem in one line,
 * and nothing is thrown.
 */
export function readArguments<T extends object>(
  text: string,
  schema: z.ZodType<T>,
): T | { readonly problem: string } {
  const { depth, values } = jsonShape(text)
  if (depth > mostDepth) return { problem: `the arguments are nested more than ${String(mostDepth)} deep` }
  if (values > mostValues) return { problem: `the arguments have more than ${String(mostValues)} values` }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // The text is the model's: it is told, and nothing else depends on it.
    return { problem: 'the arguments are not valid JSON' }
  }
  const parsed = schema.safeParse(json)
  return parsed.success ? parsed.data : { problem: z.prettifyError(parsed.error).replace(/\s*\n\s*/g, '; ') }
}
