import { z } from 'zod'

const header = /^@@ -\d{1,9}(?:,\d{1,9})? \+\d{1,9}(?:,\d{1,9})? @@$/

/**
 * Of one text file that is shown as hunks only these are taken, named by their headers; its others stay as they are. What is put in place is
 * made from the two texts that the hunks were made of, never from anything that comes with the answer.
 */
export const OnlyHunks = z.strictObject({
  path: z.string().max(20_000),
  hunks: z.array(z.string().regex(header)).min(1).max(10_000),
})
export type OnlyHunks = z.infer<typeof OnlyHunks>

/** What a person leaves out of what is shown: whole files (of folders all below), and of others all hunks but some. */
export interface LeftOut {
  readonly leaveOut?: readonly string[] | undefined
  readonly onlyHunks?: readonly OnlyHunks[] | undefined
}

/** Whether anything is left out. */
export const leavesSome = ({ leaveOut = [], onlyHunks = [] }: LeftOut): boolean =>
  leaveOut.length + onlyHunks.length > 0

/** The headers of hunks, in their order. Every line of content has a sign before it, so that none passes for one. */
export const hunkHeaders = (hunks: string): readonly string[] =>
  hunks.split('\n').filter((row) => header.test(row))
