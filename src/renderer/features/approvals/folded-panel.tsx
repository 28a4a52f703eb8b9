import type { ApprovalRequest } from '@shared/domain/approval'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { formatAge } from '../../lib/time'
import { useActions } from '../../state/context'
import { useNow } from '../../ui/use-now'
import { FoldButton, PanelHead } from './panel-head'

interface FoldedPanelProps {
  request: ApprovalRequest
  position?: string | undefined
  putOffAt: number
}

/** A request that was put off: its head alone. Unfolded it arms anew. */
export function FoldedPanel({ request, position, putOffAt }: FoldedPanelProps): ReactNode {
  const id = useId()
  const now = useNow(1000)
  const actions = useActions()
  return (
    <section className="approval folded" data-level={request.assessment.level} aria-labelledby={id}>
      <PanelHead request={request} id={id} position={position}>
        <span className="num">
          {strings.approval.putOff(formatAge(new Date(putOffAt).toISOString(), now))}
        </span>
        <FoldButton
          folded
          onFold={() => {
            actions.takeUp(request.id)
          }}
        />
      </PanelHead>
    </section>
  )
}
