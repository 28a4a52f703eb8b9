import type { ApprovalRequest } from '@shared/domain/approval'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { focusWhenThere } from '../../lib/focus-when-there'
import { laterStrings } from '../../lib/later-strings'
import { useActions } from '../../state/context'
import { useAgo } from '../../ui/age'
import { FoldButton, PanelHead } from './panel-head'

interface FoldedPanelProps {
  request: ApprovalRequest
  others: readonly ApprovalRequest[]
  position?: string | undefined
  putOffAt: number
}

/** A request that was put off: its head alone. Unfolded it arms anew. */
export function FoldedPanel({ request, others, position, putOffAt }: FoldedPanelProps): ReactNode {
  const id = useId()
  const ago = useAgo(putOffAt)
  const actions = useActions()
  return (
    <section className="approval folded" data-level={request.assessment.level} aria-labelledby={id}>
      <PanelHead request={request} id={id} position={position} count={others.length + 1}>
        <span className="num">{laterStrings.approval.putOff(ago)}</span>
        <FoldButton
          folded
          onFold={() => {
            for (const each of [request, ...others]) actions.takeUp(each.id)
            // The button is gone with the fold: the focus goes to what was unfolded, where no key allows before it is armed.
            focusWhenThere(() => document.querySelector<HTMLElement>('.approval .ap-body'))
          }}
        />
      </PanelHead>
    </section>
  )
}
