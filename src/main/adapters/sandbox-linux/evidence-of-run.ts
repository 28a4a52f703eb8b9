import type { Evidence } from '@shared/domain/evidence'
import type { AttemptList } from './attempts'
import type { LaidRun } from './laid-run'
import { refusedAddresses } from './refused-addresses'
import { evidenceOf, guessReads } from './run-evidence'
import type { Ran } from './run-result'

const backend = 'bubblewrap'

/** Who saw what a run tried: the kernel, where it was observed, and its proxy. */
export interface Seen {
  readonly attempts: AttemptList | undefined
  readonly proxy: readonly Evidence[]
}

/**
 * Everything that is known, or guessed, of what the sandbox stopped in a run: writes, connections through the proxy and past
 * it, and, where the command failed, closed places that it names. `home` is the person's, if known.
 */
export async function evidenceOfRun(
  { spec, plan, grants, layout }: LaidRun,
  { attempts, proxy }: Seen,
  result: Ran,
  home: string | undefined,
): Promise<readonly Evidence[]> {
  const rules = {
    writable: [...layout.writable, ...layout.files],
    masks: layout.masks,
    mounted: [...grants.folders, ...layout.files],
  }
  const refused = [...(attempts ? await evidenceOf(attempts, rules, backend) : []), ...proxy]
  const { policy } = spec
  if (attempts && policy.mode !== 'danger-full-access' && !policy.network_access)
    refused.push(...refusedAddresses(attempts.addresses(), { alone: refused.length === 0 }, backend))
  if (result.kind === 'exited' && result.exitCode === 0) return refused
  const texts = [...spec.command, result.output.aggregated]
  return [...refused, ...guessReads(plan.closed, texts, home, backend)]
}
