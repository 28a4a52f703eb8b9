import { z } from 'zod'
import type { KeyStore } from '../../../core/ports/key-store'

/** What a sign-in brought: good for the server at `url` alone. The library's `issuer` says who gave it, and stays with it. */
export const SignedIn = z.object({
  url: z.string(),
  client: z.looseObject({ client_id: z.string(), client_secret: z.string().optional(), issuer: z.string() }),
  tokens: z.looseObject({
    access_token: z.string(),
    refresh_token: z.string().optional(),
    token_type: z.string(),
    issuer: z.string(),
  }),
  /** When the access token is no good any more, in milliseconds since the epoch; absent: nobody said. */
  expiresAt: z.number().optional(),
})
export type SignedIn = z.infer<typeof SignedIn>

/** The tokens of signed-in servers, in the store for keys. Never in a file of configuration. */
export interface TokenStore {
  /** What holds for the server at this address; undefined where nothing does, also where the address has changed since. */
  read(id: string, url: string): SignedIn | undefined
  /** Throws FaultError `store-failed`. */
  save(id: string, signedIn: SignedIn): Promise<void>
  forget(id: string): Promise<void>
  /** Every secret that this process has had to do with, for redaction. */
  secrets(): readonly string[]
}

/** A name that no environment variable can have. */
const nameOf = (id: string): string => `mcp:${id}`

/** Makes it over a store for keys. */
export function createTokenStore(
  keys: Pick<KeyStore, 'read' | 'save' | 'remove'> & { readonly secrets?: () => readonly string[] },
): TokenStore {
  const secrets = new Set<string>()
  const note = ({ client, tokens }: SignedIn): void => {
    for (const secret of [client.client_secret, tokens.access_token, tokens.refresh_token])
      if (secret !== undefined) secrets.add(secret)
  }
  const noted = (text: string): SignedIn | undefined => {
    try {
      const found = SignedIn.parse(JSON.parse(text))
      note(found)
      return found
    } catch {
      return undefined // damaged: the person signs in again; or a key of a model server
    }
  }
  // What lies there is kept secret also before it is asked for, as where a session is only exported.
  for (const text of keys.secrets?.() ?? []) noted(text)
  return {
    read(id, url) {
      const found = noted(keys.read(nameOf(id)) ?? '')
      return found?.url === url ? found : undefined
    },
    async save(id, signedIn) {
      note(signedIn)
      await keys.save(nameOf(id), JSON.stringify(signedIn))
    },
    forget: (id) => keys.remove(nameOf(id)),
    secrets: () => [...secrets],
  }
}
