import type { McpServer } from '@shared/domain/mcp-server'
import type { ConfiguredServer } from '../../core/engine/server-directory'
import type { Redact } from '../../core/redaction/redact-secrets'

/** An address without what may be a secret in it: name, password, query and fragment. */
function shownAddress(text: string): string {
  const { protocol, host, pathname, search } = new URL(text)
  return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`
}

/** Whether a server is signed in to: reached by address, with no token of its own. */
export function takesSignIn({
  url,
  bearer_token_env_var: bearer,
  http_headers,
  env_http_headers,
}: McpServer): boolean {
  const headers = Object.keys({ ...http_headers, ...env_http_headers })
  return (
    url !== undefined &&
    bearer === undefined &&
    !headers.some((name) => name.toLowerCase() === 'authorization')
  )
}

/** The configured servers for a list, in the order of their names. */
export function configuredServers(
  servers: Readonly<Record<string, McpServer>>,
  isSignedIn: (id: string, url: string) => boolean,
  redact: Redact,
): readonly ConfiguredServer[] {
  return Object.entries(servers)
    .map(([id, server]): ConfiguredServer => {
      const { command, args = [], url, enabled } = server
      const signIn = url !== undefined && isSignedIn(id, url) ? 'in' : 'out'
      return {
        id,
        transport: url === undefined ? 'program' : 'address',
        target: redact(url === undefined ? [command ?? '', ...args].join(' ') : shownAddress(url)),
        enabled,
        signIn: takesSignIn(server) ? signIn : 'none',
      }
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
