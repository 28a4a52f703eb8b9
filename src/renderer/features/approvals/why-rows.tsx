import type { ApprovalRequest } from '@shared/domain/approval'
import type { ReactNode } from 'react'
import { withTilde } from '../../lib/paths'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { Age } from '../../ui/age'
import { SentenceWithPaths } from '../../ui/sentence-with-paths'
import { UntrustedText } from '../../ui/untrusted-text'

/** Which boundary stopped the command, and who asked, where and when. */
export function WhyRows({
  request,
  linkSession,
}: {
  request: ApprovalRequest
  linkSession: boolean
}): ReactNode {
  const home = useAppState((state) => state.engine?.home ?? '')
  const actions = useActions()
  const words = strings.approval
  const { stop } = request
  const onlyGuessed = stop.evidence.length > 0 && stop.evidence.every((one) => one.source === 'guess')
  return (
    <dl className="rows">
      <dt>{words.stoppedBy}</dt>
      <dd>
        <SentenceWithPaths text={stop.text} />
        {onlyGuessed && <span className="guess">{words.guess}</span>}{' '}
        {stop.policyLine !== '' && (
          <span className="sub">
            {words.policy} <UntrustedText text={stop.policyLine} />
          </span>
        )}
      </dd>
      <dt>{words.askedBy}</dt>
      <dd>
        {words.askedWhere(request.turnNumber)}
        <code>
          <UntrustedText text={withTilde(request.cwd, home)} />
        </code>
        <AskedAgo since={request.createdAt} />{' '}
        <span className="sub">
          {linkSession ? (
            <button
              type="button"
              className="link-btn"
              onClick={() => {
                actions.show({ kind: 'session', sessionId: request.sessionId })
              }}
            >
              {words.openSession}
            </button>
          ) : (
            <UntrustedText text={words.session(request.sessionTitle)} />
          )}
        </span>
      </dd>
    </dl>
  )
}

function AskedAgo({ since }: { since: string }): ReactNode {
  return (
    <span className="num">
      , <Age since={since} /> ago
    </span>
  )
}
