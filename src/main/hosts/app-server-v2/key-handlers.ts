import { hasKey } from '../app-server/model-key'
import { RequestError } from '../app-server/request-error'
import type { ModelKey } from '../cli/composed-engine'
import type { RequestHandlers } from './protocol/client-requests'
import type { keyRequests } from './protocol/key-requests'
import type { Emitted } from './protocol/notifications'

/** What these requests work with. */
export interface KeyWorld {
  readonly modelKey: ModelKey
  readonly emit: (reported: Emitted) => void
}

/** Answers the requests about the key of the provider in use. It is kept where the app keeps keys, and is never told to anybody. */
export function keyHandlers(world: () => Promise<KeyWorld>): Pick<RequestHandlers, keyof typeof keyRequests> {
  const emitAfter = ({ modelKey, emit }: KeyWorld, ...before: readonly Emitted[]): void => {
    const authMode = hasKey(modelKey) ? 'apikey' : null
    const updated: Emitted = { method: 'account/updated', params: { authMode, planType: null } }
    setImmediate(() => {
      for (const each of [...before, updated]) emit(each)
    })
  }
  return {
    'account/login/start': async (wish) => {
      if (wish.type !== 'apiKey')
        throw new RequestError('there is no such sign-in here; expected type "apiKey", or a key in Settings')
      const at = await world()
      const { variable, keys } = at.modelKey
      if (variable === undefined)
        throw new RequestError('The model provider in use takes no key; expected one with env_key')
      if (!/^[\x21-\x7e]+$/.test(wish.apiKey))
        throw new RequestError('apiKey holds characters that no key has; expected visible ASCII')
      await keys.save(variable, wish.apiKey)
      const done = { loginId: null, success: true, error: null } as const
      emitAfter(at, { method: 'account/login/completed', params: done })
      return { type: 'apiKey' }
    },
    // A key is taken at once, so that no sign-in is ever under way.
    'account/login/cancel': () => ({ status: 'notFound' }),
    'account/logout': async () => {
      const at = await world()
      const { variable, keys } = at.modelKey
      if (variable !== undefined) await keys.remove(variable)
      emitAfter(at)
      return {}
    },
  }
}
