import { basename } from 'node:path'
import fuzzysort from 'fuzzysort'
import type { FoundFile, SearchFiles } from '../../core/ports/read-files'
import { walkFiles } from './walk-files'

/** The best so many are returned. */
const limit = 50

/** Looks for files whose path holds the query's characters in order. An empty query finds nothing. */
export const searchFiles: SearchFiles = async (query, roots, signal) => {
  const found: FoundFile[] = []
  for (const root of roots) {
    const paths = await walkFiles(root, signal)
    if (signal.aborted) return []
    const results = fuzzysort.go(query, paths, { limit, threshold: 0 })
    for (const { target, score, indexes } of results)
      found.push({
        root,
        path: target,
        name: basename(target),
        score: Math.round(score * 1000),
        indices: [...indexes],
      })
  }
  return found
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    .slice(0, limit)
}
