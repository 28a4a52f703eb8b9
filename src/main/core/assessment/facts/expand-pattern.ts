import { hasGlob, readGlob } from '../../shell/glob'
import type { FactsReading } from './facts-reader'

/** So many names for a pattern, unless more are asked for. */
const maxMatches = 200

/** The paths that a pattern stands for, as the shell would expand it: names with a leading dot only when asked for. */
export async function expandPattern(
  pattern: string,
  reading: Pick<FactsReading, 'list' | 'path'>,
  most = maxMatches,
): Promise<{ paths: string[]; complete: boolean }> {
  let paths = ['']
  let complete = true
  for (const part of pattern.split('/').slice(1)) {
    if (!hasGlob(part)) {
      paths = paths.map((path) => `${path}/${part}`)
      continue
    }
    const matcher = readGlob(part)
    const next: string[] = []
    for (const path of paths) {
      const folder = path === '' ? '/' : path
      const listed = await reading.list(folder)
      if (!listed) {
        // Nothing fits what is missing; a folder that cannot be listed may hold anything.
        const { realKind } = await reading.path(folder, 'entry')
        complete &&= realKind !== 'directory' && realKind !== 'unknown'
        continue
      }
      complete &&= listed.complete
      for (const name of listed.names)
        if (matcher.test(name) && (part.startsWith('.') || !name.startsWith('.')))
          next.push(`${path}/${name}`)
    }
    if (next.length > most) complete = false
    paths = next.slice(0, most)
  }
  return { paths, complete }
}
