import { z } from 'zod'

/** One thing that a run did with a path. */
export const RunChange = z.strictObject({
  path: z.string(),
  kind: z.enum(['created', 'changed', 'deleted']),
})
export type RunChange = z.infer<typeof RunChange>

/** So many paths and hosts of a difference are kept. */
export const mostDifferences = 20

/**
 * What a run did, compared with what was shown before the yes to it. `by`: a rehearsal that went through to its end, or what facts and
 * evidence named, where only what lies beyond the policy's places is compared. `watched`: all of the places, a part of them since there
 * was too much to look at, or (outside the sandbox) the named places alone. `more` and `hosts` are the first of what it did and was
 * not shown: changes, and connections that were refused; `moreCount` counts all such changes. Paths and hosts are untrusted.
 */
export const RunPromise = z.strictObject({
  by: z.enum(['rehearsal', 'facts']),
  watched: z.enum(['all', 'part', 'named']),
  more: z.array(RunChange),
  moreCount: z.int().nonnegative(),
  hosts: z.array(z.string()),
})
export type RunPromise = z.infer<typeof RunPromise>

/** Whether a run did more than was shown. */
export const didMore = ({ moreCount, hosts }: RunPromise): boolean => moreCount > 0 || hosts.length > 0

/**
 * What a yes was given on, kept with it to compare its runs with. Of `paths`: `goes`, it was shown to be removed or moved away; `below`,
 * what lies in it is meant as well. `cut`: there were more. Hosts are `host:port`, or a name alone for any port.
 */
export const ShownRun = z.strictObject({
  by: RunPromise.shape.by,
  paths: z.array(
    z.strictObject({
      path: z.string(),
      goes: z.literal(true).optional(),
      below: z.literal(true).optional(),
    }),
  ),
  hosts: z.array(z.string()),
  cut: z.literal(true).optional(),
})
export type ShownRun = z.infer<typeof ShownRun>
