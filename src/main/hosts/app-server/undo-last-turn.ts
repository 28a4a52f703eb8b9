import { FaultError } from '@shared/domain/fault'
import { restoredInWords } from '@shared/messages/restore'
import { saidInEnglish } from '@shared/messages/spoken'
import type { Restores } from '../../core/restores'
import type { EventMsg } from '../protocol/event-msg'

/** Takes back the last turn that changed the conversation's folder; what was changed since stays. A no is told as such, and never thrown. */
export async function undoLastTurn(restores: Restores, conversationId: string): Promise<EventMsg> {
  const no = (message: string): EventMsg => ({ type: 'undo_completed', success: false, message })
  try {
    const look = await restores.look(conversationId, 'undo')
    switch (look.kind) {
      case 'nothing':
        return no('no turn has changed a file that can be taken back')
      case 'unavailable':
        return no(look.why)
      case 'ready': {
        const { turnNumber = 0 } = look
        const restored = await restores.restore(conversationId, { way: 'undo', turnNumber, sinceToo: false })
        if (restored.files === 0 && restored.left.length > 0)
          return no(`nothing was taken back: ${restored.left.join(', ')} changed since`)
        const event = { type: 'files.restored', way: 'undo', turnNumber, ...restored } as const
        return {
          type: 'undo_completed',
          success: true,
          message: saidInEnglish(() => restoredInWords(event)),
        }
      }
    }
  } catch (error) {
    if (error instanceof FaultError) return no(error.message)
    throw error
  }
}
