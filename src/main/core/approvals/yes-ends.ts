import type { YesEnds } from '@shared/domain/nearest-rule'

/** How often a standing yes was used, and when last; milliseconds since the epoch. */
export interface YesUsage {
  readonly count: number
  readonly last?: number
  readonly suspended?: boolean
}

/** Whether a standing yes still counts. `ended`: for good, by this; `suspended`: until somebody says so again. */
export type YesStanding =
  | { readonly kind: 'in-force' }
  | { readonly kind: 'ended'; readonly by: 'time' | 'runs' | 'branch' }
  | { readonly kind: 'suspended'; readonly because: 'unused' | 'person' }

/** A yes that nobody used for so long asks again. */
export const unusedMs = 30 * 24 * 60 * 60 * 1000

/**
 * How a standing yes stands at a moment. `now` is the latest moment that this home has seen, so that a clock that is set back lengthens nothing;
 * `branch` is the folder's, undefined where it is not known: a yes for a branch does not count there. `since` is when it was given.
 */
export function standingOf(
  {
    ends,
    since,
    usage,
  }: { readonly ends?: YesEnds | undefined; readonly since?: number; readonly usage: YesUsage },
  { now, branch }: { readonly now: number; readonly branch: string | undefined },
): YesStanding {
  if (ends?.at !== undefined && !(now < Date.parse(ends.at))) return { kind: 'ended', by: 'time' }
  if (ends?.runs !== undefined && usage.count >= ends.runs) return { kind: 'ended', by: 'runs' }
  if (ends?.branch !== undefined && ends.branch !== branch) return { kind: 'ended', by: 'branch' }
  if (usage.suspended === true) return { kind: 'suspended', because: 'person' }
  const touched = Math.max(usage.last ?? 0, since ?? 0)
  if (touched > 0 && now - touched > unusedMs) return { kind: 'suspended', because: 'unused' }
  return { kind: 'in-force' }
}

/** One word for it. */
export const standingWord = (
  standing: YesStanding,
): 'in-force' | 'time' | 'runs' | 'branch' | 'unused' | 'person' =>
  standing.kind === 'in-force' ? 'in-force' : standing.kind === 'ended' ? standing.by : standing.because
