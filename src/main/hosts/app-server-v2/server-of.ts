import type { McpServerListing } from '@shared/domain/mcp-listing'
import type { McpServerStatus } from '@shared/domain/mcp-server'
import { hints } from '../protocol/wire-mcp'

const authWords = {
  'bearer-token': 'bearerToken',
  'o-auth': 'oAuth',
  'not-signed-in': 'notLoggedIn',
} as const

/** A configured server as this protocol tells it; without `status` no thread runs it, and nothing is known of its tools. */
export function serverOf({
  id,
  signIn,
  status,
}: Pick<McpServerListing, 'id' | 'signIn'> & { readonly status: McpServerStatus | undefined }) {
  const auth = status?.auth ?? (signIn === 'in' ? 'o-auth' : signIn === 'none' ? undefined : 'not-signed-in')
  return {
    name: id,
    tools: Object.fromEntries(
      (status?.tools ?? []).map(({ name, description, inputSchema, annotations }) => [
        name,
        { name, description, inputSchema, annotations: hints(annotations) },
      ]),
    ),
    resources: [],
    resourceTemplates: [],
    authStatus: auth ? authWords[auth] : ('unsupported' as const),
  }
}
