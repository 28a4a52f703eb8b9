import { z } from 'zod'

/** Longest data URL of a picture, in characters: 20 MB of base64 and its head. */
const longestImageUrl = 20 * 1024 * 1024

/**
 * A picture that can go to a model with a message: a data URL (PNG, JPEG, GIF, WebP), an https address that the server
 * fetches itself, or the absolute path of a file on the engine's machine.
 */
export const UserImage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('image'),
    image_url: z
      .string()
      .max(longestImageUrl)
      .regex(/^(?:https:\/\/\S+|data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2})$/),
  }),
  z.strictObject({ type: z.literal('local_image'), path: z.string().min(1).max(4096) }),
])
export type UserImage = z.infer<typeof UserImage>

/** One piece of what a person sends, in the core's own form: text, an image by URL, an image file by path. Pictures are
 * checked as UserImage before they are used. */
export const UserInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image'), image_url: z.string() }),
  z.strictObject({ type: z.literal('local_image'), path: z.string() }),
])
export type UserInput = z.infer<typeof UserInput>
