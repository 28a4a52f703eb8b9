import type { Grant, PathIdentity } from '@shared/domain/grant'

/** A grant for a path. */
export type PathGrant = Extract<Grant, { kind: 'write' | 'read' }>

/** What was missing may have been made meanwhile: what the grant is for, under one name only. */
function isMade(grant: PathGrant, now: PathIdentity): boolean {
  const extent = grant.kind === 'write' ? grant.extent : 'file'
  return extent === 'tree' ? now.kind === 'directory' : now.kind === 'file' && now.links === 1
}

/**
 * Whether a granted path is what it was when it was granted. What was missing is still so or was made in the same folder;
 * what was there is the very same file or folder; an entry stands in the same folder. A grant that does not say is for
 * whatever is there.
 */
export function samePlace(grant: PathGrant, now: PathIdentity | undefined): boolean {
  const { was } = grant
  if (was === undefined) return true
  if (was.realPath !== now?.realPath) return false
  switch (was.kind) {
    case 'entry':
      return now.kind === 'entry' && was.folder === now.folder
    case 'missing':
      return was.folder === now.folder && (now.kind === 'missing' || isMade(grant, now))
    case 'file':
    case 'directory':
    case 'other':
      return was.kind === now.kind && was.id === now.id
  }
}
