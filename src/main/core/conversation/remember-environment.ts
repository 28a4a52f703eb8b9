import { userMessage } from '@shared/domain/response-item'
import type { SessionSummary } from '@shared/domain/session'
import { environmentContext } from './environment-context'
import { restoredNews } from './restored-news'
import type { SessionRecord } from './session-record'

/**
 * Puts before a turn's message what the model has not been told: the environment, or what has changed of it, and what a person put back
 * since the last turn, and `news` of the agents and processes that it started. Throws FaultError `store-failed`.
 */
export async function rememberEnvironment(
  summary: SessionSummary,
  record: Pick<SessionRecord, 'events' | 'items' | 'remember'>,
  news: readonly (string | undefined)[],
): Promise<void> {
  const item = environmentContext(summary, record.items())
  if (item) await record.remember(item)
  const restored = restoredNews(record.events())
  if (restored !== undefined) await record.remember(userMessage(restored))
  for (const text of news) if (text !== undefined) await record.remember(userMessage(text))
}
