import type { KeptStore, ShadowStore, StoreFolders } from './shadow-store'

/** How much is kept of folders at most, and how long. */
export interface CheckpointBudget {
  readonly bytes: number
  readonly ageMs: number
}

/** What tidying works with. `now`: milliseconds since the epoch. */
export interface Tidying {
  readonly store: Pick<ShadowStore, 'tidy'>
  readonly folders: Pick<StoreFolders, 'due' | 'drop'>
  readonly budget: CheckpointBudget
  readonly now: number
}

const dayMs = 86_400_000
/** Whoever used a store so lately may use it now. */
const inUseMs = 3_600_000
/** With so many moments kept a store is tried to be made small enough, the last first that is left. */
const fewer = [256, 64, 16, 4]

/**
 * Once a day: forgets what is too old, then whole stores, the one longest unused first, until the rest is within the budget; of the last one
 * moments are forgotten, the oldest first. A store that is in use stays. Throws what the store throws.
 */
export async function tidyStores({ store, folders, budget, now }: Tidying): Promise<void> {
  const days = Math.ceil(budget.ageMs / dayMs)
  const kept: KeptStore[] = []
  for (const each of await folders.due()) {
    if (now - each.used > budget.ageMs) await folders.drop(each.folder)
    // A folder that is gone cannot be entered; its store goes when it is old.
    else kept.push({ ...each, bytes: await store.tidy(each.folder, days, 0).catch(() => each.bytes) })
  }
  kept.sort((one, other) => other.used - one.used)
  let total = kept.reduce((sum, { bytes }) => sum + bytes, 0)
  while (total > budget.bytes && kept.length > 1) {
    const last = kept.pop()
    if (!last || now - last.used < inUseMs) break
    await folders.drop(last.folder)
    total -= last.bytes
  }
  const [first] = kept
  for (const count of fewer) {
    if (total <= budget.bytes || !first) return
    total -= first.bytes
    total += await store.tidy(first.folder, days, count)
  }
}
