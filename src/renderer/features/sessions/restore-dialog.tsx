import type { RestoreLook, RestoreWay } from '@shared/domain/turn-restore'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import type { AppState } from '../../state/app-state'
import { useActions, useAppState } from '../../state/context'
import type { TranscriptItem } from '../../state/transcript-items'
import { AskDialog } from '../../ui/ask-dialog'
import { UntrustedText } from '../../ui/untrusted-text'
import { countOf, RestoreFound } from './restore-found'

const words = laterStrings.restore

/** Of which session, which way, and of which run outside the folder, if not of a turn. */
export interface RestoreDialogProps {
  sessionId: string
  way: RestoreWay
  run?: string | undefined
}

type Ready = Extract<RestoreLook, { kind: 'ready' }>

/** The sessions with a turn that has not ended, as one text. */
const runningIn = ({ sessions }: AppState): string =>
  Object.values(sessions)
    .flatMap(({ id, status }) => (status === 'running' || status === 'needs-you' ? [id] : []))
    .join(' ')

/** Shows what would be put back, and asks. The focus is on Cancel, so that Enter never does what was not read. */
export function RestoreDialog({ sessionId, way, run }: RestoreDialogProps): ReactNode {
  const actions = useActions()
  const [look, setLook] = useState<RestoreLook>()
  const [sinceToo, setSinceToo] = useState(false)
  // A folder in which a turn runs is looked at again when one ends; what was shown as ready stays what it is.
  const running = useAppState(runningIn)
  const waitsFor = look?.kind === 'ready' ? '' : running
  useEffect(() => {
    let current = true
    void actions.lookAtRestore(sessionId, way, run).then((found) => {
      if (!current) return
      if (found === undefined) actions.askRestore(sessionId, undefined)
      else setLook(found)
    })
    return () => {
      current = false
    }
  }, [actions, sessionId, way, run, waitsFor])
  const ready = look?.kind === 'ready' ? look : undefined
  const count = ready ? countOf(ready, sinceToo) : 0
  return (
    <AskDialog
      title={ready ? titleOf(ready) : words.plain[run === undefined ? 'turn' : 'run'][way]}
      doWord={ready && words.put(way, count)}
      doOff={count === 0}
      cancelWord={ready ? words.cancel : words.close}
      onDo={() => {
        if (!ready) return
        const of = run === undefined ? { turnNumber: ready.turnNumber } : { run }
        void actions.restore(sessionId, { way, ...of, sinceToo })
      }}
      onClose={() => {
        actions.askRestore(sessionId, undefined)
      }}
    >
      {look === undefined && <p role="status">{words.looking}</p>}
      {look?.kind === 'nothing' && <p>{words.nothing[way]}</p>}
      {look?.kind === 'unavailable' && (
        <p lang="en">
          <UntrustedText text={look.why} />
        </p>
      )}
      {ready && <Found look={{ ...ready, sessionId }} sinceToo={sinceToo} onSinceToo={setSinceToo} />}
    </AskDialog>
  )
}

const titleOf = ({ way, turnNumber, run }: Ready): string =>
  run ? words.plain.run[way] : words.title(way, turnNumber ?? 0)

/** So much of a message says which it is. */
const mostQuoted = 300

/** The message that a turn began with, from its beginning; undefined where that is not here. */
function messageOf(
  items: readonly TranscriptItem[] | undefined,
  turn: number | undefined,
): string | undefined {
  const message = items?.findLast((item) => item.kind === 'user' && item.turn === turn)
  if (turn === undefined || message?.kind !== 'user') return undefined
  const { text } = message
  return text.length > mostQuoted ? `${text.slice(0, mostQuoted)}…` : text
}

function Found({
  look,
  sinceToo,
  onSinceToo,
}: {
  look: Ready & { readonly sessionId: string }
  sinceToo: boolean
  onSinceToo: (too: boolean) => void
}): ReactNode {
  const { sessionId, way, run, turnNumber } = look
  const begunBy = useAppState(({ transcripts }) => messageOf(transcripts[sessionId]?.items, turnNumber))
  return (
    <>
      {run && (
        <p className="mono">
          <UntrustedText text={run.title} />
        </p>
      )}
      {begunBy !== undefined && (
        <blockquote className="ask-quote">
          <UntrustedText text={begunBy} />
        </blockquote>
      )}
      <RestoreFound
        sessionId={sessionId}
        look={look}
        lead={words.lead[run ? 'run' : 'turn'][way]}
        none={words.none}
        sinceToo={sinceToo}
        onSinceToo={onSinceToo}
      />
      <p className="dim">{run ? words.runLimits : words.limits}</p>
    </>
  )
}
