/** What was asked of a cluster that it did not do. */
export type FleetDoing =
  | 'ask'
  | 'template'
  | 'pools'
  | 'cluster'
  | 'sandbox'
  | 'list'
  | 'wait'
  | 'hold'
  | 'remember'
  | 'delete'

/** Why `kubectl` did not do it. `form`: it did, and what it says has another form than is expected. */
export type FleetRefusal =
  | { readonly kind: 'context'; readonly context: string }
  | { readonly kind: 'forbidden'; readonly namespace: string }
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'unauthorized' | 'unreachable' | 'no-agent-sandbox' | 'ended' | 'form' }

/**
 * What is wrong with a fleet, or a sandbox of one; the sentence stands in `messages/host-problem`. `reason` and `told` are words of the cluster: one of Kubernetes' reasons, or ''.
 */
export type FleetProblem =
  | { readonly kind: 'refused'; readonly doing: FleetDoing; readonly why: FleetRefusal }
  | { readonly kind: 'no-kubectl'; readonly code: string }
  | { readonly kind: 'late'; readonly seconds: number }
  | { readonly kind: 'too-much'; readonly megabytes: number }
  | {
      readonly kind: 'no-template'
      readonly of: 'SandboxTemplate' | 'PodTemplate'
      readonly template: string
      readonly namespace: string
    }
  | { readonly kind: 'no-pool'; readonly template: string; readonly namespace: string }
  | { readonly kind: 'not-ready'; readonly seconds: number; readonly told: string }
  | { readonly kind: 'never-ready'; readonly reason: string }
  | { readonly kind: 'not-workable'; readonly sandbox: string; readonly reason: string }
  | { readonly kind: 'gone'; readonly sandbox: string }
  | { readonly kind: 'stopped' | 'deleted' | 'no-pod' | 'clone' | 'send' | 'no-folder' | 'no-look' }
