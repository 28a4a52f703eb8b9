import type { RehearsalChange, RehearsalLimit } from '@shared/domain/rehearsal'
import type { NotAppliedBecause } from '@shared/domain/request-rehearsal'
import type { RunResult } from '../../../core/ports/sandbox'
import type { RehearsalSpec } from '../../../core/rehearsal/rehearser'
import type { KeptChanges, NotKept } from '../../../core/run/kept-changes'
import { makeChangeSet } from '../apply/change-set'
import { createGuard } from '../apply/guarded-paths'
import { journalFolder } from '../apply/apply-journal'
import { keepChanges } from '../apply/keep-changes'
import { enginePlaces } from '../protection/engine-places'
import { realPath } from '../protection/protected-entry'
import type { ReadChange } from './read-changes'
import type { Staging } from './staging'

/** What a rehearsal came to that could be kept. `ended`: by something other than the command. */
interface Found {
  readonly read: readonly ReadChange[]
  readonly changes: readonly RehearsalChange[]
  readonly result: Exclude<RunResult, { kind: 'failed' }>
  readonly limits: readonly RehearsalLimit[]
  readonly ended: boolean
}

const notKept = (because: NotAppliedBecause): NotKept => ({ kind: 'not-kept', because })

/** Why the whole of it cannot come about but by a run. */
function whyNot(
  { result, limits, changes, ended }: Found,
  { most, cutOff }: NonNullable<RehearsalSpec['keeps']>,
): NotAppliedBecause | undefined {
  if (ended || (result.kind !== 'exited' && !(result.kind === 'timed-out' && cutOff))) return 'ended'
  const isAttempt = result.evidence.some(({ kind }) => kind === 'network')
  if (isAttempt || limits.some(({ kind }) => kind === 'network' || kind === 'socket')) return 'attempts'
  if (limits.length > 0) return 'limits'
  if (result.evidence.length > 0) return 'stopped'
  if (changes.length === 0) return 'nothing'
  return changes.length > most ? 'many' : undefined
}

/** The copies of rehearsals that wait for an answer, of all sessions together not more than one rehearsal may take. */
export class KeptCopies {
  readonly #kept = new Map<KeptChanges, number>()
  readonly #parts: { readonly shared: string; readonly own: string; readonly engineHome: string | undefined }

  constructor(parts: {
    readonly shared: string
    readonly own: string
    readonly engineHome: string | undefined
  }) {
    this.#parts = parts
  }

  /** Keeps what was read, with its staging, or says why not; undefined: nobody wants it kept. */
  async keep(
    found: Found,
    of: {
      readonly spec: RehearsalSpec
      readonly staging: Staging
      readonly fixed: readonly string[]
      readonly began: number
    },
  ): Promise<KeptChanges | NotKept | undefined> {
    const { spec, staging, fixed, began } = of
    if (!spec.keeps) return undefined
    const { shared, own, engineHome } = this.#parts
    const owner = process.geteuid?.()
    const why = whyNot(found, spec.keeps)
    if (why !== undefined) return notKept(why)
    if (engineHome === undefined || owner === undefined) return notKept('unavailable')
    const never = [shared, own, engineHome].flatMap((path) => [path, realPath(path) ?? path])
    const set = await makeChangeSet(found.read, {
      guarded: createGuard([...new Set([...never, ...enginePlaces(import.meta.dirname), ...fixed])]),
      owner,
      began,
    })
    if ('kind' in set) return set
    const bytes = found.changes.reduce(
      (sum, { kind, bytes: size }) => sum + (kind === 'deleted' ? 0 : size),
      0,
    )
    const taken = [...this.#kept.values()].reduce((sum, size) => sum + size, 0)
    if (taken + bytes > spec.bounds.maxBytes) return notKept('room')
    const kept = keepChanges(set, found.changes, {
      journals: journalFolder(engineHome),
      hunks: spec.shows?.hunks,
      close: async () => {
        await staging.close()
        this.#kept.delete(kept) // until then the engine's end waits for it
      },
    })
    this.#kept.set(kept, bytes)
    return kept
  }

  /** Frees them all. Never rejects. */
  async close(): Promise<void> {
    await Promise.all([...this.#kept.keys()].map((kept) => kept.free()))
  }
}
