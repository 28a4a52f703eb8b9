import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import type { RehearsalApplies } from '@shared/domain/request-rehearsal'
import { useState } from 'react'

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
  /** `fixed`: it goes the way of a folder around it. */
  of(path: string): { readonly taken: boolean; readonly fixed: boolean }
  take(path: string, taken: boolean): void
}

/** All changes are taken until a person leaves one out. What several requests would change is one rehearsal each, and is not put in place. */
export function useApplying({ rehearsal }: ApprovalRequest, others: readonly ApprovalRequest[]): Applying {
  const [left, setLeft] = useState<{ readonly id: string; readonly paths: readonly string[] }>()
  const found = rehearsal?.state === 'found' ? rehearsal.found : undefined
  const applies = others.length === 0 ? found?.applies : undefined
  const id = applies?.kind === 'possible' ? applies.id : undefined
  // What was left out of another rehearsal is no part of this one.
  const paths = left !== undefined && left.id === id ? left.paths : []
  const of = (path: string) => {
    const fixed = paths.some((each) => path.startsWith(`${each}/`))
    return { taken: !fixed && !paths.includes(path), fixed }
  }
  const changes = found?.changes ?? []
  const taken = paths.length === 0 ? changes.length : changes.filter(({ path }) => of(path).taken).length
  return {
    not: applies?.kind === 'run' ? applies : undefined,
    answer:
      id === undefined || taken === 0
        ? undefined
        : { kind: 'apply', rehearsal: id, ...(paths.length > 0 && { leaveOut: [...paths] }) },
    possible: id !== undefined,
    leavesOut: paths.length > 0,
    taken,
    total: changes.length,
    of,
    take(path, isTaken) {
      if (id === undefined) return
      setLeft({ id, paths: [...paths.filter((each) => each !== path), ...(isTaken ? [] : [path])] })
    },
  }
}
