import { showPath } from '../approvals/effect'
import type { TouchedPath } from '../patch/touched-paths'

/**
 * The verb-first line of a patch, from what was verified: how many files it deletes or writes, and how many of them lie
 * beyond the writable roots.
 */
export function effectOfPatch(
  touched: readonly TouchedPath[],
  beyond: readonly TouchedPath[],
  home: string,
): string {
  const removals = touched.filter((each) => each.effect === 'remove')
  const led = removals.length === touched.length ? 'Deletes' : 'Writes'
  const [only, second] = touched
  const reach =
    beyond.length === 0
      ? 'inside the writable folders'
      : beyond.length === touched.length
        ? 'outside the writable folders'
        : `${beyond.length} of them outside the writable folders`
  if (only && !second) return `${led} ${showPath(only.place, home)}, ${reach}.`
  const also = led === 'Writes' && removals.length > 0 ? `, deletes ${removals.length} of them` : ''
  return `${led} ${touched.length} files${also}, ${reach}.`
}
