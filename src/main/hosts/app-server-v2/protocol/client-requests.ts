import { z } from 'zod'
import { absent } from '../../app-server/protocol/absent'
import { JsonValue } from '../../protocol/json-value'
import { commandRequests } from './command-requests'
import { connectionRequests } from './connection-requests'
import { threadRequests } from './thread-requests'
import { turnRequests } from './turn-requests'

const none = z.object({})

/** The requests that give and take away the key of the provider in use, by method. Of the ways to sign in only a key is one here. */
export const keyRequests = {
  'account/login/start': {
    params: z.discriminatedUnion('type', [
      z.object({ type: z.literal('apiKey'), apiKey: z.string().min(1).max(10_000) }),
      z.looseObject({ type: z.enum(['chatgpt', 'chatgptDeviceCode', 'chatgptAuthTokens', 'amazonBedrock']) }),
    ]),
    result: z.object({ type: z.literal('apiKey') }),
  },
  'account/login/cancel': {
    params: z.object({ loginId: z.string().max(200) }),
    result: z.object({ status: z.literal('notFound') }),
  },
  'account/logout': { params: z.looseObject({}).nullish(), result: none },
} as const

/** One value in place of what a key has; null: as if nobody had set it. */
const edit = {
  keyPath: z.string().min(1).max(500),
  value: JsonValue,
  mergeStrategy: z.enum(['replace', 'upsert']),
}
const where = {
  filePath: z.string().max(4096).nullish().transform(absent),
  expectedVersion: z.string().max(200).nullish().transform(absent),
}
const written = z.object({
  status: z.literal('ok'),
  version: z.string(),
  filePath: z.string(),
  overriddenMetadata: z.null(),
})

/** The requests that write config.toml, by method: all edits of one or none. */
export const writeRequests = {
  'config/value/write': { params: z.object({ ...edit, ...where }), result: written },
  'config/batchWrite': {
    params: z.object({ edits: z.array(z.object(edit)).min(1).max(100), ...where }),
    result: written,
  },
} as const

/** Every request that a client can make, by method, with the schemas of its parameters and of its answer. */
export const clientRequests = {
  ...commandRequests,
  ...connectionRequests,
  ...keyRequests,
  ...threadRequests,
  ...turnRequests,
  ...writeRequests,
} as const

/** A request's name. */
export type ClientMethod = keyof typeof clientRequests

/** What answers each request. A thrown error becomes a JSON-RPC error with its reason. */
export type RequestHandlers = {
  readonly [M in ClientMethod]: (
    params: z.output<(typeof clientRequests)[M]['params']>,
  ) => Result<M> | Promise<Result<M>>
}

type Result<M extends ClientMethod> = z.input<(typeof clientRequests)[M]['result']>
