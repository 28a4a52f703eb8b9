import type { FleetSettings } from '@shared/domain/fleet-settings'
import type { HostFault } from '../greet-host'
import { visibleFault, type KubectlEnd } from './run-kubectl'

/** What `kubectl` says of something that is not there. */
export const isMissing = ({ err }: KubectlEnd): boolean => err.includes('Error from server (NotFound)')

/** What it says of a kind that the cluster does not know. */
export const isUnknownKind = ({ err }: KubectlEnd): boolean =>
  /the server doesn't have a resource type|no matches for kind/.test(err)

/** Why `kubectl` did not do what it was to do, as a sentence; what it said itself is told besides, whatever it is. */
export function refusedBy(
  { end, err }: KubectlEnd,
  { context, namespace }: Pick<FleetSettings, 'context' | 'namespace'>,
  what: string,
): HostFault {
  return visibleFault(`${what}: ${reason()}`, { said: () => err })

  function reason(): string {
    if (/context "?.*"? does not exist|context was not found/.test(err))
      return `your kubeconfig has no context ${JSON.stringify(context)}; expected one that "kubectl config get-contexts" names.`
    if (err.includes('Error from server (Forbidden)'))
      return `your user may not do that in the namespace ${namespace}; docs/hosts.md names the rights that are needed.`
    if (/Unauthorized|must be logged in|getting credentials/.test(err))
      return 'the cluster does not know who you are; expected "kubectl get pods" to work with this context.'
    if (/Unable to connect|connection refused|no such host|i\/o timeout|TLS handshake/.test(err))
      return 'the cluster cannot be reached.'
    if (isUnknownKind({ end, err, out: '' }))
      return 'the cluster has no agent-sandbox; expected its manifests of https://github.com/kubernetes-sigs/agent-sandbox there.'
    if (end.kind === 'exit') return `kubectl ended with exit code ${String(end.code)}.`
    return 'kubectl was ended.'
  }
}
