import type { ApprovalRequest } from '@shared/domain/approval'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { strings } from '../../lib/strings'
import { askedIn, inboxGroups, type InboxGroup } from '../../state/approval-order'
import { useActions, useAppState } from '../../state/context'
import { FaultNote } from '../../ui/fault-message'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { ApprovalPanel } from './approval-panel'
import { ClosedLine } from './closed-line'
import { DecisionCounts, FoldedCounts } from './decision-counts'
import { FoldedPanel } from './folded-panel'
import { InboxList } from './inbox-list'
import { currentRow, placeAfter, type InboxPlace } from './inbox-place'
import { QuestionPanel } from './question-panel'
import { QuestionRows } from './question-row'
import { useIdentical, useIsAlone } from './use-identical'

interface InboxProps {
  readonly requestId: string | undefined
  /** What led to a request: the record of the session that it is put in. */
  readonly context: (sessionId: string) => ReactNode
}

/** Everything that waits in all sessions, and the one request that is open, below what led to it. */
export function Inbox({ requestId, context }: InboxProps): ReactNode {
  const approvals = useAppState((state) => state.approvals)
  const sessions = useAppState((state) => state.sessions)
  const isAlone = useIsAlone()
  const groups = useMemo(
    () => inboxGroups(Object.values(approvals), (sessionId) => sessions[sessionId]?.agent?.id, isAlone),
    [approvals, sessions, isAlone],
  )
  const questions = useAppState((state) => state.questions)
  const picked = requestId === undefined ? undefined : questions[requestId]
  const lookedAt = useLookedAt(groups, picked ? undefined : requestId)
  const current = picked || lookedAt === undefined ? undefined : approvals[lookedAt]
  const question = current ? undefined : (picked ?? Object.values(questions)[0])
  const whole = useRef<HTMLDivElement>(null)
  useFocusOnNext(whole, current?.id ?? question?.id)
  return (
    <>
      {current === undefined && question === undefined ? (
        <div ref={whole} className="page" tabIndex={-1}>
          <ClosedLines />
          <EmptyState picture="inbox" title={strings.inbox.emptyTitle} text={strings.inbox.emptyText}>
            <NewSession />
          </EmptyState>
          <DecisionCounts />
        </div>
      ) : (
        <div ref={whole} className="split">
          <InboxList groups={groups} currentId={current?.id}>
            <QuestionRows questions={Object.values(questions)} currentId={question?.id} />
            <FoldedCounts />
          </InboxList>
          <ClosedLines />
          {current && <Detail request={current} context={context} />}
          {question && (
            <div className="detail">
              {!question.remoteRun && <Context sessionId={askedIn(question)} draw={context} />}
              <QuestionPanel key={question.id} question={question} place="inbox" />
            </div>
          )}
        </div>
      )}
    </>
  )
}

function NewSession(): ReactNode {
  const actions = useActions()
  return (
    <Button
      onClick={() => {
        actions.show({ kind: 'start' })
      }}
    >
      {strings.rail.newSession}
    </Button>
  )
}

/** The request that is looked at: what was chosen, and then what it leads to (`placeAfter`). */
function useLookedAt(groups: readonly InboxGroup[], chosen: string | undefined): string | undefined {
  const [before, setBefore] = useState<InboxPlace>()
  const requests = groups.flatMap((group) => group.requests)
  const rows = requests.map(({ request }) => request.id)
  const rowOf = (id: string): string | undefined =>
    requests.find(({ request, others }) => [request, ...others].some((each) => each.id === id))?.request.id
  const row = (chosen === undefined ? undefined : rowOf(chosen)) ?? placeAfter(before, rows)
  if (row !== undefined && (row !== before?.id || rows.join(' ') !== before.rows.join(' ')))
    setBefore({ id: row, rows })
  return chosen !== undefined && rowOf(chosen) !== undefined ? chosen : row
}

/**
 * When what had the focus has gone with its answer, the row of what is looked at next has it, and so has the first one of a window that was
 * loaded here; behind the last answer the page, whose first control is next. A person's focus elsewhere stays there.
 */
function useFocusOnNext(whole: RefObject<HTMLElement | null>, lookedAt: string | undefined): void {
  const before = useRef<string>(undefined)
  useEffect(() => {
    if (before.current === lookedAt) return
    before.current = lookedAt
    if (document.activeElement !== document.body) return
    const row = whole.current?.querySelector<HTMLElement>(currentRow)
    if (lookedAt === undefined) whole.current?.focus({ preventScroll: true })
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [lookedAt, whole])
}

/** The end of a session's record, read as soon as it is looked at. */
function Context({ sessionId, draw }: { sessionId: string; draw: InboxProps['context'] }): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  useEffect(() => {
    if (connected) actions.open(sessionId)
  }, [actions, sessionId, connected])
  return draw(sessionId)
}

function Detail({ request, context }: { request: ApprovalRequest } & Pick<InboxProps, 'context'>): ReactNode {
  const actions = useActions()
  const fault = useAppState((state) => state.faults[askedIn(request)])
  const putOffAt = useAppState((state) => state.putOff[request.id])
  const others = useIdentical(request)
  return (
    <div className="detail">
      {!request.remoteRun && <Context sessionId={askedIn(request)} draw={context} />}
      {fault !== undefined && (
        <FaultNote
          fault={fault}
          onDismiss={() => {
            actions.dismissFault(askedIn(request))
          }}
        />
      )}
      {putOffAt === undefined ? (
        <ApprovalPanel key={request.id} request={request} others={others} place="inbox" />
      ) : (
        <FoldedPanel request={request} others={others} putOffAt={putOffAt} />
      )}
    </div>
  )
}

/** What became of the last ones, over the end of the list: nothing moves for it. */
function ClosedLines(): ReactNode {
  const closed = useAppState((state) => state.closed)
  const notes = Object.values(closed)
  if (notes.length === 0) return undefined
  return (
    <div ref={tellsItsHeight} className="closed-lines">
      {notes.map((note) => (
        <ClosedLine key={note.request.id} note={note} />
      ))}
    </div>
  )
}

/** Tells the list how much of its end stands below the notes (`--notes-height`), however many lines they take. */
function tellsItsHeight(notes: HTMLElement | null): (() => void) | undefined {
  if (notes === null) return undefined
  const sizes = new ResizeObserver(() => {
    notes.parentElement?.style.setProperty('--notes-height', `${String(notes.offsetHeight)}px`)
  })
  sizes.observe(notes)
  return () => {
    sizes.disconnect()
  }
}
