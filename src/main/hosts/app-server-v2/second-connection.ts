import type { AppServerEngine, ModelKey } from '../cli/composed-engine'
import { Connection, type Protocol } from '../app-server/client-connection'
import { errorCodes, RequestError } from '../app-server/request-error'
import type { MessageWriter } from '../protocol/message-writer'
import { hasKey } from '../app-server/model-key'
import { commandHandlers } from './command-handlers'
import { connectionHandlers, type ClientSaid } from './connection-handlers'
import { clientRequests, type RequestHandlers, type keyRequests } from './protocol/client-requests'
import type { Emitted } from './protocol/notifications'
import { threadHandlers } from './thread-handlers'
import { Followers, Threads } from './threads'
import { turnHandlers } from './turn-handlers'
import { writeHandlers } from './write-handlers'

/** What a client is served with. `compose` gives one engine, however often it is called. */
export interface SecondWorld {
  readonly writer: MessageWriter
  readonly version: string
  readonly env: NodeJS.ProcessEnv
  /** Where the configuration and the records are. Throws for a bad environment. */
  readonly home: () => string
  /** Aborted when the program ends. */
  readonly stop: AbortSignal
  /** Shared by the clients of one engine; absent: it is the only one. */
  readonly followers?: Followers
  readonly compose: () => Promise<AppServerEngine>
}

/** A client that is served. `leave`: it is gone; what only it followed is stopped, and the engine stays. */
export interface SecondClient {
  readonly connection: Connection
  readonly leave: () => Promise<void>
}

/** The protocol: its requests, and how it refuses what is none of them. */
export const secondProtocol: Protocol = {
  requests: clientRequests,
  unknown: (method) =>
    new RequestError(`method not found: ${JSON.stringify(method.slice(0, 100))}`, errorCodes.noMethod),
  badParams: (method, problems) =>
    new RequestError(`Invalid params: ${method}: ${problems}`, errorCodes.badParams),
}

/** Only shows early what a later message holds as a whole. */
const spare = /^item\/.*\/(?:delta|outputDelta|textDelta|summaryTextDelta|progress)$/i

/** One client of the second protocol (docs/spec/app-server-v2.md); `known` has initialized already, and said no more than its name. */
export function secondConnection(
  world: SecondWorld,
  known?: { readonly name: string; readonly version: string },
): SecondClient {
  const { writer, version, env, home, followers = new Followers() } = world
  const gone = new AbortController()
  const stop = AbortSignal.any([gone.signal, world.stop])
  let said: ClientSaid = { name: 'unknown', version: 'unknown', ...known, unwanted: new Set() }
  let engine: ReturnType<typeof start> | undefined

  const emit = ({ method, params }: Emitted): void => {
    if (said.unwanted.has(method)) return
    writer.send({ method, params, emittedAtMs: Date.now() }, spare.test(method) ? 'spare' : 'keep')
  }
  async function start() {
    const composed = await world.compose()
    const { log } = composed
    const ask: Connection['ask'] = (method, params) => connection.ask(method, params)
    const threads = new Threads({ engine: composed.engine, log, ask, emit }, followers)
    const unsubscribe = composed.engine.subscribe((notice) => {
      threads.take(notice)
    })
    const unattend = composed.engine.questions.attendElsewhere((asks) =>
      Promise.resolve(threads.attend(asks)),
    )
    const room = (): Promise<void> => writer.room()
    return {
      ...composed,
      ends: [unsubscribe, unattend],
      threads,
      version,
      emit,
      room,
      stop,
      client: () => said,
    }
  }
  // A composition that failed (a bad config.toml) is tried again by the next request: the file may be mended by then.
  const composed = () =>
    (engine ??= start().catch((error: unknown) => {
      engine = undefined
      throw error
    }))
  const connection: Connection = new Connection(
    writer,
    {
      ...connectionHandlers(
        {
          version,
          env,
          home,
          initialized: (client) => {
            said = client
          },
        },
        composed,
      ),
      ...commandHandlers(composed),
      ...keyHandlers(composed),
      ...threadHandlers(composed),
      ...turnHandlers(composed),
      ...writeHandlers(composed),
    },
    secondProtocol,
  )
  const leave = async (): Promise<void> => {
    gone.abort(new Error('the client is gone'))
    const used = await engine?.catch(() => undefined)
    if (used) {
      for (const end of used.ends) end()
      const { threads, log } = used
      const left = await Promise.allSettled(threads.ids.map((id) => threads.letGo(id)))
      for (const each of left)
        if (each.status === 'rejected') log.error('a thread was not let go of', each.reason)
    }
    connection.end()
  }
  return { connection, leave }
}

/** What these requests work with. */
interface KeyWorld {
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
