import type { TranscriptItem } from './transcript-items'

/** A turn has one plan, which stands where it was last changed. */
export function planned(
  items: readonly TranscriptItem[],
  plan: Extract<TranscriptItem, { kind: 'plan' }>,
): readonly TranscriptItem[] {
  const turn = items.findLastIndex((item) => item.kind === 'user')
  return [...items.filter((item, at) => at < turn || item.kind !== 'plan'), plan]
}
