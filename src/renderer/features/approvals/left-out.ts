import type { Decision } from '@shared/domain/approval'
import type { Left } from '../../state/left-of-requests'

const withHunks = ({ hunks }: Left, path: string, left: readonly string[]): Left['hunks'] => {
  const { [path]: _, ...others } = hunks
  return left.length === 0 ? others : { ...others, [path]: left }
}

/** A file taken or left as a whole. */
export function takeFile(left: Left, path: string, taken: boolean): Left {
  const files = left.files.filter((each) => each !== path)
  return { files: taken ? files : [...files, path], hunks: withHunks(left, path, []) }
}

/** One hunk of `all` of a file taken or left: one of a file that is left out brings that back with this alone; without any the file is left out. */
export function takeHunk(
  left: Left,
  of: { readonly path: string; readonly all: readonly string[] },
  hunk: string,
  taken: boolean,
): Left {
  const { path, all } = of
  const before = left.files.includes(path) ? all : (left.hunks[path] ?? [])
  const now = all.filter((each) => (each === hunk ? !taken : before.includes(each)))
  if (now.length === all.length) return takeFile(left, path, false)
  return { files: left.files.filter((each) => each !== path), hunks: withHunks(left, path, now) }
}

/** How an answer says it; nothing where all is taken. `all` are the hunks of a file of which some can be left. */
export function leftInAnswer(
  { files, hunks }: Left,
  all: (path: string) => readonly string[],
): Pick<Extract<Decision, { kind: 'allow' }>, 'leaveOut' | 'onlyHunks'> {
  const only = Object.entries(hunks).map(([path, left]) => ({
    path,
    hunks: all(path).filter((each) => !left.includes(each)),
  }))
  return { ...(files.length > 0 && { leaveOut: [...files] }), ...(only.length > 0 && { onlyHunks: only }) }
}

/** How much of all is taken: files, or (where hunks are left out) changes, of which a file has one or as many as it has hunks. */
export function amountTaken(
  paths: readonly string[],
  { files, hunks }: Left,
  all: (path: string) => readonly string[],
): { readonly taken: number; readonly total: number } {
  const inHunks = Object.keys(hunks).length > 0
  const size = (path: string): number => (inHunks ? Math.max(1, all(path).length) : 1)
  const total = paths.reduce((sum, path) => sum + size(path), 0)
  const left = paths.reduce(
    (sum, path) => sum + (files.includes(path) ? size(path) : (hunks[path]?.length ?? 0)),
    0,
  )
  return { taken: total - left, total }
}

/** The only hunk that is taken, where nothing else is; undefined: there is more. */
export function lastHunk(
  all: readonly string[],
  left: readonly string[],
  onlyFile: boolean,
): string | undefined {
  const taken = all.filter((each) => !left.includes(each))
  return onlyFile && taken.length === 1 ? taken[0] : undefined
}
