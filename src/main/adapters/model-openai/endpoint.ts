import type { Fault } from '@shared/domain/fault'
import type { ModelProvider } from '@shared/domain/settings'

/**
 * A provider with everything a request needs. `key` and `headers` are handed to the client and to nothing else; `key`
 * is '' for a server that wants none.
 */
export interface Endpoint {
  readonly id: string
  readonly provider: ModelProvider
  readonly key: string
  /** The key is one that Countersign keeps, not one of the environment. */
  readonly keyStored?: boolean
  /** The key is lent by another machine; whether it still is. Absent: it is one of this machine. */
  readonly isHeld?: () => boolean
  /** The configured headers, those from the environment among them; their values may be secrets. */
  readonly headers: Readonly<Record<string, string>>
}

/** What is said where a key that was lent is gone. */
export const lostKey = (id: string): Fault & { readonly code: 'missing-key' } => ({
  code: 'missing-key',
  message: `The key for "${id}" was lent over a connection that is not there any more`,
  remedy: 'Connect again and send the next message, or give the key on this machine',
})

type Environment = Readonly<Record<string, string | undefined>>

/** The configured headers with the values of the environment now; one whose variable cannot stand in a header is left out. */
export function headersOf(provider: ModelProvider, env: Environment): Record<string, string> {
  const fromEnvironment = Object.entries(provider.env_http_headers ?? {}).flatMap(([name, variable]) => {
    const value = env[variable]?.trim() ?? ''
    return /^[\x20-\x7e]+$/.test(value) ? [[name, value] as const] : []
  })
  return { ...provider.http_headers, ...Object.fromEntries(fromEnvironment) }
}

/** The provider's name for a person: the configured one, or its id. */
export function endpointLabel({ id, provider }: Endpoint): string {
  return provider.name ?? id
}

/** `host:port` of the provider's address; never its path, and never a user name that may stand in it. */
export function endpointHost({ provider }: Endpoint): string {
  const url = new URL(provider.base_url)
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
}

const longestQuote = 300

/**
 * A server's words, fit to be shown: one line, without control characters, at most 300 characters, and without the
 * key and the configured headers, which some servers repeat. Still untrusted; '' when nothing is left.
 */
export function quoteServer(text: string, { key, headers }: Pick<Endpoint, 'key' | 'headers'>): string {
  const secrets = [key, ...Object.values(headers)].filter((secret) => secret.length > 3)
  const blanked = secrets.reduce((quoted, secret) => quoted.replaceAll(secret, '[key]'), text)
  const line = blanked.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const characters = Array.from(line)
  return characters.length > longestQuote ? `${characters.slice(0, longestQuote - 1).join('')}…` : line
}
