import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import { describeApprovalPolicy, describeSandboxPolicy } from '@shared/messages/policies'
import type { Question } from '@shared/domain/question'
import { questionTexts } from '@shared/domain/question-texts'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useFoundHere } from '../../ui/found-here'
import { Icon, iconOfWay } from '../../ui/icon'
import { KindIcon } from '../../ui/kind-icon'
import { UntrustedText } from '../../ui/untrusted-text'
import { WayOn } from './way-on'

const words = laterStrings.transcript

/** A call of a tool that does not exist, or with arguments that cannot be read. */
export function RejectedCard({
  name,
  reason,
  callId,
  sessionId,
}: {
  name: string
  reason: string
  /** A call that the policy refused: it can be asked about after all. */
  callId?: string | undefined
  sessionId: string
}): ReactNode {
  const title = words.toolRejected(name)
  return (
    <article className="card">
      <header className="card-head">
        <Icon name="x" />
        <span className="ellipsis">
          <UntrustedText text={title} />
        </span>
      </header>
      <div className="card-body">
        <p className="card-text">
          <UntrustedText text={reason} />
        </p>
      </div>
      {callId !== undefined && (
        <WayOn
          call={{ request: undefined, ended: { kind: 'refused', reason }, callId }}
          again
          sessionId={sessionId}
        />
      )}
    </article>
  )
}

/** The model is asked again; what it had streamed is void and gone from the transcript. */
export function RetryingNote({ attempt, reason }: { attempt: number; reason: string }): ReactNode {
  return (
    <p className="event-note">
      <Icon name="retry" className="sm" />
      <UntrustedText text={words.retrying(attempt, reason)} />
    </p>
  )
}

/** The agent looked at a picture of this machine. */
export function ViewedNote({ label }: { label: string }): ReactNode {
  return (
    <p className="event-note">
      <KindIcon kind="picture" small />
      <UntrustedText text={words.viewed(label)} />
    </p>
  )
}

/** A server asked the person something, and how that ended; what was answered is kept nowhere. Whoever looked for its words reads them. */
export function AskedNote({ question }: { question: Question }): ReactNode {
  const { server, state, action } = question
  const found = useFoundHere()
  const { closed, ended } = laterStrings.question
  return (
    <>
      <p className="event-note">
        <Icon name="plug" className="sm" />
        <UntrustedText text={closed(server, ended[state === 'withdrawn' ? state : (action ?? 'cancel')])} />
      </p>
      {found &&
        questionTexts(question).map((text, at) => (
          <p key={at} className="event-said">
            <UntrustedText text={text} />
          </p>
        ))}
    </>
  )
}

/** The model's server looked something up in the web. */
export function SearchedNote({ query }: { query: string }): ReactNode {
  return (
    <p className="event-note">
      <KindIcon kind="network" small />
      <UntrustedText text={words.searched(query)} />
    </p>
  )
}

/** What a person should know of what the turn did. `restored`: it is what they had taken back or done again. */
export function TurnNote({
  text,
  restored,
}: {
  text: string
  restored?: keyof typeof iconOfWay | undefined
}): ReactNode {
  return (
    <p className="event-note">
      <Icon name={restored ? iconOfWay[restored] : 'level-medium'} className="sm" />
      <UntrustedText text={text} />
    </p>
  )
}

interface ConfiguredNoteProps {
  model: string
  approvalPolicy: ApprovalPolicy
  sandboxPolicy: SandboxPolicy
}

/** Settings that were changed between two turns. */
export function ConfiguredNote({ model, approvalPolicy, sandboxPolicy }: ConfiguredNoteProps): ReactNode {
  const text = words.configured(
    model,
    describeSandboxPolicy(sandboxPolicy),
    describeApprovalPolicy(approvalPolicy),
  )
  return (
    <p className="event-note">
      <Icon name="gear" className="sm" />
      <UntrustedText text={text} />
    </p>
  )
}
