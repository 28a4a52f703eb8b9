import { z } from 'zod'
import { Fault } from './fault'
import { ModelProvider, ModelChoice } from './settings'

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

/** A server found on this machine, at the usual port of the preset it is named after. `models` may be empty. */
export const LocalServer = z.strictObject({
  provider: z.string(),
  name: z.string(),
  address: z.string(),
  models: z.array(z.string()),
})
export type LocalServer = z.infer<typeof LocalServer>

/**
 * What can be chosen now: the models of every provider that is set up or found, and what was wrong with the others.
 * Names of models are the servers' own words and untrusted.
 */
export const ModelListing = z.strictObject({
  choices: z.array(ModelChoice),
  local: z.array(LocalServer),
  problems: z.array(z.strictObject({ provider: z.string(), providerName: z.string(), fault: Fault })),
})
export type ModelListing = z.infer<typeof ModelListing>

/** A key as it may stand in a header. It goes to the key store and nowhere else. */
export const ModelKey = z.string().regex(/^[\x21-\x7e]{1,1000}$/)

/** An address that carries nothing but where a server is: a password or a query in it would stand in config.toml. */
const ServerAddress = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .regex(/^https?:\/\/[^\s/?#@\\]+(?:\/[^\s?#@\\]*)?$/)

/**
 * A model server as a person sets it up in the window. `address` is what `/models` and the wire format's paths are put
 * behind. With `model` it becomes the model of new sessions; with `key` the server is sent that key and no other.
 */
export const NewProvider = z.strictObject({
  name: z.string().trim().min(1).max(60),
  address: ServerAddress,
  wireApi: ModelProvider.shape.wire_api.unwrap(),
  model: z.string().trim().min(1).max(200).optional(),
  key: ModelKey.optional(),
})
export type NewProvider = z.infer<typeof NewProvider>

/** What a provider that was added is called in config.toml, and the file it stands in. */
export const AddedProvider = z.strictObject({ provider: z.string(), file: z.string() })
export type AddedProvider = z.infer<typeof AddedProvider>
