import type { SandboxDeleted, SandboxLook } from '@shared/domain/fleet-work'
import { toFault } from '@shared/domain/fault'
import type { HostProblem } from '@shared/domain/host-problem'
import { hostOf } from '@shared/domain/host-state'
import type { SessionSummary } from '@shared/domain/session'
import { useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { strings } from '../../lib/strings'
import { useActions } from '../../state/context'
import { Button } from '../../ui/button'
import { HostProblemText } from '../../ui/host-problem-text'
import { UntrustedText } from '../../ui/untrusted-text'
import { useModal } from '../../ui/use-modal'

const words = laterStrings.sandboxes.end

interface SandboxEndProps {
  session: SessionSummary
  /** What becomes of the session either way. */
  does: 'archive' | 'delete'
  onClose: () => void
  /** The work is brought here first. */
  onBringBack: () => void
}

/**
 * Asks before the last session of a sandbox is archived or deleted what becomes of the sandbox, with what is known of the work in it. The focus is on Cancel; what is not deleted after all is said, and
 * the question stays.
 */
export function SandboxEnd({ session, does, onClose, onBringBack }: SandboxEndProps): ReactNode {
  const actions = useActions()
  const dialog = useModal()
  const titleId = useId()
  const sandbox = hostOf(session.id) ?? ''
  const [look, setLook] = useState<SandboxLook>()
  const [outcome, setOutcome] = useState<SandboxDeleted | 'deleting'>()
  useEffect(() => {
    let current = true
    actions.askSandbox('sandbox.look', { sandbox }).then(
      (found) => {
        if (current) setLook(found)
      },
      (error: unknown) => {
        const why: HostProblem = { kind: 'fault', message: toFault(error).message }
        if (current) setLook({ answers: false, changes: { kind: 'unknown', why } })
      },
    )
    return () => {
      current = false
    }
  }, [actions, sandbox])
  const remove = (): void => {
    setOutcome('deleting')
    const asked = { sandbox, session: session.id, unasked: look?.answers === false }
    actions.askSandbox('sandbox.delete', asked).then(
      (came) => {
        setOutcome(came)
        if (came.kind === 'deleted') onClose()
      },
      (error: unknown) => {
        setOutcome({ kind: 'failed', why: { kind: 'fault', message: toFault(error).message }, said: '' })
      },
    )
  }
  const busy = outcome === 'deleting'
  const deletes = does === 'delete'
  const changes = look?.changes
  const hasWork = changes?.kind === 'known' && (changes.files > 0 || changes.elsewhere)
  return (
    <dialog ref={dialog} className="ask sandbox-end" aria-labelledby={titleId} onCancel={onClose}>
      <form method="dialog">
        <h2 id={titleId}>{words.title(sandbox, deletes)}</h2>
        <p className="ask-quote">
          <UntrustedText text={session.title} />
        </p>
        <p>{words.text}</p>
        {deletes && <p>{strings.life.removeText}</p>}
        <div role="status">
          <Known look={look} />
        </div>
        {outcome !== undefined && outcome !== 'deleting' && <NotDeleted outcome={outcome} />}
        <div className="ask-row">
          <Button onClick={onClose}>{strings.life.cancel}</Button>
          {hasWork && (
            <Button disabled={busy} onClick={onBringBack}>
              {laterStrings.bringBack.menu}
            </Button>
          )}
          <Button
            disabled={busy}
            onClick={() => {
              void (deletes ? actions.remove(session.id) : actions.archive(session.id))
              onClose()
            }}
          >
            {deletes ? words.keepAfterDelete : words.keep}
          </Button>
          <Button disabled={busy || look === undefined} onClick={remove}>
            {busy ? words.removing : words.remove}
          </Button>
        </div>
      </form>
    </dialog>
  )
}

function Known({ look }: { look: SandboxLook | undefined }): ReactNode {
  if (look === undefined) return <p className="dim">{words.looking}</p>
  const { answers, changes } = look
  return (
    <>
      {changes.kind === 'unknown' ? (
        <p className="status warn">
          <span>
            {words.unknown} <HostProblemText problem={changes.why} />
          </span>
        </p>
      ) : (
        <>
          <p className={changes.files > 0 || changes.elsewhere ? 'status warn' : ''}>
            <span>
              {changes.files > 0 ? words.changed(changes.files, changes.pulled) : words.same(changes.pulled)}{' '}
              {changes.elsewhere && words.elsewhere}
            </span>
          </p>
          <p className="dim">{words.toldBy}</p>
        </>
      )}
      {!answers && <p className="status warn">{words.unasked}</p>}
    </>
  )
}

function NotDeleted({ outcome }: { outcome: SandboxDeleted }): ReactNode {
  if (outcome.kind === 'deleted') return undefined
  return (
    <div role="alert" className="status bad">
      <span>
        {outcome.kind === 'stays' ? (
          ((words.stays as Readonly<Record<string, string>>)[outcome.use] ?? words.stays.other)
        ) : (
          <>
            {words.failed} <HostProblemText problem={outcome.why} />
          </>
        )}
      </span>
    </div>
  )
}
