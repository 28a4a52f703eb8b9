import { z } from 'zod'
import { Fault } from './fault'
import { ModelChoice } from './settings'

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
