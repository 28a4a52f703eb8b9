import { z } from 'zod'

/** One piece of what a person sends, in the core's own form: text, an image by URL, an image file by path. */
export const UserInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image'), image_url: z.string() }),
  z.strictObject({ type: z.literal('local_image'), path: z.string() }),
])
export type UserInput = z.infer<typeof UserInput>
