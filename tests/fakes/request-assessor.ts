import { createFactsReader } from '../../src/main/adapters/facts-fs/facts-reader'
import { createReadLimits } from '../../src/main/adapters/sandbox-linux/protection/read-limits'
import { systemClock, systemIds } from '../../src/main/adapters/system/clock'
import { createWorkspace } from '../../src/main/adapters/workspace/workspace'
import { createAssessor } from '../../src/main/core/assessment/assessor'
import { createRequestAssessor, type RequestAssessor } from '../../src/main/core/assessment/request-assessor'
import type { Clock, Ids } from '../../src/main/core/ports/system'
import type { ModelProviders } from '../../src/main/core/ports/models'
import type { Workspace } from '../../src/main/core/ports/workspace'
import { fakeFactsReader, type FakeEntry } from './fake-facts-reader'
import { bashTrees } from './bash-trees'

/** Nobody is asked for a view. */
export const noModels: ModelProviders = {
  open: () => {
    throw new Error('nobody is to be asked')
  },
  choices: () => [],
}

/** The real facts and checks over this machine's files, as a person with this home folder has them; no model is asked. */
export function diskRequestAssessor(
  home: string,
  workspace: Pick<Workspace, 'program'> = createWorkspace({ PATH: '/usr/bin:/bin', HOME: home }),
): RequestAssessor {
  const limits = createReadLimits({ home, engineHome: undefined, unreadable: [], readable: [] }, () => false)
  return createRequestAssessor({
    assessor: createAssessor({
      models: noModels,
      clock: systemClock,
      ids: systemIds,
      settings: { enabled: false, timeoutMs: 1000 },
    }),
    look: {
      reader: createFactsReader(limits),
      trees: bashTrees,
      home,
      workspace,
      budget: { ms: 5000, entries: 1000 },
    },
    clock: systemClock,
    platform: 'linux',
  })
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
    look: { reader: fakeFactsReader(files), trees: bashTrees, home: '/home/me' },
    clock,
    platform: 'linux',
  })
}
