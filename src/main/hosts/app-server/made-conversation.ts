import type { SessionSummary } from '@shared/domain/session'

/** What a request is answered with that made or took up a conversation. */
export function madeOf({ id, model, rolloutPath = '', reasoningEffort, reasoningSummary }: SessionSummary) {
  return {
    conversationId: id,
    model,
    rolloutPath,
    ...(reasoningEffort && { reasoningEffort }),
    ...(reasoningSummary && { reasoningSummary }),
  }
}
