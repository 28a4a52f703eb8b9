import { z } from 'zod'

/**
 * One file that look-through wanted for a command: its absolute path as it was asked for, and `sha256:` with the digest of
 * its text in hex; `missing` when nothing was there; `unread` when its text could not be read or may not be. A file that is only named or touched has the
 * digest of where it leads (`leads:`), a pattern that of the names that fit it and where they lead (`names:`). A name that only a text
 * beyond the session's folders holds, and that nothing bears, is a word of that text: in its place stands `not-told:` with a number.
 */
export const ReadFile = z.strictObject({
  path: z.string(),
  digest: z.string().regex(/^((sha256|leads|names):[0-9a-f]{64}|missing|unread)$/),
})
export type ReadFile = z.infer<typeof ReadFile>

const notTold = 'not-told:'

/** What stands in place of a path that is not told. */
export const untoldPath = (number: string): string => `${notTold}${number}`

/** True for what stands in place of a path. */
export const isUntold = (path: string): boolean => path.startsWith(notTold)

/** True for what stands for a place and not for a text. */
export const isPlace = ({ digest }: ReadFile): boolean => /^(leads|names):/.test(digest)

/** Everything that look-through read for one command, each path once: what a yes to it was given on. */
export const WhatWasRead = z.array(ReadFile)
export type WhatWasRead = z.infer<typeof WhatWasRead>

/** The paths of a list that a later list does not confirm, in order. What could not be read the first time is left out. */
export function changedFiles(then: readonly ReadFile[], now: readonly ReadFile[]): readonly string[] {
  const current = new Map(now.map(({ path, digest }) => [path, digest]))
  return then.flatMap(({ path, digest }) =>
    digest === 'unread' || current.get(path) === digest ? [] : [path],
  )
}
