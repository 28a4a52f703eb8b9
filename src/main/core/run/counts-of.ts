import type { RehearsalChange } from '@shared/domain/rehearsal'
import type { RehearsalCounts } from '@shared/domain/request-rehearsal'

/** How many there are of each kind. */
export function countsOf(changes: readonly RehearsalChange[]): RehearsalCounts {
  const counts = { created: 0, changed: 0, deleted: 0, moved: 0, mode: 0, files: 0, bytes: 0 }
  for (const { kind, files = 1, bytes } of changes) {
    counts[kind] += 1
    if (kind !== 'deleted') continue
    counts.files += files
    counts.bytes += bytes
  }
  return counts
}
