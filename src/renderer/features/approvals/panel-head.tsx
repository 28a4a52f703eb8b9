import type { ApprovalRequest } from '@shared/domain/approval'
import { leadingInWords } from '@shared/messages/rehearsal'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { IconButton } from '../../ui/button'
import { HostBadge } from '../../ui/host-badge'
import { Icon } from '../../ui/icon'
import { LevelBadge } from '../../ui/level'
import { SentenceWithPaths } from '../../ui/host-aware-text'

interface PanelHeadProps {
  request: ApprovalRequest
  id: string
  /** "1 of 3" when more than one waits in the session. */
  position: string | undefined
  /** How many identical requests it stands for, this one among them. */
  count: number
  children: ReactNode
}

/** The level and the effect line, which names the region. The child is what stands at the end. */
export function PanelHead({ request, id, position, count, children }: PanelHeadProps): ReactNode {
  return (
    <header className="ap-head">
      <HostBadge id={request.id} />
      <LevelBadge level={request.assessment.level} />
      <h2 className="ap-effect" id={id}>
        <SentenceWithPaths text={leadingInWords(request)} />
      </h2>
      <span className="end">
        {count > 1 && <b className="chip num">{laterStrings.approval.identical(count)}</b>}
        {position !== undefined && <span className="chip num">{position}</span>}
        {children}
      </span>
    </header>
  )
}

/** The button that folds the panel to its head, or unfolds it. */
export function FoldButton({ folded, onFold }: { folded: boolean; onFold: () => void }): ReactNode {
  const words = laterStrings.approval
  return (
    <IconButton label={folded ? words.expand : words.collapse} aria-expanded={!folded} onClick={onFold}>
      <Icon name={folded ? 'up' : 'down'} />
    </IconButton>
  )
}
