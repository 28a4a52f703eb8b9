import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { Evidence } from '@shared/domain/evidence'
import type { FactTarget } from '@shared/domain/facts'
import { didMore } from '@shared/domain/run-promise'
import { opensFiles } from '@shared/domain/sandbox-policy'
import type { GrantKeys } from '../approvals/grant-key'
import { incidentalWrites } from '../commands/incidental-writes'
import { compareRun, placesOf, type ComparedIn } from '../commands/compare-run'
import { pathsOfFacts } from '../commands/shown-run'
import { grantsUsed, type CommandParts, type TurnContext } from '../turn/turn-context'
import type { Given } from './action'

/** A run that is compared with what was shown for it. */
export interface WatchedRun {
  /** It has ended: tells how it came out, unless something stopped it and it did no more than was shown, and suspends a grant whose run did more. Bounded in time; never rejects. */
  ended(outcome: CommandOutcome): Promise<void>
}

/** Looks around before an approved run. */
export type BeginWatch = () => Promise<WatchedRun>

/** The call, its keys, and the places that the facts say it changes this time. */
interface Promised {
  readonly callId: string
  readonly wanted: GrantKeys
  readonly targets: readonly FactTarget[]
}

/** Connections that the proxy refused it, or would have. */
function triedBy(outcome: CommandOutcome): readonly Evidence[] {
  if (outcome.kind === 'denied') return outcome.evidence
  return outcome.kind === 'exited' ? [...(outcome.refused ?? []), ...(outcome.beside ?? [])] : []
}

/** How an approved run is watched; undefined: nobody said yes to it, or nothing is shown to compare with. What cannot be looked at is said to be so, and never holds the command up. */
export function promiseOf(
  { callId, wanted, targets }: Promised,
  { permit, yes, shown }: Given,
  turn: TurnContext,
  parts: CommandParts,
): BeginWatch | undefined {
  const { watcher } = parts
  if (!watcher || !yes || !shown) return undefined
  return async () => {
    const env = parts.workspace.environment(turn.sandboxPolicy, true)
    const isIncidental = incidentalWrites(parts.workspace.home(), env)
    const { writable } = await parts.patches.places(turn.sandboxPolicy, turn.cwd, env['TMPDIR'])
    const at: ComparedIn = {
      writable: opensFiles(turn.sandboxPolicy) ? ['/'] : writable,
      grants: permit.grants,
      isIncidental: (target) => isIncidental({ kind: 'write', target, source: 'kernel', backend: '' }),
    }
    // A yes with a star is to other words each time: what these name counts as shown.
    const all = { ...shown, paths: [...shown.paths, ...pathsOfFacts(targets)] }
    const watch = await watcher.open(placesOf(all, at, turn.cwd))
    return {
      async ended(outcome) {
        if (outcome.kind === 'refused' || outcome.kind === 'failed') return
        const promise = compareRun(all, await watch.see(), triedBy(outcome), at)
        // One that was stopped did not do all that was shown: only that it did more is worth saying.
        if (outcome.kind !== 'exited' && !didMore(promise)) return
        const covering = await parts.grants.find(wanted, grantsUsed(turn)).catch(() => undefined)
        const ids = covering?.records.map(({ id }) => id) ?? []
        // A rule that cannot be written stays as it is on file: the event says what happened all the same.
        const noted = await parts.grants.ran(ids, promise).then(
          () => true,
          () => false,
        )
        const suspended = noted && ids.length > 0 && didMore(promise)
        turn.emit({ type: 'command.compared', callId, promise, ...(suspended && { suspended }) })
      },
    }
  }
}
