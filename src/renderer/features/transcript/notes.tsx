import { describeApprovalPolicy } from '@shared/domain/approval-policy'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { Fault } from '@shared/domain/fault'
import { describeSandboxPolicy } from '@shared/domain/sandbox-policy'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { Remedy } from '../../ui/copy-button'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'

const words = strings.transcript

/** A call of a tool that does not exist, or with arguments that cannot be read. */
export function RejectedCard({ name, reason }: { name: string; reason: string }): ReactNode {
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

/** What a person should know of what the turn did. */
export function TurnNote({ text }: { text: string }): ReactNode {
  return (
    <p className="event-note">
      <Icon name="level-medium" className="sm" />
      <UntrustedText text={text} />
    </p>
  )
}

/** A fault of the turn, with the way to mend it. */
export function FaultItem({ fault }: { fault: Fault }): ReactNode {
  return (
    <div className="note">
      <Icon name={faultIcon(fault.code)} />
      <div className="note-text">
        <p>
          <UntrustedText text={fault.message} />
        </p>
        {fault.remedy !== undefined && <Remedy text={fault.remedy} />}
      </div>
    </div>
  )
}

function faultIcon(code: Fault['code']): 'key' | 'plug' | 'level-medium' {
  if (code === 'missing-key' || code === 'unauthorized' || code === 'forbidden') return 'key'
  return code === 'connection-failed' ? 'plug' : 'level-medium'
}

interface TurnEndedNoteProps {
  outcome: 'interrupted' | 'failed'
  itemKey: string
  sessionId: string
}

/** A turn that did not end by itself; the last one of a session can be tried again. */
export function TurnEndedNote({ outcome, itemKey, sessionId }: TurnEndedNoteProps): ReactNode {
  const actions = useActions()
  const last = useAppState((state) => state.transcripts[sessionId]?.items.at(-1)?.key === itemKey)
  return (
    <p className="event-note">
      <Icon name="stop" className="sm" />
      {outcome === 'interrupted' ? words.turnInterrupted : words.turnFailed}
      {last && (
        <Button look="ghost" onClick={() => void actions.retry(sessionId)}>
          {words.tryAgain}
        </Button>
      )}
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
