import { z } from 'zod'

/**
 * A prompt that a person keeps in `prompts/<name>.md` of the home. `content` is the text behind the front matter, which gives
 * `description` and `argumentHint` where it is there.
 */
export const CustomPrompt = z.strictObject({
  name: z.string(),
  path: z.string(),
  content: z.string(),
  description: z.string().optional(),
  argumentHint: z.string().optional(),
})
export type CustomPrompt = z.infer<typeof CustomPrompt>
