import { z } from 'zod'

/** A language that the window can be in, by its tag. */
export const Language = z.enum(['en', 'de', 'fr'])
export type Language = z.infer<typeof Language>

/** The chosen language; where none is chosen the first of the person's own (tags like `de-AT`) that there is, else English. */
export function languageOf(chosen: Language | undefined, preferred: readonly string[]): Language {
  if (chosen !== undefined) return chosen
  const known = preferred.map((tag) => Language.safeParse(tag.split('-', 1)[0]?.toLowerCase()))
  return known.find(({ success }) => success)?.data ?? 'en'
}
