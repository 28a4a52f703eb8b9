import { z } from 'zod'

const perMillion = z.number().nonnegative()

/** What a model costs, in units of a currency for a million tokens. Without `cached_input` cached tokens cost what others do. */
export const ModelPrice = z.strictObject({
  input: perMillion,
  cached_input: perMillion.optional(),
  output: perMillion,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('USD'),
})
export type ModelPrice = z.infer<typeof ModelPrice>

/** By provider and model, as `openai/gpt-5`. */
export const ModelPrices = z.record(z.string().regex(/^[^/]+\/.+$/), ModelPrice)
export type ModelPrices = z.infer<typeof ModelPrices>
