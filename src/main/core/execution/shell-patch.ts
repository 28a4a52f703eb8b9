import { FaultError } from '@shared/domain/fault'
import type { CommandCall, CommandParts, TurnContext } from '../turn/turn-context'
import { performPatch } from './patch-action'
import { recognisePatch } from '../patch/recognise-patch'
import type { CommandReply } from './action'

/**
 * Takes over a command that is a patch in one of the shell forms of docs/spec/tools.md. Undefined: it is an ordinary
 * command, and nothing was done. A `cd` that leads nowhere stops the patch, as the shell's `&&` would.
 */
export async function runAsPatch(
  call: CommandCall,
  turn: TurnContext,
  parts: CommandParts,
): Promise<CommandReply | undefined> {
  const found = await recognisePatch(call.command, parts.parser)
  const reject = (reason: string, text: string): CommandReply => {
    turn.emit({ type: 'tool.rejected', callId: call.callId, name: 'apply_patch', reason })
    return { text, ends: false }
  }
  switch (found.kind) {
    case 'command':
      return undefined
    case 'bare-body': {
      const reason = 'a patch was passed without a command; call apply_patch with it'
      return reject(reason, `apply_patch verification failed: ${reason}. Nothing was changed.`)
    }
    case 'patch': {
      const { callId, escalated, justification } = call
      let { cwd } = call
      try {
        if (found.folder !== undefined) cwd = await parts.workspace.resolveFolder(found.folder, cwd)
      } catch (error) {
        if (!(error instanceof FaultError)) throw error
        return reject(
          error.message,
          `apply_patch verification failed: cd: ${error.message} Nothing was changed.`,
        )
      }
      return performPatch({ callId, body: found.body, cwd, escalated, justification }, turn, parts)
    }
  }
}
