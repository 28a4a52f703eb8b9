import { z } from 'zod'

/** Text that can be handed to a program. */
export const noNul = z
  .string()
  .refine((text) => !text.includes('\0'), 'must not contain NUL')
  .refine((text) => text.isWellFormed(), 'must be valid Unicode (half of a surrogate pair is not)')

/**
 * A model's raw arguments by their schema. The text is untrusted: what does not fit comes back as a problem in one line,
 * and nothing is thrown.
 */
export function readArguments<T extends object>(
  text: string,
  schema: z.ZodType<T>,
): T | { readonly problem: string } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // The text is the model's: it is told, and nothing else depends on it.
    return { problem: 'the arguments are not valid JSON' }
  }
  const parsed = schema.safeParse(json)
  return parsed.success ? parsed.data : { problem: z.prettifyError(parsed.error).replace(/\s*\n\s*/g, '; ') }
}
