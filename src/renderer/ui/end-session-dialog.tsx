import { hostOf, withHost } from '@shared/domain/host-state'
import type { SessionSummary } from '@shared/domain/session'
import type { SessionWorktree, WorktreeState } from '@shared/domain/worktree'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { withTilde } from '../lib/shown-paths'
import { strings } from '../lib/strings'
import { useActions, useAppState } from '../state/context'
import { AskDialog } from './ask-dialog'
import { UntrustedText } from './untrusted-text'

const words = strings.folder

interface EndSessionDialogProps {
  readonly session: SessionSummary
  readonly does: 'archive' | 'delete'
  readonly onClose: () => void
}

/**
 * Asks before a session is put into the archive or deleted, and what becomes of a worktree of its own then: that goes only where it is
 * chosen, and all in it is committed.
 */
export function EndSessionDialog({ session, does, onClose }: EndSessionDialogProps): ReactNode {
  const actions = useActions()
  const { worktree } = session
  const [removes, setRemoves] = useState(false)
  const deletes = does === 'delete'
  return (
    <AskDialog
      title={deletes ? strings.life.removeTitle : words.archiveTitle}
      doWord={deletes ? strings.life.removeDo : words.archiveDo}
      cancelWord={strings.life.cancel}
      onDo={() => {
        if (deletes) void actions.remove(session.id, removes)
        else void actions.archive(session.id, removes)
      }}
      onClose={onClose}
    >
      {deletes && (
        <>
          <p>{strings.life.removeText}</p>
          <p>
            <UntrustedText text={withHost(session.id, session.title)} />
          </p>
        </>
      )}
      {worktree !== undefined && (
        <WorktreeEnd sessionId={session.id} worktree={worktree} removes={removes} onRemoves={setRemoves} />
      )}
    </AskDialog>
  )
}

interface WorktreeEndProps {
  readonly sessionId: string
  readonly worktree: SessionWorktree
  readonly removes: boolean
  readonly onRemoves: (removes: boolean) => void
}

function WorktreeEnd({ sessionId, worktree, removes, onRemoves }: WorktreeEndProps): ReactNode {
  const actions = useActions()
  const here = useAppState((state) => state.engine?.home ?? '')
  // A home of this machine is none there.
  const home = hostOf(sessionId) === undefined ? here : ''
  const [state, setState] = useState<WorktreeState | 'unknown'>()
  useEffect(() => {
    let current = true
    void actions.lookAtWorktree(sessionId).then((found) => {
      if (current) setState(found ?? 'unknown')
    })
    return () => {
      current = false
    }
  }, [actions, sessionId])
  return (
    <>
      <p>
        <UntrustedText text={words.archiveText(withTilde(worktree.root, home), worktree.branch)} />
      </p>
      <p role="status">
        <UntrustedText text={state === undefined ? words.checking : standing(state)} />
      </p>
      <label className="ask-check">
        <input
          type="checkbox"
          checked={removes}
          disabled={typeof state !== 'object' || state.kind !== 'clean'}
          onChange={(event) => {
            onRemoves(event.target.checked)
          }}
        />
        {words.removeToo}
      </label>
    </>
  )
}

function standing(state: WorktreeState | 'unknown'): string {
  if (state === 'unknown') return words.notTold
  switch (state.kind) {
    case 'clean':
      return state.ignored.length === 0 ? words.clean : `${words.clean} ${words.alsoIgnored(state.ignored)}`
    case 'changed':
      return words.notCommitted(state.files, state.more)
    case 'shared':
      return words.shared
    case 'gone':
      return words.gone
  }
}
