import { arch, platform, release } from 'node:os'
import type { EngineService } from '../../core/engine/engine-service'
import type { MessageWriter } from '../protocol/message-writer'
import type { ModelKey } from '../cli/composed-engine'
import type { Conversations } from './conversations'
import { hasKey } from './model-key'
import type { accountRequests, AuthMethod, ClientCapabilities } from './protocol/account-requests'
import type { RequestHandlers } from './protocol/client-requests'
import { RequestError } from './request-error'

/** What the account requests work with. */
export interface AccountWorld {
  readonly engine: EngineService
  readonly writer: MessageWriter
  readonly conversations: Pick<Conversations, 'rateLimits'>
  readonly modelKey: ModelKey
}

/** What is known without an engine. `initialized` takes what the client said it understands. */
export interface ClientWorld {
  readonly version: string
  readonly env: NodeJS.ProcessEnv
  readonly initialized: (capabilities: ClientCapabilities) => void
}

const noChatGpt = (): never => {
  throw new RequestError(
    'Signing in with ChatGPT is not supported here; expected loginApiKey with a key, or the key in the environment',
  )
}

/** Answers the requests about the connection and the account (docs/spec/wire.md). */
export function accountHandlers(
  client: ClientWorld,
  world: () => Promise<AccountWorld>,
): Pick<RequestHandlers, keyof typeof accountRequests> {
  const { version, env, initialized } = client
  let clientName = ''
  const userAgent = (): string => {
    const terminal = (env.TERM_PROGRAM ?? env.TERM ?? 'unknown').replace(/[^\x20-\x7e]/g, '_')
    return `countersign/${version} (${platform()} ${release()}; ${arch()}) ${terminal}${clientName}`
  }
  const changed = async (): Promise<void> => {
    const { writer, modelKey } = await world()
    const authMethod: AuthMethod = hasKey(modelKey) ? 'apikey' : null
    writer.send({ method: 'authStatusChange', params: { authMethod } })
  }
  const logout = async (): Promise<Record<string, never>> => {
    const { modelKey } = await world()
    const { variable, keys } = modelKey
    if (variable !== undefined) await keys.remove(variable)
    await changed()
    return {}
  }
  return {
    initialize: ({ clientInfo, capabilities }) => {
      const said = `${clientInfo.name}; ${clientInfo.version}`.replace(/[^\x20-\x7e]/g, '_')
      clientName = ` (${said})`
      initialized(capabilities ?? {})
      return { userAgent: userAgent() }
    },
    getUserAgent: () => ({ userAgent: userAgent() }),
    userInfo: () => ({ allegedUserEmail: null }),

    loginApiKey: async ({ apiKey }) => {
      const { modelKey } = await world()
      const { variable, keys } = modelKey
      if (variable === undefined)
        throw new RequestError('The model provider in use takes no key; expected one with env_key')
      if (!/^[\x21-\x7e]+$/.test(apiKey))
        throw new RequestError('apiKey holds characters that no key has; expected visible ASCII')
      await keys.save(variable, apiKey)
      await changed()
      return {}
    },
    logout,
    logoutChatGpt: logout,
    'account/logout': logout,
    loginChatGpt: noChatGpt,
    cancelLoginChatGpt: noChatGpt,
    'account/login': noChatGpt,

    getAuthStatus: async () => {
      const { modelKey } = await world()
      return {
        authMethod: hasKey(modelKey) ? 'apikey' : null,
        // The key stays in this process, whatever is asked (docs/security-model/secrets.md).
        authToken: null,
        requiresOpenaiAuth: modelKey.variable !== undefined,
      }
    },
    'account/read': async () => {
      const { modelKey } = await world()
      return {
        account: hasKey(modelKey) ? { type: 'apiKey' } : null,
        requiresOpenaiAuth: modelKey.variable !== undefined,
      }
    },
    'account/rateLimits/read': async () => ({ rateLimits: (await world()).conversations.rateLimits }),

    'model/list': async ({ pageSize, cursor }) => {
      const { engine } = await world()
      const { models, defaults } = await engine.state()
      const from = cursor === undefined ? 0 : Number(cursor)
      if (!Number.isSafeInteger(from) || from < 0)
        throw new RequestError(
          `there is no page ${JSON.stringify(cursor)}; expected a nextCursor as it was given`,
        )
      const to = from + (pageSize ?? 100)
      const items = models.slice(from, to).map(({ provider, providerName, model }) => ({
        id: `${provider}/${model}`,
        model,
        displayName: model,
        description: providerName,
        supportedReasoningEfforts: [],
        defaultReasoningEffort: 'medium',
        isDefault: provider === defaults.provider && model === defaults.model,
      }))
      return { items, nextCursor: to < models.length ? String(to) : null }
    },
  }
}
