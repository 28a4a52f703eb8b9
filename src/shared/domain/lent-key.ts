import { z } from 'zod'

/** So many providers' keys one host is lent. */
export const mostLent = 20

/** What a provider is named by where its key is lent. */
export const LentProvider = z.string().min(1).max(100)

/**
 * A key of a model provider that one machine lends another for the life of their connection: for requests to this very address, by a provider of this name
 * that has no key there. It stands in no header that it could break.
 */
export const LentKey = z.strictObject({
  provider: LentProvider,
  baseUrl: z.url({ protocol: /^https?$/ }).max(2_000),
  key: z
    .string()
    .max(4_096)
    .regex(/^[\x21-\x7e]+$/),
})
export type LentKey = z.infer<typeof LentKey>
