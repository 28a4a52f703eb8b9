import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthTokens, OAuthClientMetadata } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { Clock } from '../../../core/ports/system'
import { guardedFetch } from './guarded-fetch'
import type { SignedIn, TokenStore } from './token-store'

/** A token that is no good in so long is got anew before it is used. */
const marginMs = 30_000

/** What a session sends to a server that the person has signed in to. `over` says that it is no good any more. */
export interface SignedInServer {
  readonly provider: OAuthClientProvider
  readonly over: () => boolean
}

/** Gives servers what sign-ins brought. It never begins one: that takes a person. Two sessions get a new token together. */
export class SignedInServers {
  readonly #tokens: TokenStore
  readonly #clock: Clock
  readonly #refreshing = new Map<string, Promise<void>>()

  constructor(tokens: TokenStore, clock: Clock) {
    this.#tokens = tokens
    this.#clock = clock
  }

  /** Whether somebody has signed in to it, be that still good or not. */
  has(id: string, url: string): boolean {
    return this.#tokens.read(id, url) !== undefined
  }

  /** Undefined for a server that nobody has signed in to. */
  open(id: string, url: string): SignedInServer | undefined {
    if (!this.has(id, url)) return undefined
    let over = false
    const end = (): never => {
      over = true
      throw new Error('its sign-in is no good any more; sign in again')
    }
    const read = (): SignedIn | undefined => this.#tokens.read(id, url)
    const base = {
      redirectUrl: 'http://127.0.0.1/callback',
      clientMetadata: clientMetadata('http://127.0.0.1/callback'),
      clientInformation: () => read()?.client,
      saveTokens: async (tokens: OAuthTokens & { issuer?: string }) => {
        const before = read()
        if (!before) return end()
        const { expires_in: seconds } = tokens
        const { expiresAt: _old, ...kept } = before
        await this.#tokens.save(id, {
          ...kept,
          tokens: { ...before.tokens, ...tokens, issuer: tokens.issuer ?? before.tokens.issuer },
          ...(seconds === undefined ? {} : { expiresAt: this.#clock.now() + seconds * 1000 }),
        })
      },
      // The library says that they were refused, and asks again: there is nothing to renew then.
      invalidateCredentials: () => {
        over = true
      },
      redirectToAuthorization: end,
      saveCodeVerifier: () => undefined,
      codeVerifier: end,
    }
    const stored = (): OAuthTokens | undefined => (over ? undefined : read()?.tokens)
    const refresh = async (): Promise<void> => {
      const { fetch } = guardedFetch(url)
      const { auth } = await import('@modelcontextprotocol/sdk/client/auth.js')
      await auth({ ...base, tokens: stored }, { serverUrl: url, fetchFn: fetch })
    }
    const tokens = async (): Promise<OAuthTokens | undefined> => {
      const found = read()
      const late = found?.expiresAt !== undefined && found.expiresAt - marginMs < this.#clock.now()
      if (late && found.tokens.refresh_token !== undefined) {
        const running = this.#refreshing.get(id) ?? refresh().finally(() => this.#refreshing.delete(id))
        this.#refreshing.set(id, running)
        await running
      }
      return stored()
    }
    return { provider: { ...base, tokens }, over: () => over }
  }
}

/** What a sign-in of ours looks like to whom it is made with. */
export const clientMetadata = (redirectUrl: string): OAuthClientMetadata => ({
  client_name: 'Countersign',
  redirect_uris: [redirectUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
})
