import { z } from 'zod'
import { Fault } from './fault'
import { ModelProvider } from './settings'

/**
 * A model server that is known: built in, or of config.toml. `key`: whether it takes one, and where the one in force lies; the key
 * itself is told to nobody. `variable` is the environment variable that goes before a stored key.
 */
export const ProviderListing = z.strictObject({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  wireApi: ModelProvider.shape.wire_api.unwrap(),
  own: z.boolean(),
  key: z.enum(['none', 'environment', 'stored', 'missing']),
  variable: z.string().optional(),
})
export type ProviderListing = z.infer<typeof ProviderListing>

/** What came of asking a server for its models, with the key that it has: the one thing all of them answer at no cost. */
export const ProviderTest = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('answers'),
    models: z.int().nonnegative(),
    durationMs: z.int().nonnegative(),
  }),
  z.strictObject({ kind: z.literal('fails'), fault: Fault }),
])
export type ProviderTest = z.infer<typeof ProviderTest>
