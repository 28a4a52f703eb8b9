import { isWithin } from '../shell/paths'
import { foldPath } from './resolve-path'

/** The part of a path below the innermost root that holds it; undefined when none does. */
function belowRoot(path: string, roots: readonly string[]): string | undefined {
  const root = roots
    .filter((each) => isWithin(path, each))
    .sort((one, other) => other.length - one.length)
    .at(0)
  return root === undefined ? undefined : path.slice(root.length)
}

/**
 * The first protected entry that `path` falls under, or undefined. An absolute entry covers itself and what is below; a
 * relative one (`.git/hooks`) covers that run of names at any depth below a writable root, so that nested repositories
 * count and nothing needs to exist yet. Case and Unicode composition are folded, as some file systems do.
 */
export function protectedEntryOf(
  path: string,
  entries: readonly string[],
  roots: readonly string[],
): string | undefined {
  const whole = foldPath(path)
  const below = belowRoot(path, roots)
  const names = below === undefined ? '' : `${foldPath(`/${below}`)}/`
  return entries.find((entry) => {
    const folded = foldPath(entry)
    return folded.startsWith('/') ? isWithin(whole, folded) : names.includes(`/${folded}/`)
  })
}
