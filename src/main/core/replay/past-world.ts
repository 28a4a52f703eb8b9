import type { FactsReader, FactsReading, PathFact } from '../assessment/facts/facts-reader'
import type { ProgramLookup } from '../policy/program-lookup'

/** Why nothing is known of a place or a text. */
const notThen = 'what was there then is not known'

const unknownFact = (path: string): PathFact => ({
  path,
  kind: 'unknown',
  realKind: 'unknown',
  realPath: path,
  files: undefined,
  bytes: undefined,
  counted: false,
  newestMs: undefined,
  mode: undefined,
  git: undefined,
  reason: notThen,
})

const reading: FactsReading = {
  path: (path) => Promise.resolve(unknownFact(path)),
  text: () => Promise.resolve({ kind: 'not-read', reason: notThen }),
  bind: () => Promise.resolve(),
  lead: () => Promise.resolve(),
  standing: (paths) => Promise.resolve(paths.map(() => 'unknown')),
  read: () => [],
  shown: () => [],
  withheld: () => false,
  list: () => Promise.resolve(undefined),
  repository: () => Promise.resolve(undefined),
  complete: () => false,
}

/**
 * The machine as a past action found it, of which nothing is known: what lies there today is not what lay there then, so that nothing is looked
 * at. Places are told by their names alone, and every link is taken for what it is called.
 */
export const pastFacts: FactsReader = { open: () => reading }

/** Programs by their names: one without a slash, or in a folder of the system, is taken to be the system's own. */
export const pastPrograms: ProgramLookup = (word) => {
  const [, folder, name = word] = /^(\/(?:usr\/(?:local\/)?)?s?bin\/)?([^/]+)$/.exec(word) ?? []
  if (word === '' || name.includes('/')) return Promise.resolve(undefined)
  return Promise.resolve({ path: `${folder ?? '/usr/bin/'}${name}`, system: true })
}
