import { messageText, userMessage, type ResponseItem } from '@shared/domain/response-item'
import { byteLength, cutMiddle } from '../text/cut-text'
import { isEnvironmentContext } from './environment-context'
import { isInstructions } from './project-instructions'
import { isUserMessage, summaryOpening } from './session-prefix'

/** 20,000 tokens of four bytes: what is kept of the user's own words (docs/spec/records.md). */
const userBytes = 80_000

const closing = '</conversation_summary>'
const preface =
  'The conversation before this point was replaced by this summary, which you wrote for yourself. The user’s messages above are their own words. Go on from here.'

/** The summary as the message that stands for what was left out. */
function summaryMessage(summary: string): ResponseItem {
  const inert = summary.replaceAll(closing, '<\\/conversation_summary>')
  return userMessage(`${summaryOpening}\n${preface}\n\n${inert}\n${closing}`)
}

/** Whether an item is the summary of an earlier compaction. */
export function isSummary(item: ResponseItem): boolean {
  return item.type === 'message' && item.role === 'user' && messageText(item).startsWith(summaryOpening)
}

/**
 * The history after a compaction: the instructions and `environment`, the user's messages (at most 20,000 tokens, cut in
 * the middle; pictures only of the last one), and the summary. What it is made from stays on record.
 */
export function compactedHistory(
  items: readonly ResponseItem[],
  summary: string,
  environment: ResponseItem | undefined = items.findLast(isEnvironmentContext),
): ResponseItem[] {
  const instructions = items.findLast(isInstructions)
  const prefix = [instructions, environment].filter((item) => item !== undefined)
  return [...prefix, ...personMessages(items.filter(isUserMessage)), summaryMessage(summary)]
}

function personMessages(messages: readonly ResponseItem[]): ResponseItem[] {
  const texts = messages.map(messageText)
  if (texts.reduce((sum, text) => sum + byteLength(text), 0) <= userBytes) {
    const last = messages.at(-1)
    return [...texts.slice(0, -1).map((text) => userMessage(text)), ...(last ? [last] : [])]
  }
  return [userMessage(cutMiddle(texts.join('\n\n'), userBytes, '[... messages of the user cut here ...]'))]
}
