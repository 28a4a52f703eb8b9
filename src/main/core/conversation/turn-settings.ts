import type { SessionSummary } from '@shared/domain/session'
import type { TurnOverrides } from '@shared/domain/turn-overrides'
import type { SessionChange } from './session-change'
import type { TurnWork } from './turn'

/** What comes with a turn: settings that are the session's from then on, and the form its last message is to have. */
export interface TurnSettings {
  readonly change?: SessionChange
  readonly outputSchema?: TurnOverrides['outputSchema']
  /** The title of a session that has none yet. */
  readonly title?: string
}

/** The part of a turn's requests that the session's settings decide. */
export function requestSettings(
  { model, reasoningEffort, reasoningSummary, baseInstructions }: SessionSummary,
  { outputSchema }: TurnSettings,
): TurnWork['request'] {
  return {
    model,
    ...(baseInstructions !== undefined && { instructions: baseInstructions }),
    ...(reasoningEffort && { reasoningEffort }),
    ...(reasoningSummary && { reasoningSummary }),
    ...(outputSchema && { output: { mode: 'schema', name: 'final_message', schema: outputSchema } }),
  }
}
