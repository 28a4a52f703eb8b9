import { z } from 'zod'

/** Longest data URL of a picture, in characters: 20 MB of base64 and its head. */
export const longestImageUrl = 20 * 1024 * 1024

/**
 * A picture that goes to the model with a message: a data URL (PNG, JPEG, GIF, WebP), an https address that the server
 * fetches itself, or the absolute path of a file on the engine's machine.
 */
export const UserImage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('image'),
    url: z
      .string()
      .max(longestImageUrl)
      .regex(/^(?:https:\/\/\S+|data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2})$/),
  }),
  z.strictObject({ type: z.literal('localImage'), path: z.string().min(1).max(4096) }),
])
export type UserImage = z.infer<typeof UserImage>

/** One part of what a person says in a turn. */
export const UserInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().max(1_000_000) }),
  ...UserImage.options,
])
export type UserInput = z.infer<typeof UserInput>
