/** One hit among those of several places: of the place `at`, its `hit`, from 0, or below 0 from its last (-1). */
export interface HitCursor {
  readonly at: number
  readonly hit: number
}

/** Which of so many hits it is; what is beyond them is the nearest. -1 without any. */
export const hitIndex = (count: number, hit: number): number =>
  hit < 0 ? Math.max(Math.min(0, count - 1), count + hit) : Math.min(hit, count - 1)

/** The hit after this one, or before it, around the ends; `counts` are those of the places, each at least 1. */
export function nextHit(counts: readonly number[], { at, hit }: HitCursor, by: 1 | -1): HitCursor {
  const count = counts[at] ?? 1
  const index = hitIndex(count, hit) + by
  // It stays counted from the end that it was counted from: how many there are may be known better later.
  if (index >= 0 && index < count) return { at, hit: hit < 0 ? index - count : index }
  return { at: (at + by + counts.length) % counts.length, hit: by === 1 ? 0 : -1 }
}

/** As which of how many hits it is shown, from 1. */
export function hitAmong(
  counts: readonly number[],
  { at, hit }: HitCursor,
): { readonly nth: number; readonly of: number } {
  const sum = (some: readonly number[]): number => some.reduce((total, count) => total + count, 0)
  return { nth: sum(counts.slice(0, at)) + hitIndex(counts[at] ?? 1, hit) + 1, of: sum(counts) }
}
