import type { FleetDoing, FleetRefusal } from '@shared/domain/fleet-problem'
import type { FleetSettings } from '@shared/domain/fleet-settings'
import type { HostFault } from '../greet-host'
import { fleetFault, type KubectlEnd } from './run-kubectl'

/** What `kubectl` says of something that is not there. */
export const isMissing = ({ err }: KubectlEnd): boolean => err.includes('Error from server (NotFound)')

/** What it says of a kind that the cluster does not know. */
export const isUnknownKind = ({ err }: KubectlEnd): boolean =>
  /the server doesn't have a resource type|no matches for kind/.test(err)

/** Why `kubectl` did not do what it was to do; what it said itself is told besides, whatever it is. */
export function refusedBy(
  { end, err }: KubectlEnd,
  { context, namespace }: Pick<FleetSettings, 'context' | 'namespace'>,
  doing: FleetDoing,
): HostFault {
  return fleetFault({ kind: 'refused', doing, why: reason() }, { said: () => err })

  function reason(): FleetRefusal {
    if (/context "?.*"? does not exist|context was not found/.test(err)) return { kind: 'context', context }
    if (err.includes('Error from server (Forbidden)')) return { kind: 'forbidden', namespace }
    if (/Unauthorized|must be logged in|getting credentials/.test(err)) return { kind: 'unauthorized' }
    if (/Unable to connect|connection refused|no such host|i\/o timeout|TLS handshake/.test(err))
      return { kind: 'unreachable' }
    if (isUnknownKind({ end, err, out: '' })) return { kind: 'no-agent-sandbox' }
    return end.kind === 'exit' ? { kind: 'exit', code: end.code } : { kind: 'ended' }
  }
}
