import type { Finding, ReviewedFile } from '@shared/domain/review'
import { normalise } from '../shell/paths'

/** A longer change of one file is not kept; neither is what goes beyond the whole. In characters. */
const maxFile = 200_000
const maxWhole = 600_000

/** The path that a header row of a diff names; undefined for none, and for a name that git had to quote. */
function named(row: string | undefined): string | undefined {
  // Behind a name with blanks in it git writes a tab.
  return row === undefined ? undefined : /^(?:---|\+\+\+) [ab]\/([^"]*?)\t?$/.exec(row)?.[1]
}

/** A diff with git's headers, as one text for each file by its path below the repository's root. */
function parts(diff: string): [string, string][] {
  const files: string[][] = []
  for (const row of diff.split('\n')) {
    // A line of content begins with its sign: only a header begins with this word.
    if (row.startsWith('diff --git ')) files.push([])
    files.at(-1)?.push(row)
  }
  return files.flatMap((rows): [string, string][] => {
    const begin = rows.findIndex((row) => row.startsWith('@@ '))
    const headers = rows.slice(0, Math.max(begin, 0))
    const after = named(headers.find((row) => row.startsWith('+++ ')))
    const name = after ?? named(headers.find((row) => row.startsWith('--- ')))
    return name === undefined ? [] : [[name, rows.join('\n')]]
  })
}

/**
 * The changes of the files that findings are in, from the diff of a repository whose root is `root`. A file whose change is
 * too long to be kept, or that the diff does not hold, is not among them.
 */
export function reviewedFiles(diff: string, root: string, findings: readonly Finding[]): ReviewedFile[] {
  const wanted = new Set(findings.flatMap(({ place }) => (place ? [place.path] : [])))
  let left = maxWhole
  return parts(diff).flatMap(([name, unifiedDiff]) => {
    const path = normalise(`${root}/${name}`)
    if (!wanted.has(path) || unifiedDiff.length > Math.min(maxFile, left)) return []
    left -= unifiedDiff.length
    wanted.delete(path)
    return [{ path, unifiedDiff }]
  })
}
