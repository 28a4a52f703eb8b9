import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {
  ErrorCode,
  McpError,
  ToolListChangedNotificationSchema,
  ResultSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js'
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { McpCallWorld, McpElicitation } from '../../core/mcp/mcp-servers'
import { callTool } from './call-tool'
import { bounded, maxListed } from './read-tools'

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

/** A list that goes on for longer than this, or in a circle, is cut. */
const maxPages = 50

/** Everything that a server lists as its tools, page by page, unread and bounded. Throws where it answers no list. */
async function listAll(client: Client, options: RequestOptions): Promise<readonly unknown[]> {
  const listed: unknown[] = []
  const seen = new Set<string>()
  for (let cursor: string | undefined; ;) {
    const params = cursor === undefined ? {} : { cursor }
    const { tools, nextCursor: next } = await client.request(
      { method: 'tools/list', params },
      ResultSchema,
      options,
    )
    if (!Array.isArray(tools)) throw new Error('what it answered is no list of tools')
    // One more than is read tells that there are more.
    for (const each of tools.slice(0, maxListed + 1 - listed.length)) listed.push(bounded(each))
    const isEnough = listed.length > maxListed || seen.size >= maxPages
    if (typeof next !== 'string' || seen.has(next) || isEnough) return listed
    seen.add(next)
    cursor = next
  }
}

/**
 * Answers what a server asks its client: the session's folder as its one root, and what it wants to know of the person, who is
 * asked while a call runs. Outside of a call nobody has a context to answer in, and it is cancelled. Sampling is not offered.
 */
function answerQuestions(
  client: Client,
  of: { readonly id: string; readonly cwd: string; calling(): McpCallWorld | undefined },
): void {
  const roots = [{ uri: pathToFileURL(of.cwd).href, name: basename(of.cwd) }]
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots }))
  client.setRequestHandler(ElicitRequestSchema, async ({ params }, { signal }): Promise<ElicitResult> => {
    const call = of.calling()
    if (!call) return { action: 'cancel' }
    const asked = { server: of.id, message: params.message.slice(0, 4000) }
    const question: McpElicitation =
      'url' in params
        ? { mode: 'url', ...asked, url: params.url }
        : { mode: 'form', ...asked, schema: { ...params.requestedSchema } }
    // A question that could not be put on record was not put to anyone.
    return call
      .elicit(question, AbortSignal.any([signal, call.signal]))
      .catch((): ElicitResult => ({ action: 'cancel' }))
  })
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
