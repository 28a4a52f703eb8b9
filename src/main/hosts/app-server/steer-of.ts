import { isDeepStrictEqual } from 'node:util'
import { FaultError } from '@shared/domain/fault'
import type { SessionSummary, TurnOverrides } from '@shared/domain/session'
import type { UserInput } from '@shared/domain/user-input'
import type { EngineService } from '../../core/engine/engine-service'
import type { Steer } from './conversation'

/** A message, and what the turn that it would begin is to work under. */
export interface MessageWish {
  readonly conversationId: string
  readonly input: readonly UserInput[]
  readonly overrides: TurnOverrides
  readonly clientId: string
}

/** Whether settings that come with a message are those that are in force. */
function inForce(session: SessionSummary, overrides: TurnOverrides): boolean {
  const now: TurnOverrides = {
    ...{ cwd: session.cwd, provider: session.provider, model: session.model },
    ...{ approvalPolicy: session.approvalPolicy, sandboxPolicy: session.sandboxPolicy },
    ...{ effort: session.reasoningEffort ?? null, summary: session.reasoningSummary ?? null },
  }
  return Object.entries(overrides).every(
    ([key, wanted]) => wanted === undefined || isDeepStrictEqual(wanted, now[key as keyof TurnOverrides]),
  )
}

/**
 * How a message is said to the turn that runs. A turn keeps what it began with, so one with other settings has to be a turn of its own, as has
 * one whose answer is to have a form, and one for a review, a compaction or an agent of another maker.
 */
export function steerOf(
  engine: Pick<EngineService, 'steerTurn' | 'openSession'>,
  { conversationId, input, overrides, clientId }: MessageWish,
): Steer {
  return {
    clientId,
    settings: Object.keys(overrides).length > 0,
    async give() {
      const { session } = await engine.openSession(conversationId)
      if (!inForce(session, overrides)) return false
      try {
        await engine.steerTurn(conversationId, input, { clientId })
        return true
      } catch (error) {
        const { code } = error instanceof FaultError ? error.fault : {}
        if (code === 'no-turn' || code === 'not-steerable') return false
        throw error
      }
    },
  }
}
