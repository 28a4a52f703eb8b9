/**
 * A path of the patch's as an absolute one, with `.`, `..`, and repeated slashes resolved in the text alone: nothing is
 * looked up (docs/spec/tools.md). `..` at the root stays at the root. `cwd` is absolute. Look-alikes of `.` and `/` are
 * ordinary characters.
 */
export function resolvePath(cwd: string, path: string): string {
  const parts: string[] = []
  for (const part of `${path.startsWith('/') ? '' : cwd}/${path}`.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return `/${parts.join('/')}`
}

/**
 * What two paths have in common that some file system would take for one: case and Unicode composition folded away.
 * Only for telling duplicates; never for opening anything.
 */
export function foldPath(path: string): string {
  return path.normalize('NFKC').toLowerCase().normalize('NFKC')
}
