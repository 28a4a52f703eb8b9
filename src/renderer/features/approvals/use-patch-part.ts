import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import { choosableOfPatch, type Choosable } from '@shared/domain/choosable-hunks'
import { useMemo } from 'react'
import type { HunkChoice } from '../../ui/diff/hunk-choice'
import { amountTaken, lastHunk, leftInAnswer, takeFile, takeHunk } from './left-out'
import { useLeft } from './use-left'

/** Which files and hunks of a patch are left out; files by their keys among its changes. */
export interface PatchPart {
  readonly leftOut: readonly string[]
  readonly leavesOut: boolean
  readonly amount: ReturnType<typeof amountTaken> & { readonly inHunks: boolean }
  take(key: string, taken: boolean): void
  /** What of a file can be chosen; `whole` says why only all of it. */
  of(key: string): { readonly hunks: HunkChoice | undefined; readonly whole: Choosable['whole'] }
  /** What a yes once says of it; nothing where all is taken. */
  readonly answer: Pick<Extract<Decision, { kind: 'allow' }>, 'leaveOut' | 'onlyHunks'>
}

/** All is taken until a person leaves something out. */
export function usePatchPart({ id, changes }: ApprovalRequest): PatchPart {
  const [left, setLeft] = useLeft(id)
  const choosable = useMemo(
    () =>
      new Map(
        Object.entries(changes ?? {}).map(([path, change]) => [path, choosableOfPatch(change)] as const),
      ),
    [changes],
  )
  const paths = [...choosable.keys()]
  const all = (key: string): readonly string[] => choosable.get(key)?.hunks ?? []
  return {
    leftOut: left.files,
    leavesOut: left.files.length + Object.keys(left.hunks).length > 0,
    amount: { ...amountTaken(paths, left, all), inHunks: Object.keys(left.hunks).length > 0 },
    take(key, taken) {
      setLeft((before) => takeFile(before, key, taken))
    },
    of(key) {
      const hunks = all(key)
      const whole = choosable.get(key)?.whole
      if (hunks.length === 0) return { hunks: undefined, whole }
      const isLeft = left.files.includes(key)
      const leftOf = isLeft ? hunks : (left.hunks[key] ?? [])
      return {
        whole,
        hunks: {
          left: leftOf,
          off: undefined,
          last: lastHunk(hunks, leftOf, left.files.length === paths.length - 1),
          onTake: (hunk, taken) => {
            setLeft((before) => takeHunk(before, { path: key, all: hunks }, hunk, taken))
          },
        },
      }
    },
    answer: leftInAnswer(left, all),
  }
}
