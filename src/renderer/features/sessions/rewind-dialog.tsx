import type { RewindLook } from '@shared/domain/turn-restore'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions } from '../../state/context'
import { AskDialog } from '../../ui/ask-dialog'
import { UntrustedText } from '../../ui/untrusted-text'
import { RestoreFound } from './restore-found'

const words = laterStrings.rewind

/** Of which session, to before which turn, and the message that began it. */
export interface RewindDialogProps {
  sessionId: string
  turnNumber: number
  text: string
}

type Ready = Extract<RewindLook, { kind: 'ready' }>

/** Shows what goes of a conversation, and what would be put back of its folder, and asks. */
export function RewindDialog({ sessionId, turnNumber, text }: RewindDialogProps): ReactNode {
  const actions = useActions()
  const [look, setLook] = useState<RewindLook>()
  const [wanted, setWanted] = useState(true)
  const [sinceToo, setSinceToo] = useState(false)
  useEffect(() => {
    let current = true
    void actions.lookAtRewind(sessionId, turnNumber).then((found) => {
      if (!current) return
      if (found === undefined) actions.askRewind(sessionId, undefined)
      else setLook(found)
    })
    return () => {
      current = false
    }
  }, [actions, sessionId, turnNumber])
  const ready = look?.kind === 'ready' ? look : undefined
  const files = wanted && ready?.files.kind === 'ready'
  return (
    <AskDialog
      title={words.title}
      doWord={ready && words.do[files ? 'files' : 'conversation']}
      cancelWord={ready ? laterStrings.restore.cancel : laterStrings.restore.close}
      onDo={() => {
        if (!ready) return
        const { lastTurn } = ready
        void actions.rewind(sessionId, { turnNumber, lastTurn, files, sinceToo: files && sinceToo }, text)
      }}
      onClose={() => {
        actions.askRewind(sessionId, undefined)
      }}
    >
      {look === undefined && <p role="status">{laterStrings.restore.looking}</p>}
      {look?.kind === 'unavailable' && (
        <p lang="en">
          <UntrustedText text={look.why} />
        </p>
      )}
      {ready && (
        <>
          <p>{words.goes(ready.turns, ready.messages)}</p>
          <Which look={ready} files={files} onFiles={setWanted} />
          {files && ready.files.kind === 'ready' && (
            <RestoreFound
              sessionId={sessionId}
              look={ready.files}
              lead={words.lead}
              none={ready.files.since.length > 0 ? laterStrings.restore.none : words.noFiles}
              sinceToo={sinceToo}
              onSinceToo={setSinceToo}
            />
          )}
          {ready.outside > 0 && <p>{words.outside(ready.outside)}</p>}
          <p className="dim">
            {words.ends} {files && words.limits}
          </p>
        </>
      )}
    </AskDialog>
  )
}

function Which({
  look,
  files,
  onFiles,
}: {
  look: Ready
  files: boolean
  onFiles: (files: boolean) => void
}): ReactNode {
  const off = look.files.kind === 'unavailable'
  return (
    <fieldset className="ask-which">
      <legend className="vh">{words.which}</legend>
      {([true, false] as const).map((each) => (
        <label key={String(each)} className="ask-check">
          <input
            type="radio"
            name="rewind"
            checked={files === each}
            disabled={each && off}
            onChange={() => {
              onFiles(each)
            }}
          />
          {words.choice[each ? 'files' : 'conversation']}
        </label>
      ))}
      {look.files.kind === 'unavailable' && (
        <p className="dim" lang="en">
          <UntrustedText text={look.files.why} />
        </p>
      )}
    </fieldset>
  )
}
