import type { SessionSummary } from '@shared/domain/session'
import { activityInWords } from '@shared/messages/activity'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { visibleString } from '../../lib/visible-text'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.transcript.agent

const works = ({ status }: SessionSummary): boolean => status === 'running' || status === 'needs-you'

/** The agents that work for a session, each with a button that stops it; nothing while there are none. */
export function AgentsAtWork({ sessionId }: { sessionId: string }): ReactNode {
  const sessions = useAppState((state) => state.sessions)
  const agents = useMemo(
    () => Object.values(sessions).filter((each) => each.child?.parentId === sessionId && works(each)),
    [sessions, sessionId],
  )
  if (agents.length === 0) return undefined
  return (
    <section className="running" id="agents-at-work" tabIndex={-1} aria-label={words.running}>
      <h2>{words.running}</h2>
      <ul>
        {agents.map((each) => (
          <AgentRow key={each.id} agent={each} />
        ))}
      </ul>
    </section>
  )
}

function AgentRow({ agent }: { agent: SessionSummary }): ReactNode {
  const actions = useActions()
  const [asked, setAsked] = useState(false)
  const { id, title, activity, pendingApprovals } = agent
  return (
    <li>
      <Icon name="run" className="spin" />
      <button
        type="button"
        className="link-btn"
        onClick={() => {
          actions.show({ kind: 'session', sessionId: id })
        }}
      >
        <UntrustedText text={title} />
      </button>
      <span className="ellipsis">
        <UntrustedText text={activityInWords(activity)} />
      </span>
      <span className="end">
        {pendingApprovals > 0 && <span>{words.waits(pendingApprovals)}</span>}
        <Button
          size="small"
          disabled={asked}
          aria-label={words.stop(visibleString(title))}
          onClick={() => {
            setAsked(true)
            void actions.interrupt(id).finally(() => {
              setAsked(false)
            })
          }}
        >
          {laterStrings.transcript.stop}
        </Button>
      </span>
    </li>
  )
}
