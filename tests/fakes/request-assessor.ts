import { createShellTreeReader } from '../../src/main/adapters/shell-parser/shell-tree-reader'
import { createAssessor } from '../../src/main/core/assessment/assessor'
import { createRequestAssessor, type RequestAssessor } from '../../src/main/core/assessment/request-assessor'
import type { Clock, Ids, ModelProviders } from '../../src/main/core/ports'
import { fakeFactsReader, type FakeEntry } from './fake-facts-reader'

/** Nobody is asked for a view. */
export const noModels: ModelProviders = {
  open: () => {
    throw new Error('nobody is to be asked')
  },
  choices: () => [],
}

/** The real facts and checks over a file system in memory; the models are asked for their views, if there are any. */
export function fakeRequestAssessor(world: {
  readonly clock: Clock
  readonly ids: Ids
  readonly models?: ModelProviders | undefined
  readonly files?: Readonly<Record<string, FakeEntry>>
  readonly timeoutMs?: number
}): RequestAssessor {
  const { clock, ids, models, files = {}, timeoutMs = 5000 } = world
  return createRequestAssessor({
    assessor: createAssessor({
      models: models ?? noModels,
      clock,
      ids,
      settings: { enabled: models !== undefined, timeoutMs },
    }),
    look: { reader: fakeFactsReader(files), trees: createShellTreeReader(), home: '/home/me' },
    clock,
    platform: 'linux',
  })
}
