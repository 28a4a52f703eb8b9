import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js'

/** A list that goes on for longer than this, or in a circle, is cut. */
const maxPages = 50

/** Everything that a server lists as its tools, page by page, unread. Throws where it answers no list. */
export async function listAll(client: Client, options: RequestOptions): Promise<readonly unknown[]> {
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
    listed.push(...(tools as readonly unknown[]))
    if (typeof next !== 'string' || seen.has(next) || seen.size >= maxPages) return listed
    seen.add(next)
    cursor = next
  }
}
