import type { RestoredFile } from '@shared/domain/turn-restore'
import { readable } from '../text/readable-path'

/**
 * One path that two trees have otherwise, with what the second has there; mode `000000`: nothing. The path has a character for each byte.
 */
export interface Difference {
  readonly path: string
  readonly before: { readonly mode: string; readonly blob: string }
  readonly after: { readonly mode: string; readonly blob: string }
}

const nothing = '000000'

/** Reads git's raw form with NULs. Throws an Error for anything else. */
export function readDifferences(raw: string): readonly Difference[] {
  const parts = raw.split('\0')
  const found: Difference[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const head = /^:(\d{6}) (\d{6}) ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [A-Z]$/.exec(parts[at] ?? '')
    const path = parts[at + 1] ?? ''
    if (!head || path === '') throw new Error('git compares in another form than expected')
    const [, from = '', to = '', was = '', is = ''] = head
    found.push({ path, before: { mode: from, blob: was }, after: { mode: to, blob: is } })
  }
  return found
}

/** What a restore does: paths that are as they were left, and those that were changed since. Paths that are right already are in neither. */
export interface RestorePlan {
  readonly files: readonly Difference[]
  readonly since: readonly Difference[]
}

const isSame = (one: Difference['after'], other: Difference['after']): boolean =>
  one.mode === other.mode && one.blob === other.blob

/**
 * `wanted`: from how a turn left the folder to how it is to be. `meanwhile`: from how the turn left it to how it is now. `others`: paths that were
 * changed by somebody else before.
 */
export function planRestore(
  wanted: readonly Difference[],
  meanwhile: readonly Difference[],
  others: ReadonlySet<string> = new Set(),
): RestorePlan {
  const now = new Map(meanwhile.map(({ path, after }) => [path, after]))
  const open = wanted.filter(({ path, after }) => {
    const is = now.get(path)
    return is === undefined || !isSame(is, after)
  })
  const theirs = ({ path }: Difference): boolean => now.has(path) || others.has(path)
  return { files: open.filter((each) => !theirs(each)), since: open.filter(theirs) }
}

/** The same for people. */
export const restoredFile = ({ path, before, after }: Difference): RestoredFile => ({
  path: readable(path),
  becomes: after.mode === nothing ? 'removed' : before.mode === nothing ? 'made' : 'changed',
})

/** The entries for git's index, with a NUL behind each. */
export const planText = (files: readonly Difference[]): string =>
  files.map(({ path, after: { mode, blob } }) => `${mode} ${blob}\t${path}\0`).join('')
