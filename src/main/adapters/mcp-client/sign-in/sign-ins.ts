import { randomBytes } from 'node:crypto'
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js'
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import type { McpServer } from '@shared/domain/mcp-server'
import { FaultError } from '@shared/domain/fault'
import type { SignIns } from '../../../core/engine/server-directory'
import type { Clock } from '../../../core/ports/system'
import { clientMetadata } from './signed-in'
import { openCallback, type CameBack } from './callback'
import { guardedFetch, SignInError, type GuardedFetch } from './guarded-fetch'
import type { SignedIn, TokenStore } from './token-store'

/** Loaded for the first sign-in: it takes long. */
const library = () => import('@modelcontextprotocol/sdk/client/auth.js')

/** A person has so long to come back. */
const patienceMs = 5 * 60_000

/** One sign-in, from its click to its tokens. What was found out at its beginning holds to its end. */
class SignIn implements OAuthClientProvider {
  readonly redirectUrl: string
  readonly #state: string
  #verifier = ''
  #client: OAuthClientInformationMixed | undefined
  #discovery: OAuthDiscoveryState | undefined
  #brought: OAuthTokens | undefined
  visit: URL | undefined

  constructor(redirectUrl: string, state: string) {
    this.redirectUrl = redirectUrl
    this.#state = state
  }

  get clientMetadata(): OAuthClientMetadata {
    return clientMetadata(this.redirectUrl)
  }

  state = (): string => this.#state
  clientInformation = (): OAuthClientInformationMixed | undefined => this.#client
  saveClientInformation = (client: OAuthClientInformationMixed): void => {
    this.#client = client
  }
  // What an earlier sign-in brought is not used: the person wants a new one.
  tokens = (): undefined => undefined
  saveTokens = (tokens: OAuthTokens): void => {
    this.#brought = tokens
  }
  redirectToAuthorization = (url: URL): void => {
    this.visit = url
  }
  saveCodeVerifier = (verifier: string): void => {
    this.#verifier = verifier
  }
  codeVerifier = (): string => this.#verifier
  saveDiscoveryState = (found: OAuthDiscoveryState): void => {
    this.#discovery = found
  }
  discoveryState = (): OAuthDiscoveryState | undefined => this.#discovery

  /**
   * Throws SignInError where somebody else says to have let the person in than the one they were sent to. Who that is says the address at which
   * it describes itself, and not the description alone: a server can describe itself as another one, send the person there, and have their code sent to itself.
   */
  checkIssuer({ iss }: CameBack): void {
    const { authorizationServerUrl: at, authorizationServerMetadata: found } = this.#discovery ?? {}
    const says =
      (found as Readonly<Record<string, unknown>> | undefined)?.[
        'authorization_response_iss_parameter_supported'
      ] === true
    if (iss === undefined && says)
      throw new SignInError(
        'The answer does not say where it comes from, and the place to sign in at says that it would.',
      )
    if (iss === undefined) return
    if (iss !== found?.issuer || at === undefined || !isSameIssuer(iss, at))
      throw new SignInError('The answer comes from another place than the one that you were sent to.')
  }

  /** The host that is given the code, where the person signs in at another. */
  codeTo(visit: URL): string | undefined {
    const { host } = new URL(this.#discovery?.authorizationServerMetadata?.token_endpoint ?? visit)
    return host === visit.host ? undefined : host
  }

  result(url: string, now: number): SignedIn {
    const [client, tokens] = [this.#client, this.#brought]
    if (!client?.issuer || !tokens?.issuer) throw new SignInError('No token came of it.')
    return {
      url,
      client: { ...client, issuer: client.issuer },
      tokens: { ...tokens, issuer: tokens.issuer },
      ...(tokens.expires_in === undefined ? {} : { expiresAt: now + tokens.expires_in * 1000 }),
    }
  }
}

/** Whether they are one address, with or without a slash at its end. */
function isSameIssuer(one: string, other: string | URL): boolean {
  const plain = (url: string | URL): string | undefined => URL.parse(String(url))?.href.replace(/\/$/, '')
  return plain(one) !== undefined && plain(one) === plain(other)
}

/** Where the server says that its sign-in is described, and for what, if it says so when it is asked without a token. */
async function saidBy(serverUrl: string, guarded: GuardedFetch) {
  const { extractWWWAuthenticateParams } = await library()
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  const response = await guarded.fetch(serverUrl, init)
  return extractWWWAuthenticateParams(response)
}

/** A fault in words of ours: what was refused on the way tells more than what the library makes of it. */
function faultOf(error: unknown, { refused }: GuardedFetch): Error {
  if (error instanceof FaultError) return error
  const said = error instanceof SignInError ? error.message : refused.at(-1)
  const text = error instanceof Error ? error.message : String(error)
  const line = text.replaceAll(/\s+/g, ' ').slice(0, 300)
  return new FaultError(
    { code: 'bad-request', message: `Signing in came to nothing. ${said ?? line}` },
    error,
  )
}

/** Signing in by the library's OAuth (authorization code, PKCE, a client registered for the one sign-in). */
export function createSignIns(parts: {
  readonly servers: () => Readonly<Record<string, McpServer>>
  readonly tokens: TokenStore
  readonly clock: Clock
}): SignIns {
  const { servers, tokens, clock } = parts
  return {
    async begin(id) {
      const serverUrl = servers()[id]?.url
      if (serverUrl === undefined)
        throw new FaultError({ code: 'bad-request', message: `${id} has no address.` })
      const { auth } = await library()
      const guarded = guardedFetch(serverUrl)
      const state = randomBytes(32).toString('base64url')
      const callback = await openCallback(state)
      const over = new AbortController()
      try {
        const own = new SignIn(callback.redirectUrl, state)
        const said = await saidBy(serverUrl, guarded)
        const begun = await auth(own, { serverUrl, ...said, fetchFn: guarded.fetch })
        if (begun !== 'REDIRECT' || !own.visit) throw new SignInError('It names no place to sign in at.')
        await guarded.check(own.visit)
        const finish = async (): Promise<void> => {
          try {
            const back = await callback.back
            own.checkIssuer(back)
            await auth(own, { serverUrl, authorizationCode: back.code, fetchFn: guarded.fetch })
            over.signal.throwIfAborted()
            await tokens.save(id, own.result(serverUrl, clock.now()))
          } catch (error) {
            throw faultOf(error, guarded)
          } finally {
            over.abort()
          }
        }
        clock.sleep(patienceMs, over.signal).then(
          () => {
            callback.close('You did not come back within five minutes.')
          },
          () => undefined, // it is over already
        )
        const codeTo = own.codeTo(own.visit)
        const done = finish()
        done.catch(() => undefined) // whoever waits for it is told
        return {
          url: own.visit.href,
          host: own.visit.host,
          ...(codeTo !== undefined && { codeTo }),
          done,
          cancel: () => {
            over.abort(new SignInError('It was given up.'))
            callback.close('It was given up.')
          },
        }
      } catch (error) {
        callback.close('It came to nothing.')
        throw faultOf(error, guarded)
      }
    },
    forget: (id) => tokens.forget(id),
  }
}
