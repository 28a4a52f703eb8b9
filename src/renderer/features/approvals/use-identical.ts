import type { ApprovalRequest } from '@shared/domain/approval'
import { identicalTo } from '@shared/domain/identical-requests'
import { useCallback, useMemo } from 'react'
import { useAppState } from '../../state/context'
import { isPartLeft } from '../../state/left-of-requests'

const none: readonly ApprovalRequest[] = []

/** Whether a request is answered by itself, since a part of it is left out: an answer to others takes nothing back of that, and its own is of no other. */
export function useIsAlone(): (request: ApprovalRequest) => boolean {
  const leftOut = useAppState((state) => state.leftOut)
  return useCallback((request) => isPartLeft(request, leftOut), [leftOut])
}

/** What else waits, in any session, that is the very same as this and answered with it. */
export function useIdentical(request: ApprovalRequest | undefined): readonly ApprovalRequest[] {
  const approvals = useAppState((state) => state.approvals)
  const isAlone = useIsAlone()
  return useMemo(() => {
    if (request === undefined || isAlone(request)) return none
    return identicalTo(
      request,
      Object.values(approvals).filter((each) => !isAlone(each)),
    )
  }, [approvals, request, isAlone])
}

/** How many wait that are the very same as this, of which a part is left out, and not answered with it; 0 where none is left out. */
export function useApart(request: ApprovalRequest): number {
  const approvals = useAppState((state) => state.approvals)
  const isAlone = useIsAlone()
  return useMemo(
    () => (isAlone(request) ? identicalTo(request, Object.values(approvals)).length : 0),
    [approvals, request, isAlone],
  )
}
