import { FaultError } from '@shared/domain/fault'
import { fromHome } from '@shared/domain/named-path'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { fleetContract } from '@shared/ipc/fleet-contract'
import type { BroughtBack } from '../../core/host-link/fleet/fleet-results'
import type { ShownEngine } from '../../core/host-link/with-hosts'

type Handlers = {
  readonly [C in keyof typeof fleetContract]: (request: RequestOf<C>) => Promise<ResponseOf<C>>
}

/** The handlers of what brings work of sandboxes to this machine, for windows of this machine alone. */
export function fleetRequests({
  engine,
  home,
}: {
  readonly engine: Pick<ShownEngine, 'results'>
  readonly home: string
}): Handlers {
  const own = async <T>(work: (results: BroughtBack) => Promise<T>): Promise<T> => {
    if (engine.results) return work(engine.results)
    throw new FaultError({
      code: 'bad-request',
      message: 'Work is brought to the machine whose configuration names the fleet; expected a window there.',
    })
  }
  return {
    'fleet.changes': ({ host }) => own((results) => results.changes(host)),
    'fleet.apply': ({ host, folder, ...wish }) =>
      own((results) => results.apply(host, { ...wish, folder: fromHome(folder, home) })),
    'fleet.branch': ({ host, repository, name }) =>
      own((results) => results.branch(host, { repository: fromHome(repository, home), name })),
  }
}
