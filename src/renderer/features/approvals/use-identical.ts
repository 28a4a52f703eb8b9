import type { ApprovalRequest } from '@shared/domain/approval'
import { identicalTo } from '@shared/domain/identical-requests'
import { useMemo } from 'react'
import { useAppState } from '../../state/context'

const none: readonly ApprovalRequest[] = []

/** What else waits, in any session, that is the very same as this and answered with it. */
export function useIdentical(request: ApprovalRequest | undefined): readonly ApprovalRequest[] {
  const approvals = useAppState((state) => state.approvals)
  return useMemo(
    () => (request === undefined ? none : identicalTo(request, Object.values(approvals))),
    [approvals, request],
  )
}
