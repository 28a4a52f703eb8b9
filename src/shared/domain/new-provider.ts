import { z } from 'zod'
import { ModelKey } from './model-listing'
import { ModelProvider } from './settings'

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
