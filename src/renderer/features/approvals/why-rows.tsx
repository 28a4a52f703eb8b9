import type { ApprovalRequest } from '@shared/domain/approval'
import { hookAgentNames } from '@shared/domain/hook-agent'
import { outsideInWords } from '@shared/messages/outside-rule'
import { checkedBeforeInWords, leadingFate, undoInWords } from '@shared/messages/rehearsal'
import { policyInWords, stopInWords } from '@shared/messages/stop'
import type { ReactNode } from 'react'
import { withTilde } from '../../lib/shown-paths'
import { laterStrings } from '../../lib/later-strings'
import { useActions, useAppState } from '../../state/context'
import { useAgo } from '../../ui/age'
import { SentenceWithPaths } from '../../ui/host-aware-text'
import { UntrustedText } from '../../ui/untrusted-text'

/**
 * Where a panel stands: in its session it can be folded; in the inbox it names its session by a link; compact, it is alone in a
 * window of its own, which leads nowhere.
 */
export type PanelPlace = 'session' | 'inbox' | 'compact'

interface WhyRowsProps {
  request: ApprovalRequest
  others: readonly ApprovalRequest[]
  place: PanelPlace
}

/** Which boundary stopped the command, what no standing yes covers of it, and who asked, where and when. */
export function WhyRows({ request, others, place }: WhyRowsProps): ReactNode {
  const home = useAppState((state) => state.engine?.home ?? '')
  const actions = useActions()
  const words = laterStrings.approval
  const { stop } = request
  const works = useAppState((state) => state.sessions[request.sessionId]?.agent?.id)
  const acpAgent = acpAgentOf(request) ?? works
  // No policy of ours is in force where another maker's agent runs.
  const policy = request.desk ? '' : policyInWords(stop, request.sandboxPolicy)
  const onlyGuessed = stop.evidence.length > 0 && stop.evidence.every((one) => one.source === 'guess')
  return (
    <dl className="rows">
      <dt>{words.stoppedBy}</dt>
      <dd>
        <SentenceWithPaths text={stopInWords(stop, request.naming)} />
        {onlyGuessed && <span className="guess">{words.guess}</span>}{' '}
        {policy !== '' && (
          <span className="sub">
            {words.policy} <UntrustedText text={policy} />
          </span>
        )}
      </dd>
      {stop.nearest !== undefined && (
        <>
          <dt>
            <UntrustedText text={words.outsideOf(stop.nearest.rule)} />
          </dt>
          {outsideInWords(stop.nearest, request.naming).map((line) => (
            <dd key={line} data-outside>
              <UntrustedText text={line} />
            </dd>
          ))}
        </>
      )}
      <RehearsalRows request={request} />
      <dt>{words.askedBy}</dt>
      <dd>
        {request.desk ? (
          <UntrustedText text={words.askedAtDesk(hookAgentNames[request.desk.agent], request.desk.session)} />
        ) : request.askedBy === undefined ? (
          <UntrustedText text={words.askedWhere(acpAgent, request.turnNumber)} />
        ) : (
          <>
            {words.agent}{' '}
            <b>
              <UntrustedText text={request.askedBy.childName} />
            </b>{' '}
            <UntrustedText text={words.agentOf(request.askedBy.parentTitle)} />
            {words.agentWhere}
          </>
        )}
        <code>
          <UntrustedText text={withTilde(request.cwd, home)} />
        </code>
        <AskedAgo since={request.createdAt} />{' '}
        <span className="sub">
          {place !== 'compact' &&
          !request.remoteRun &&
          (place === 'inbox' || request.askedBy !== undefined) ? (
            <button
              type="button"
              className="link-btn"
              onClick={() => {
                actions.show({ kind: 'session', sessionId: request.sessionId })
              }}
            >
              {request.askedBy === undefined ? words.openSession : words.openAgent}
            </button>
          ) : (
            <UntrustedText text={words.session(request.sessionTitle)} />
          )}
        </span>
      </dd>
      {others.length > 0 && <dt>{words.alsoAskedBy}</dt>}
      {others.map((other) => (
        <dd key={other.id}>
          <UntrustedText
            text={
              other.askedBy === undefined
                ? words.session(other.sessionTitle)
                : `${words.agent} ${other.askedBy.childName} ${words.agentOf(other.askedBy.parentTitle)}`
            }
          />
          <AskedAgo since={other.createdAt} />
        </dd>
      ))}
    </dl>
  )
}

/** Of a rehearsal that leads what the checks said before it, or why it has not begun; and what is kept for the undo that the line above promises. */
function RehearsalRows({ request }: { request: ApprovalRequest }): ReactNode {
  const { rehearsal } = request
  const say = laterStrings.rehearsal
  const said = rehearsal?.state === 'offered' ? say.because[rehearsal.because] : checkedBeforeInWords(request)
  const kept = leadingFate(request)?.undoable === true ? undoInWords(request) : undefined
  return (
    <>
      {said !== undefined && (
        <>
          <dt>{say.title}</dt>
          <dd>
            <SentenceWithPaths text={said} />
          </dd>
        </>
      )}
      {kept !== undefined && (
        <>
          <dt>{laterStrings.approval.undo}</dt>
          <dd>{kept}</dd>
        </>
      )}
    </>
  )
}

/** What an agent of another maker that asks is called, as far as its offers say; undefined: they say nothing. */
function acpAgentOf({ offers }: ApprovalRequest): string | undefined {
  const names = offers.flatMap(({ means }) =>
    means.kind === 'guest' || means.kind === 'guest-from-now' || means.kind === 'guest-again'
      ? [means.agent]
      : [],
  )
  return names[0]
}

function AskedAgo({ since }: { since: string }): ReactNode {
  return <span className="num">, {useAgo(Date.parse(since))}</span>
}
