import { FaultError } from '@shared/domain/fault'
import { fleetAndSandbox, type FleetWork } from '@shared/domain/fleet-work'
import { fromHome } from '@shared/domain/named-path'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { sandboxContract } from '@shared/ipc/sandbox-contract'
import type { WindowFleet } from '../../core/host-link/fleet/window-fleet'
import type { ShownEngine } from '../../core/host-link/with-hosts'

type Handlers = {
  readonly [C in keyof typeof sandboxContract]: (request: RequestOf<C>) => Promise<ResponseOf<C>>
}

/** The handlers of what a person does with the sandboxes of a fleet; only where an engine has a window of its own, as with hosts. `home` is what `~/` is. */
export function sandboxRequests({
  engine,
  home,
}: {
  readonly engine: ShownEngine
  readonly home: string
}): Handlers {
  const fleet = (name: string): WindowFleet => {
    if (engine.hosts) return engine.hosts.fleet(name)
    throw new FaultError({
      code: 'bad-request',
      message: 'Fleets are used on the machine whose configuration they stand in; expected a window there.',
    })
  }
  const named = (sandbox: string): string => fleetAndSandbox.exec(sandbox)?.[2] ?? ''
  const here = (work: FleetWork): FleetWork =>
    work.folder === undefined ? work : { ...work, folder: fromHome(work.folder, home) }
  return {
    'sandbox.begin': async ({ fleet: name, id, work }) => fleet(name).begin(id, here(work)),
    'sandbox.cancel': ({ fleet: name, id }) => Promise.resolve({ cancelled: fleet(name).cancel(id) }),
    'sandbox.list': async ({ fleet: name }) => ({ sandboxes: await fleet(name).list() }),
    'sandbox.clean': ({ fleet: name, sandboxes }) => fleet(name).clean(sandboxes),
    'sandbox.look': async ({ sandbox }) => fleet(sandbox).lookAt(named(sandbox)),
    'sandbox.delete': async ({ sandbox, session, unasked }) =>
      fleet(sandbox).delete(named(sandbox), session, unasked),
  }
}
