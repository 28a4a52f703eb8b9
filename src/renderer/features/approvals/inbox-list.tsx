import type { ApprovalRequest } from '@shared/domain/approval'
import { useMemo } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { withTilde } from '../../lib/paths'
import { addCounts, changeLines, countLines } from '../../lib/unified-diff'
import type { InboxGroup } from '../../state/approval-order'
import { useActions, useAppState } from '../../state/context'
import { Age } from '../../ui/age'
import { moveByArrows } from '../../ui/arrow-keys'
import { LineCounts } from '../../ui/diff-view'
import { LevelIcon } from '../../ui/level'
import { SentenceWithPaths } from '../../ui/sentence-with-paths'
import { UntrustedText } from '../../ui/untrusted-text'

/** The requests grouped by session. Up and Down move, Enter opens; nothing here answers. */
export function InboxList({
  groups,
  currentId,
}: {
  groups: readonly InboxGroup[]
  currentId: string
}): ReactNode {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    moveByArrows(event, '.rrow')
  }
  return (
    <div className="list" role="group" aria-label={strings.inbox.list} onKeyDown={onKeyDown}>
      {groups.map((group) => (
        <div key={group.sessionId}>
          <h2 className="list-group">
            <b className="ellipsis">
              <UntrustedText text={group.title} />
            </b>
            <GroupFolder sessionId={group.sessionId} />
          </h2>
          <ul>
            {group.requests.map((request) => (
              <li key={request.id}>
                <RequestRow request={request} current={request.id === currentId} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function GroupFolder({ sessionId }: { sessionId: string }): ReactNode {
  const cwd = useAppState(
    (state) => state.sessions[sessionId]?.shownCwd ?? state.sessions[sessionId]?.cwd ?? '',
  )
  const home = useAppState((state) => state.engine?.home ?? '')
  return (
    <span className="ellipsis">
      <UntrustedText text={withTilde(cwd, home)} />
    </span>
  )
}

function RequestRow({ request, current }: { request: ApprovalRequest; current: boolean }): ReactNode {
  const actions = useActions()
  const { level } = request.assessment
  return (
    <button
      type="button"
      className="rrow"
      aria-current={current ? 'true' : undefined}
      onClick={() => {
        actions.takeUp(request.id)
        actions.show({ kind: 'inbox', requestId: request.id })
      }}
    >
      <LevelIcon level={level} />
      <span className="e">
        <SentenceWithPaths text={request.effect} />
      </span>
      <span className="age num">
        <Age since={request.createdAt} />
      </span>
      <span className="w">
        <span className="lv" data-level={level}>
          {strings.levelsShort[level]}
        </span>
        <RequestKind request={request} />
        <span>{strings.inbox.boundary[request.stop.boundary]}</span>
      </span>
    </button>
  )
}

function RequestKind({ request }: { request: ApprovalRequest }): ReactNode {
  const words = strings.inbox.kinds
  const count = useMemo(
    () => addCounts(Object.values(request.changes ?? {}).map((change) => countLines(changeLines(change)))),
    [request.changes],
  )
  if (request.kind === 'patch')
    return (
      <span>
        {words.patch}, <LineCounts count={count} />
      </span>
    )
  if (request.kind === 'input') return <span>{words.input}</span>
  return <span>{request.stage === 'network' ? words.connection : words.command}</span>
}
