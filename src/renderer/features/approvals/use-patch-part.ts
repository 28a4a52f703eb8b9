import type { Decision } from '@shared/domain/approval'
import { useState } from 'react'

/** Which files of a patch are left out, by their keys among its changes. */
export interface PatchPart {
  readonly leftOut: readonly string[]
  take(key: string, taken: boolean): void
  /** What a yes once says of it; nothing where all is taken. */
  readonly answer: Pick<Extract<Decision, { kind: 'allow' }>, 'leaveOut'>
}

/** All files are taken until a person leaves one out. */
export function usePatchPart(): PatchPart {
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  return {
    leftOut,
    take(key, taken) {
      setLeftOut((before) => [...before.filter((each) => each !== key), ...(taken ? [] : [key])])
    },
    answer: leftOut.length === 0 ? {} : { leaveOut: [...leftOut] },
  }
}
