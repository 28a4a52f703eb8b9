import { FaultError } from '@shared/domain/fault'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { ToolReply } from './tool'

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
