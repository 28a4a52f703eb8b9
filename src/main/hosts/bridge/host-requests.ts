import { FaultError } from '@shared/domain/fault'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { hostContract } from '@shared/ipc/host-contract'
import {
  addHost,
  lendKeys,
  listHosts,
  removeHost,
  setFleet,
  setOnClose,
} from '../../core/host-link/edit-hosts'
import type { WindowHosts } from '../../core/host-link/window-hosts'
import type { ShownEngine } from '../../core/host-link/with-hosts'

type Handlers = {
  readonly [C in keyof typeof hostContract]: (request: RequestOf<C>) => Promise<ResponseOf<C>>
}

/**
 * The handlers of what a person sets up about hosts. Only where an engine has a window of its own: whoever is attached to it from another machine is
 * told nothing of its hosts and changes none.
 */
export function hostRequests(engine: ShownEngine): Handlers {
  const own = async <T>(work: (hosts: WindowHosts) => T | Promise<T>): Promise<T> => {
    if (engine.hosts) return work(engine.hosts)
    throw new FaultError({
      code: 'bad-request',
      message: 'Hosts are set up on the machine whose configuration they stand in; expected a window there.',
    })
  }
  return {
    'host.list': () => own(async () => ({ hosts: await listHosts(engine) })),
    'host.add': (added) => own(() => addHost(engine, added)),
    'host.remove': ({ name }) => own(() => removeHost(engine, name)),
    'host.lend': ({ name, providers }) => own(() => lendKeys(engine, name, providers)),
    'host.on-close': ({ name, ends }) => own(() => setOnClose(engine, name, ends)),
    'host.set-fleet': ({ name, ...entry }) => own(() => setFleet(engine, name, entry)),
    'host.test': ({ name }) => own((hosts) => hosts.test(name)),
    'host.look': ({ name }) => own((hosts) => hosts.look(name)),
    'host.retry': ({ name }) =>
      own((hosts) => {
        hosts.retry(name)
        return {}
      }),
    'host.answer': ({ ask, answer }) => own((hosts) => ({ counted: hosts.asks.answer(ask, answer) })),
  }
}
