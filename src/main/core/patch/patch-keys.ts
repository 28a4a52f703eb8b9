import type { TouchedPath } from './touched-paths'

/**
 * The keys under which "for this session" remembers a patch: one for each file it touches, the ends of moves included,
 * sorted. A patch is covered only when every one of them is (docs/spec/approvals.md). A key holds where the file really is as
 * well as its name, so that a link which comes to lead elsewhere is another file. No files: no keys, covered by nothing.
 */
export function patchKeys(touched: readonly TouchedPath[]): readonly string[] {
  return [...new Set(touched.map(({ path, place }) => JSON.stringify(['apply_patch', path, place])))].sort()
}
