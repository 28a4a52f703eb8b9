import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ErrorCode, McpError, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { answerQuestions } from './answer-questions'
import { callTool } from './call-tool'
import { listAll } from './list-all'

const timedOut: number = ErrorCode.RequestTimeout

/** What went wrong, as a clause. */
function messageOf(error: unknown): string {
  if (error instanceof StreamableHTTPError && (error.code ?? 0) >= 100) {
    const asks = error.code === 401 || error.code === 403 ? '; it wants a token that it accepts' : ''
    return `it answered with HTTP status ${String(error.code)}${asks}`
  }
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
}

/**
 * What speaks to servers. Loading it takes as long as a third of the engine's start, so whoever needs it imports this file when there is a
 * server to speak to.
 */
export const protocol = {
  newClient: (version: string): Client =>
    new Client(
      { name: 'countersign', version },
      { capabilities: { roots: {}, elicitation: { form: {}, url: {} } } },
    ),
  answerQuestions,
  callTool,
  listAll,
  messageOf,
  isLate: (error: unknown): boolean => error instanceof McpError && error.code === timedOut,
  onToolsChanged: (client: Client, call: () => void): void => {
    client.setNotificationHandler(ToolListChangedNotificationSchema, call)
  },
}
