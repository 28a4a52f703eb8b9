import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  ElicitRequestSchema,
  ListRootsRequestSchema,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js'
import type { McpCallWorld, McpElicitation } from '../../core/mcp/mcp-servers'

/**
 * Answers what a server asks its client: the session's folder as its one root, and what it wants to know of the person, who is
 * asked while a call runs. Outside of a call nobody has a context to answer in, and it is cancelled. Sampling is not offered.
 */
export function answerQuestions(
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
