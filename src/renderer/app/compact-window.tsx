import { gatherIdentical } from '@shared/domain/identical-requests'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { ApprovalPanel } from '../features/approvals/approval-panel'
import { ArrivalAnnouncer } from '../features/approvals/arrival-announcer'
import { ClosedLine } from '../features/approvals/closed-line'
import { useIdentical, useIsAlone } from '../features/approvals/use-identical'
import { withTilde } from '../lib/shown-paths'
import { laterStrings } from '../lib/later-strings'
import { strings } from '../lib/strings'
import type { ClosedNote } from '../state/app-state'
import { askedIn, sortByUrgency } from '../state/approval-order'
import { useActions, useAppState } from '../state/context'
import { FaultNote } from '../ui/fault-message'
import { Icon } from '../ui/icon'
import { UntrustedText } from '../ui/untrusted-text'
import { ConnectionBanner } from './connection-banner'
import { focusNextRegion, partsOfPanel } from './regions'

/** How long it is still said what came of the last answer, before the window goes. */
const closesAfterMs = 1200

/**
 * One panel and nothing else, for a small window that stays on top: the request of the route, then the most urgent of the rest.
 * A request never takes the place of one that is being looked at. When nothing waits the desktop's window closes; a browser's says so.
 * Give it the route's request as its key.
 */
export function CompactWindow({ requestId }: { requestId: string | undefined }): ReactNode {
  const actions = useActions()
  const approvals = useAppState((state) => state.approvals)
  const putOff = useAppState((state) => state.putOff)
  const closed = useAppState((state) => state.closed)
  const [heldId, hold] = useState(requestId)
  const [opened, setOpened] = useState(false)
  const waiting = gatherIdentical(
    sortByUrgency(Object.values(approvals)).filter(
      ({ id }) => putOff[id] === undefined || (!opened && id === requestId),
    ),
    useIsAlone(),
  )
  const held = heldId === undefined ? undefined : approvals[heldId]
  const holds = held && waiting.some(({ request, others }) => [request, ...others].includes(held))
  const current = holds ? held : waiting[0]?.request
  const others = useIdentical(current)
  if (current !== undefined && current.id !== heldId) hold(current.id)
  const notes = Object.values(closed)
  useRegionKeys()
  useFocusOnNext(current?.id)
  useClosing(current === undefined && notes.every(isReported))
  useEffect(() => {
    if (requestId !== undefined) actions.takeUp(requestId)
    setOpened(true)
  }, [actions, requestId])
  const fault = useAppState((state) => (current ? state.faults[askedIn(current)] : undefined))
  const home = useAppState((state) => state.engine?.home ?? '')
  return (
    <main className="pane compact">
      <header className="bar">
        <Icon name="mark" />
        <h1 className="ellipsis">
          {current === undefined ? (
            strings.app.name
          ) : (
            <UntrustedText text={current.askedBy?.parentTitle ?? current.sessionTitle} />
          )}
        </h1>
        {current !== undefined && (
          <span className="where ellipsis">
            <UntrustedText text={withTilde(current.cwd, home)} />
          </span>
        )}
      </header>
      <ConnectionBanner />
      {fault !== undefined && current !== undefined && (
        <FaultNote
          fault={fault}
          onDismiss={() => {
            actions.dismissFault(askedIn(current))
          }}
        />
      )}
      {current === undefined ? (
        <>
          {notes.map((note) => (
            <ClosedLine key={note.request.id} note={note} />
          ))}
          <p className="page dim" role="status">
            {strings.inbox.nothingWaits}
          </p>
        </>
      ) : (
        <ApprovalPanel
          key={current.id}
          request={current}
          others={others}
          position={waiting.length > 1 ? laterStrings.approval.position(1, waiting.length) : undefined}
          place="compact"
        />
      )}
      <ArrivalAnnouncer />
    </main>
  )
}

/** An answer that changed nothing has to be read, and one that put another command in its place is about to be asked about. */
const isReported = ({ request, reply }: ClosedNote): boolean =>
  reply === undefined && request.decision?.kind !== 'edit'

/** Closes the desktop's window, a moment after nothing waits any more; one that a browser opened stays. */
function useClosing(nothingWaits: boolean): void {
  const closes = useAppState(
    ({ engine, connection }) => engine?.host === 'desktop' && connection.kind === 'ready',
  )
  useEffect(() => {
    if (!nothingWaits || !closes) return undefined
    const timer = setTimeout(() => {
      window.close()
    }, closesAfterMs)
    return () => {
      clearTimeout(timer)
    }
  }, [nothingWaits, closes])
}

/** F6 goes round the parts of the panel. */
function useRegionKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'F6') return
      event.preventDefault()
      focusNextRegion(partsOfPanel, event.shiftKey ? -1 : 1)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

/** There is nothing here but the panel: each has the focus, unless a person's is elsewhere. No key of it acts before it is armed. */
function useFocusOnNext(requestId: string | undefined): void {
  useEffect(() => {
    if (requestId === undefined || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('.approval .ap-body')?.focus()
  }, [requestId])
}
