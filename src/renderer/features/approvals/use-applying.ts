import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import { choosableOfRehearsal, type Choosable } from '@shared/domain/choosable-hunks'
import type { RehearsalApplies } from '@shared/domain/request-rehearsal'
import { useMemo } from 'react'
import { laterStrings } from '../../lib/later-strings'
import type { HunkChoice } from '../../ui/diff/hunk-choice'
import { leftOfRehearsal, type Left } from '../../state/left-of-requests'
import { amountTaken, lastHunk, leftInAnswer, takeFile, takeHunk } from './left-out'
import { useLeft } from './use-left'

/** What of a rehearsal is put in place by a yes, where that is possible. */
export interface Applying {
  /** Why it is not, where a rehearsal was looked at for it. */
  readonly not: Extract<RehearsalApplies, { kind: 'run' }> | undefined
  /** The yes; undefined where nothing can be put in place, or nothing of it is taken. */
  readonly answer: Extract<Decision, { kind: 'apply' }> | undefined
  readonly possible: boolean
  readonly leavesOut: boolean
  /** Of how many changes how many are taken. */
  readonly taken: number
  readonly total: number
  /** `fixed`: it goes the way of a folder around it; `last`: nothing else is taken. */
  of(path: string): { readonly taken: boolean; readonly fixed: boolean; readonly last: boolean }
  take(path: string, taken: boolean): void
  /** What of a file can be chosen; `whole` says why only all of it. */
  hunksOf(path: string): { readonly hunks: HunkChoice | undefined; readonly whole: Choosable['whole'] }
}

/** All changes are taken until a person leaves one out. What several requests would change is one rehearsal each, and is not put in place. */
export function useApplying(
  { id: requestId, rehearsal }: ApprovalRequest,
  others: readonly ApprovalRequest[],
): Applying {
  const found = rehearsal?.state === 'found' ? rehearsal.found : undefined
  const applies = others.length === 0 ? found?.applies : undefined
  const id = applies?.kind === 'possible' ? applies.id : undefined
  // What was left out of another rehearsal is no part of this one.
  const [left, setLeft] = useLeft(leftOfRehearsal(requestId, id))
  const paths = left.files
  const changes = useMemo(() => found?.changes ?? [], [found])
  const choosable = useMemo(
    () => new Map(changes.map((change) => [change.path, choosableOfRehearsal(change)])),
    [changes],
  )
  const isFixed = (path: string): boolean => paths.some((each) => path.startsWith(`${each}/`))
  const isTaken = (path: string): boolean => !paths.includes(path) && !isFixed(path)
  const taken = paths.length === 0 ? changes.length : changes.filter(({ path }) => isTaken(path)).length
  const all = (path: string): readonly string[] => choosable.get(path)?.hunks ?? []
  // What goes with a folder is left out as a whole, whatever was chosen of it before.
  const whole: Left = {
    files: changes.flatMap(({ path }) => (isTaken(path) ? [] : [path])),
    hunks: Object.fromEntries(Object.entries(left.hunks).filter(([path]) => isTaken(path))),
  }
  const amount = amountTaken(
    changes.map(({ path }) => path),
    whole,
    all,
  )
  const change = (next: Left): void => {
    if (id !== undefined) setLeft(() => next)
  }
  return {
    not: applies?.kind === 'run' ? applies : undefined,
    answer:
      id === undefined || taken === 0
        ? undefined
        : { kind: 'apply', rehearsal: id, ...leftInAnswer({ files: paths, hunks: whole.hunks }, all) },
    possible: id !== undefined,
    leavesOut: paths.length + Object.keys(left.hunks).length > 0,
    taken: amount.taken,
    total: amount.total,
    of: (path) => ({
      taken: isTaken(path),
      fixed: isFixed(path),
      last: taken === 1 && isTaken(path),
    }),
    take(path, yes) {
      change(takeFile(left, path, yes))
    },
    hunksOf(path) {
      const { hunks, whole: because } = choosable.get(path) ?? { hunks: [] }
      if (id === undefined || hunks.length === 0)
        return { hunks: undefined, whole: id === undefined ? undefined : because }
      const leftOf = isTaken(path) ? (left.hunks[path] ?? []) : hunks
      const choice: HunkChoice = {
        left: leftOf,
        off: isFixed(path) ? laterStrings.rehearsal.withFolder : undefined,
        last: lastHunk(hunks, leftOf, taken === 1),
        onTake: (hunk, yes) => {
          change(takeHunk(left, { path, all: hunks }, hunk, yes))
        },
      }
      return { hunks: choice, whole: because }
    },
  }
}
