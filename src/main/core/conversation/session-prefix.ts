import { messageText, type ResponseItem } from '@shared/domain/response-item'
import { processesOpening } from '../processes/process-news'

/** How the message begins that stands for what a compaction left out. */
export const summaryOpening = '<conversation_summary>'

/** How the message begins that tells a model what became of agents that it started. */
export const agentsOpening = '<agents>'

/** How the messages begin that the engine itself puts in the user's place; those of the reference system are among them. */
const openings = [
  '<environment_context>',
  '<user_instructions>',
  '<permissions instructions>',
  '# AGENTS.md instructions',
  '<user_action>',
  summaryOpening,
  agentsOpening,
  processesOpening,
]

/** Whether an item is a message that a person wrote, and not one of the session's prefix (docs/spec/records.md). */
export function isUserMessage(item: ResponseItem): boolean {
  if (item.type !== 'message' || item.role !== 'user') return false
  const text = messageText(item).trimStart()
  return !openings.some((opening) => text.startsWith(opening))
}
