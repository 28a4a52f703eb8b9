import type { ApprovalRequest } from '@shared/domain/approval'
import { hostOf } from '@shared/domain/host-state'
import { leadingInWords } from '@shared/messages/rehearsal'
import { useMemo } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { focusWhenThere } from '../../lib/focus-when-there'
import { laterStrings } from '../../lib/later-strings'
import { strings } from '../../lib/strings'
import { withTilde } from '../../lib/shown-paths'
import { addCounts, changeLines, countLines } from '../../lib/unified-diff'
import type { InboxGroup } from '../../state/approval-order'
import { useActions, useAppState } from '../../state/context'
import { Age } from '../../ui/age'
import { AgentMark } from '../../ui/agent-mark'
import { moveByArrows } from '../../ui/arrow-keys'
import { HostBadge } from '../../ui/host-badge'
import { KindIcon, type ToolKind } from '../../ui/kind-icon'
import { LineCounts } from '../../ui/line-counts'
import { LevelIcon } from '../../ui/level'
import { SentenceWithPaths } from '../../ui/host-aware-text'
import { UntrustedText } from '../../ui/untrusted-text'

/**
 * The requests grouped by session, and these by agent where it is not ours alone that asks. Up and Down move, and what has the focus is
 * looked at; Enter goes into its panel, whose letters count from its row as well.
 */
export function InboxList({
  groups,
  currentId,
  children,
}: {
  groups: readonly InboxGroup[]
  currentId: string | undefined
  /** Stands behind the groups. */
  children?: ReactNode
}): ReactNode {
  const byAgents = groups.some(({ agent }) => agent !== undefined)
  const SessionHeading = byAgents ? 'h3' : 'h2'
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    moveByArrows(event, '.rrow')
  }
  return (
    <div className="list" role="group" aria-label={strings.inbox.list} onKeyDown={onKeyDown}>
      {groups.map((group, at) => (
        <div key={group.sessionId}>
          {byAgents && (at === 0 || groups[at - 1]?.agent !== group.agent) && (
            <h2 className="list-agent ellipsis">
              <AgentMark agent={group.agent ?? strings.inbox.ownAgent} />{' '}
              <UntrustedText text={group.agent ?? strings.inbox.ownAgent} />
            </h2>
          )}
          <SessionHeading className="list-group">
            <HostBadge id={group.sessionId} />
            <b className="ellipsis">
              <UntrustedText text={group.title} />
            </b>
            <GroupFolder sessionId={group.sessionId} remoteRun={group.requests[0]?.request.remoteRun} />
          </SessionHeading>
          <ul>
            {group.requests.map(({ request, others }) => (
              <li key={request.id}>
                <RequestRow
                  request={request}
                  count={others.length + 1}
                  current={[request, ...others].some(({ id }) => id === currentId)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {children}
    </div>
  )
}

/** Where the session works; a remote run says it of itself. */
function GroupFolder({
  sessionId,
  remoteRun,
}: {
  sessionId: string
  remoteRun: ApprovalRequest['remoteRun']
}): ReactNode {
  const cwd = useAppState(
    (state) =>
      remoteRun?.folder ?? state.sessions[sessionId]?.shownCwd ?? state.sessions[sessionId]?.cwd ?? '',
  )
  const home = useAppState((state) => (hostOf(sessionId) === undefined ? (state.engine?.home ?? '') : ''))
  return (
    <span className="ellipsis">
      <UntrustedText text={withTilde(cwd, home)} />
    </span>
  )
}

interface RequestRowProps {
  request: ApprovalRequest
  /** How many identical ones it stands for, itself among them. */
  count: number
  current: boolean
}

function RequestRow({ request, count, current }: RequestRowProps): ReactNode {
  const actions = useActions()
  const { level } = request.assessment
  return (
    <button
      type="button"
      className="rrow"
      aria-current={current ? 'true' : undefined}
      onFocus={() => {
        if (!current) actions.show({ kind: 'inbox', requestId: request.id })
      }}
      onClick={({ detail }) => {
        actions.takeUp(request.id)
        actions.show({ kind: 'inbox', requestId: request.id })
        // Pressed by a key.
        if (detail === 0) focusWhenThere(() => document.querySelector<HTMLElement>('.approval .ap-body'))
      }}
    >
      <LevelIcon level={level} />
      <span className="e">
        <SentenceWithPaths text={leadingInWords(request)} />
      </span>
      <span className="age num">
        <Age since={request.createdAt} />
      </span>
      <span className="w">
        <span className="lv" data-level={level}>
          {laterStrings.levelsShort[level]}
        </span>
        {count > 1 && <span className="num">{laterStrings.approval.identical(count)}</span>}
        <RequestKind request={request} />
        <span>{strings.inbox.boundary[request.stop.boundary]}</span>
        {request.remoteRun !== undefined && (
          <span className="ellipsis">
            <UntrustedText text={strings.inbox.byRemoteRun(request.remoteRun.program)} />
          </span>
        )}
        {request.askedBy !== undefined && (
          <span className="ellipsis">
            <UntrustedText text={strings.inbox.byAgent(request.askedBy.childName)} />
          </span>
        )}
      </span>
    </button>
  )
}

const icons = {
  command: 'command',
  connection: 'network',
  input: 'input',
  patch: 'patch',
  tool: 'mcp',
} as const satisfies Record<string, ToolKind>

function RequestKind({ request }: { request: ApprovalRequest }): ReactNode {
  const words = strings.inbox.kinds
  const count = useMemo(
    () => addCounts(Object.values(request.changes ?? {}).map((change) => countLines(changeLines(change)))),
    [request.changes],
  )
  const kind = kindOf(request)
  return (
    <span className="kind">
      <KindIcon kind={icons[kind]} small />
      {kind === 'patch' ? (
        <>
          {words.patch}, <LineCounts count={count} />
        </>
      ) : (
        words[kind]
      )}
    </span>
  )
}

function kindOf({ kind, stage }: ApprovalRequest): keyof typeof strings.inbox.kinds {
  if (kind === 'patch' || kind === 'input' || kind === 'tool') return kind
  return stage === 'network' ? 'connection' : 'command'
}
