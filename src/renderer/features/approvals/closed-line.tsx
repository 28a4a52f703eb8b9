import type { ReactNode } from 'react'
import type { ClosedNote } from '../../state/app-state'
import { strings } from '../../lib/strings'
import { askedIn } from '../../state/approval-order'
import { useActions } from '../../state/context'
import { Button, IconButton } from '../../ui/button'
import { SentenceWithPaths } from '../../ui/host-aware-text'
import { HostBadge } from '../../ui/host-badge'
import { Icon } from '../../ui/icon'
import type { IconName } from '../../ui/icon'
import { closedAbout, closedText } from './closed-text'

function closedIcon({ request }: ClosedNote): IconName {
  if (request.decision === undefined) return 'clock'
  return request.decision.kind === 'deny' || request.decision.kind === 'abort' ? 'x' : 'check'
}

/** What became of a request, by what it was: for a moment, or until it is dismissed (`dropClosedInTime`). */
export function ClosedLine({ note }: { note: ClosedNote }): ReactNode {
  const actions = useActions()
  const sessionId = askedIn(note.request)
  const { badge, text } = closedText(note)
  const { decision } = note.request
  const lasts =
    note.reply === undefined && decision?.kind === 'allow' && (decision.scope ?? 'once') !== 'once'
  return (
    <div className="approval closed" data-state="closed" role="status">
      <div className="ap-head">
        <HostBadge id={note.request.id} />
        <span className="level was">
          <Icon name={closedIcon(note)} />
          {badge}
        </span>
        <span className="closed-text">
          {text}{' '}
          <span className="dim">
            <SentenceWithPaths text={closedAbout(note.request)} />
          </span>
        </span>
        {lasts && (
          <Button
            size="small"
            onClick={() => {
              actions.show({ kind: 'grants' })
            }}
          >
            {strings.rail.grants}
          </Button>
        )}
        <IconButton
          label={strings.button.dismiss}
          onClick={() => {
            actions.dismissClosed(sessionId)
          }}
        >
          <Icon name="x" />
        </IconButton>
      </div>
    </div>
  )
}
