import type { ChildOutcome } from '@shared/domain/agent-event'
import { activityInWords } from '@shared/messages/activity'
import { memo, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { visibleString } from '../../lib/visible-text'
import { useActions, useAppState } from '../../state/context'
import type { AgentItem } from '../../state/transcript-items'
import { Button, ExpandButton } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { KindIcon } from '../../ui/kind-icon'
import { useFoundHere } from '../../ui/found-here'
import { FoldedText } from '../../ui/folded-text'
import { UntrustedText } from '../../ui/untrusted-text'
import { EndReason } from './call-end'

const words = laterStrings.transcript.agent

/** An agent that works for this session: its task, how it stands, what it does now, and the way to its transcript. */
export const AgentCard = memo(function AgentCard({ item }: { item: AgentItem }): ReactNode {
  const actions = useActions()
  const { childId, name, does, task, end } = item
  const row = useAppState((state) => state.sessions[childId])
  const [asked, setOpen] = useState(false)
  const open = useFoundHere() || asked
  const works = end === undefined
  return (
    <article
      className="card"
      aria-label={visibleString(does === 'review' ? words.review(name) : words.label(name))}
    >
      <header className="card-head">
        {works ? <Icon name="run" className="spin" /> : <KindIcon kind="agent" />}
        <span className="ellipsis">
          <b>
            <UntrustedText text={name} />
          </b>{' '}
          <span className="fate">
            <UntrustedText
              text={works && row !== undefined && row.activity !== '' ? activityInWords(row.activity) : task}
            />
          </span>
        </span>
        <span className="end">
          {row !== undefined && row.pendingApprovals > 0 && <span>{words.waits(row.pendingApprovals)}</span>}
          <span className={isBad(end?.outcome) ? 'exit bad' : 'exit'}>
            {end !== undefined && <Icon name={ended[end.outcome]} className="sm" />}
            {end === undefined ? words.working : words.outcome[end.outcome]}
          </span>
          <Button
            size="small"
            aria-label={words.openOf(visibleString(name))}
            onClick={() => {
              actions.show({ kind: 'session', sessionId: childId })
            }}
          >
            {words.open}
          </Button>
          <ExpandButton
            open={open}
            label={open ? laterStrings.transcript.collapse : laterStrings.transcript.expand}
            onChange={setOpen}
          />
        </span>
      </header>
      {open && <FoldedText label={words.task} text={task} />}
      {open && end?.lastMessage !== undefined && <FoldedText label={words.said} text={end.lastMessage} />}
      {end?.problem !== undefined && <EndReason text={end.problem} />}
    </article>
  )
})

const ended = { completed: 'check', interrupted: 'stop', failed: 'x', closed: 'check' } as const

const isBad = (outcome: ChildOutcome | undefined): boolean => outcome === 'failed'
