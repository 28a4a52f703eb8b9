import { z } from 'zod'

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
