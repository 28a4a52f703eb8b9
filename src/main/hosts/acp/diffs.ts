import type { ToolCallContent } from '@agentclientprotocol/sdk'
import type { FileChanges } from '@shared/domain/file-change'

/** The two sides of each hunk, since that is what a unified diff has of a file. */
function hunks(unifiedDiff: string): { readonly oldText: string; readonly newText: string }[] {
  const sides: { old: string[]; now: string[] }[] = []
  for (const line of unifiedDiff.split('\n')) {
    if (line.startsWith('@@')) {
      sides.push({ old: [], now: [] })
      continue
    }
    const last = sides.at(-1)
    const mark = line[0]
    if (!last || mark === undefined || mark === '\\') continue
    if (mark !== '+') last.old.push(line.slice(1))
    if (mark !== '-') last.now.push(line.slice(1))
  }
  return sides.map(({ old, now }) => ({ oldText: old.join('\n'), newText: now.join('\n') }))
}

/** The changes of a patch as a client draws them; of a changed file, its hunks. */
export function diffsOf(changes: FileChanges): ToolCallContent[] {
  return Object.entries(changes).flatMap(([path, change]): ToolCallContent[] => {
    switch (change.type) {
      case 'add':
        return [{ type: 'diff', path, oldText: null, newText: change.content }]
      case 'delete':
        return [{ type: 'diff', path, oldText: change.content, newText: '' }]
      case 'update':
        return hunks(change.unified_diff).map((sides) => ({
          type: 'diff',
          path: change.move_path ?? path,
          ...sides,
        }))
    }
  })
}
