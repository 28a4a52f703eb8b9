import {
  mayReachHosts,
  wantsFilteredNetwork,
  type OpenRunNetwork,
  type RunNetwork,
} from '../../../core/network/run-network'
import type { RunSpec } from '../../../core/ports/sandbox'
import type { Machinery } from '../machinery'

/** What filtered networks are opened with. */
export interface FilteringParts {
  readonly machinery: Machinery
  /** Undefined: runs that want hosts have no network. */
  readonly openNetwork: OpenRunNetwork | undefined
}

/** Whether the run gets a filtered network. Without the helper the relay's socket could not be taken away again. */
export function wantsNetwork(spec: RunSpec, { openNetwork, machinery }: FilteringParts): boolean {
  return openNetwork !== undefined && machinery.helper !== undefined && wantsFilteredNetwork(spec)
}

/** The filtered network, where the run wants one and can have it; `problem` says why it has none and should. */
export async function openFiltered(
  spec: RunSpec,
  parts: FilteringParts,
): Promise<{ network?: RunNetwork; problem?: string }> {
  const { openNetwork } = parts
  if (!openNetwork || !wantsNetwork(spec, parts)) return {}
  try {
    return { network: await openNetwork(spec) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // Where nothing could be reached anyway, only its name is lost.
    return mayReachHosts(spec) ? { problem: `no network: ${error.message}` } : {}
  }
}
