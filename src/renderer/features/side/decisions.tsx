import type { SessionDecision, SessionOverview } from '@shared/domain/session-overview'
import { quoteCommand } from '@shared/domain/quote-shell'
import { effectInWords } from '@shared/messages/effect'
import { describeGrant } from '@shared/messages/grant'
import type { ApprovalRequest } from '@shared/domain/approval'
import { leadingInWords } from '@shared/messages/rehearsal'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { formatDuration, formatMinute } from '../../lib/time'
import { shownCommand } from '../../lib/shell-text'
import { useActions, useAppState, useWindow } from '../../state/context'
import { useNow } from '../../ui/age'
import { Icon } from '../../ui/icon'
import { LevelIcon } from '../../ui/level'
import { UntrustedText } from '../../ui/untrusted-text'
import { EmptyState } from '../../ui/empty-state'

const words = laterStrings.side.decisions
const minuteMs = 60_000
/** Where there is no room beside the session (styles/side.css). */
const instead = '(max-width: 899px)'

/** What was decided in a session, in its order: what was asked, what was answered, by whom or which rule, and when. Each row leads to its card. */
export function Decisions({
  overview: { decisions, moreDecisions },
  sessionId,
}: {
  overview: SessionOverview
  sessionId: string
}): ReactNode {
  const actions = useActions()
  const { store } = useWindow()
  const now = useNow(minuteMs)
  const approvals = useAppState((state) => state.approvals)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [decisions.length])
  if (decisions.length === 0)
    return <EmptyState size="part" picture="decisions" title={words.none} text={words.noneText} />
  return (
    <>
      {moreDecisions > 0 && <p className="dim side-note">{words.earlier(moreDecisions)}</p>}
      <ol className="timeline">
        {decisions.map((decision) => {
          const waiting = waitingOf(decision, approvals)
          return (
            <li key={`${decision.kind} ${String(decision.seq)}`} data-outcome={outcomeOf(decision)}>
              <button
                type="button"
                title={words.lead}
                onClick={() => {
                  // What stands in the session's place goes away for it.
                  if (matchMedia(instead).matches) store.setState({ side: undefined })
                  void actions.showPlace(sessionId, { seq: decision.seq, of: decision.callId })
                }}
              >
                {decision.kind === 'request' ? (
                  <LevelIcon level={waiting?.assessment.level ?? decision.level} />
                ) : (
                  <Icon name="shield" className="sm" />
                )}
                <span className="tl-text">
                  <span className={asksAsCommand(decision) ? 'tl-asked mono' : 'tl-asked'}>
                    <UntrustedText text={waiting ? leadingInWords(waiting) : askedText(decision)} />
                  </span>
                  <span className="tl-answer">
                    <UntrustedText text={answerText(decision)} />
                  </span>
                </span>
                <time dateTime={decision.at}>{formatMinute(decision.at, now)}</time>
              </button>
            </li>
          )
        })}
      </ol>
      <div ref={end} />
    </>
  )
}

/** The request itself while it waits: what was found of it since is not in the record of its asking. */
function waitingOf(
  decision: SessionDecision,
  approvals: Readonly<Record<string, ApprovalRequest>>,
): ApprovalRequest | undefined {
  if (decision.kind !== 'request' || decision.outcome !== 'waiting') return undefined
  return Object.values(approvals).find(({ callId }) => callId === decision.callId)
}

const outcomeOf = (decision: SessionDecision): string =>
  decision.kind === 'request' ? decision.outcome : 'allowed'

/** What a rule or a grant let through stands as its command: a program's text, broken where it is broken in a shell. */
const asksAsCommand = (decision: SessionDecision): boolean =>
  decision.kind === 'rule' || (decision.kind === 'grant' && decision.grant.covers !== 'host')

function askedText(decision: SessionDecision): string {
  switch (decision.kind) {
    case 'request':
      return effectInWords(decision.effect)
    case 'rule':
      return shownCommand(decision.command).text
    case 'grant': {
      const { covers, command, grants } = decision.grant
      if (covers === 'host') return words.connects(grants.map(describeGrant).join(', '))
      return covers === 'prefix' ? `${quoteCommand(command)} *` : shownCommand(command).text
    }
  }
}

function answerText(decision: SessionDecision): string {
  if (decision.kind === 'grant') return words.grant[decision.grant.scope]
  if (decision.kind === 'rule')
    return decision.name === undefined ? words.byPolicy : words.byRule(decision.name)
  const { outcome, by, scope, outside, message, at, answeredAt } = decision
  const { faces } = laterStrings.approval
  const waited = answeredAt === undefined ? Number.NaN : Date.parse(answeredAt) - Date.parse(at)
  const parts = [
    by === undefined || outcome === 'waiting' || outcome === 'withdrawn'
      ? words.outcomes[outcome]
      : `${words.outcomes[outcome]} ${faces[by]}`,
    ...(scope === undefined || scope === 'once' ? [] : [words.scopes[scope]]),
    ...(outside ? [words.outside] : []),
    ...(waited >= 0 ? [words.after(formatDuration(waited))] : []),
    ...(message === undefined ? [] : [words.said(message)]),
  ]
  return parts.join(', ')
}
