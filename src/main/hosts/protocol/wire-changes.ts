import type { FileChange, FileChanges } from '@shared/domain/file-change'
import type { WireFileChange } from './tool-events'

function wireChange(change: FileChange): WireFileChange {
  switch (change.type) {
    case 'add':
      return { add: { content: change.content } }
    case 'delete':
      return { delete: { content: change.content } }
    case 'update':
      return { update: { unified_diff: change.unified_diff, move_path: change.move_path ?? null } }
  }
}

/** A patch's change map in the wire's form, by the same absolute paths. */
export function wireChanges(changes: FileChanges): Record<string, WireFileChange> {
  return Object.fromEntries(Object.entries(changes).map(([path, change]) => [path, wireChange(change)]))
}
