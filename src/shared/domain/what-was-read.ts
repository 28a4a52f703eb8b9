import { z } from 'zod'

/**
 * One file that look-through wanted for a command: its absolute path as it was asked for, and `sha256:` with the digest of
 * its text in hex; `missing` when nothing was there; `unread` when its text could not be read or may not be.
 */
export const ReadFile = z.strictObject({
  path: z.string(),
  digest: z.string().regex(/^(sha256:[0-9a-f]{64}|missing|unread)$/),
})
export type ReadFile = z.infer<typeof ReadFile>

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
