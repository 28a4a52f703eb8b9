import type { SessionSummary } from '@shared/domain/session'
import { memo, useMemo } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { waitingCount } from '../../state/app-state'
import { useActions, useAppState } from '../../state/context'
import { moveByArrows } from '../../ui/arrow-keys'
import { IconButton } from '../../ui/button'
import { FaultNote } from '../../ui/fault-message'
import { Icon } from '../../ui/icon'
import { Keys, useCommandKeys, useLabelWithKeys } from '../../ui/keys'
import { ArchivedList } from './archived-list'
import { hostArchives } from './host-archives-part'
import { hostLines } from './host-lines-part'
import { railEmpty } from './rail-empty-part'
import { railGroups } from './rail-groups'
import { RailSearch } from './rail-search'
import { sessionMenu } from './session-menu-part'
import { SessionRow } from './session-row'

const words = strings.rail

interface ChoiceProps {
  /** Called after a choice, so that a rail that lies over the page can go away. */
  onChosen: () => void
}

interface RailProps extends ChoiceProps {
  searching: boolean
  onSearch: (searching: boolean) => void
}

/** All sessions by what they need, the inbox and a new session. */
export function Rail({ onChosen, searching, onSearch }: RailProps): ReactNode {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    moveByArrows(event, '.rail-item, .rail-find, .srow')
  }
  const searchLabel = useLabelWithKeys(words.search, 'sessions.search')
  return (
    <nav className="rail" id="rail" aria-label={strings.app.regions.rail} onKeyDown={onKeyDown} tabIndex={-1}>
      <div className="rail-head">
        <Icon name="mark" className="mark" />
        <span>{strings.app.name}</span>
        <span className="spacer" />
        <IconButton
          label={searchLabel}
          aria-pressed={searching}
          onClick={() => {
            onSearch(!searching)
          }}
        >
          <Icon name="search" />
        </IconButton>
      </div>
      <RailNav onChosen={onChosen} />
      {searching ? <RailSearch onChosen={onChosen} /> : <RailSessions onChosen={onChosen} />}
      <RailHosts />
      <RailFault />
      <RailFoot onChosen={onChosen} />
    </nav>
  )
}

/** What contains the commands, or that nothing does; leads to the doctor. The gear leads to the settings. */
function RailFoot({ onChosen }: { onChosen: () => void }): ReactNode {
  const actions = useActions()
  const ready = useAppState((state) => state.connection.kind === 'ready')
  const known = useAppState((state) => state.engine?.sandbox)
  // Of an engine that does not answer nothing is known any more.
  const sandbox = ready ? known : undefined
  const unconfined = useAppState((state) => {
    const session = state.view.kind === 'session' ? state.sessions[state.view.sessionId] : undefined
    return session?.sandboxPolicy.mode === 'danger-full-access'
  })
  const openDoctor = (): void => {
    actions.show({ kind: 'doctor' })
    onChosen()
  }
  return (
    <div className="rail-foot">
      {sandbox?.kind === 'available' && unconfined && (
        <>
          <span className="dot warn" />
          <button type="button" className="link-btn ellipsis" title={words.doctor} onClick={openDoctor}>
            {words.unconfined}
          </button>
        </>
      )}
      {sandbox?.kind === 'available' && !unconfined && (
        <>
          <span className="dot ok" />
          <button type="button" className="link-btn quiet ellipsis" title={words.doctor} onClick={openDoctor}>
            {words.sandboxOn(sandbox.backend)}
          </button>
        </>
      )}
      {sandbox?.kind === 'unavailable' && (
        <>
          <span className="dot warn" />
          <button type="button" className="link-btn" onClick={openDoctor}>
            {words.sandboxOff}
          </button>
        </>
      )}
      {!ready && (
        <>
          <span className="dot off" />
          <span className="dim ellipsis">{words.sandboxUnknown}</span>
        </>
      )}
      <span className="spacer" />
      <IconButton
        label={words.settings}
        onClick={() => {
          actions.show({ kind: 'preferences' })
          onChosen()
        }}
      >
        <Icon name="gear" />
      </IconButton>
    </div>
  )
}

function RailSessions({ onChosen }: ChoiceProps): ReactNode {
  const actions = useActions()
  const sessions = useAppState((state) => state.sessions)
  const older = useAppState((state) => state.older !== 'none')
  const hasHosts = useAppState((state) => (state.engine?.hosts ?? []).length > 0)
  const groups = useMemo(() => railGroups(Object.values(sessions)), [sessions])
  const none = !older && Object.keys(sessions).length === 0
  return (
    <div className="rail-scroll" tabIndex={-1}>
      {none && (
        <div className={`rail-none${hasHosts ? ' has-hosts' : ''}`}>
          <railEmpty.Component of="sessions" />
        </div>
      )}
      <RailGroup title={words.needsYou} sessions={groups.needsYou} onChosen={onChosen} />
      <RailGroup title={words.running} sessions={groups.running} onChosen={onChosen} />
      <RailGroup title={words.fresh} sessions={groups.fresh} onChosen={onChosen} />
      <RailGroup title={words.done} sessions={groups.done} onChosen={onChosen} />
      {older && (
        <button type="button" className="link-btn rail-older" onClick={() => void actions.loadOlder()}>
          {words.older}
        </button>
      )}
      <ArchivedList title={strings.life.archived}>{hasHosts && <hostArchives.Component />}</ArchivedList>
    </div>
  )
}

/** The hosts that do not answer. */
function RailHosts(): ReactNode {
  const hosts = useAppState((state) => state.engine?.hosts)
  return hosts && <hostLines.Component hosts={hosts} />
}

/** Why the list could not be read. */
function RailFault(): ReactNode {
  const actions = useActions()
  const fault = useAppState((state) => state.faults['rail'])
  if (fault === undefined) return undefined
  return (
    <FaultNote
      fault={fault}
      onDismiss={() => {
        actions.dismissFault('rail')
      }}
    />
  )
}

function RailNav({ onChosen }: ChoiceProps): ReactNode {
  const actions = useActions()
  const view = useAppState((state) => state.view)
  const waiting = useAppState(waitingCount)
  const newKeys = useCommandKeys('session.new')
  return (
    <div className="rail-nav">
      <div className="rail-inbox">
        <button
          type="button"
          className="rail-item"
          aria-describedby="inbox-count"
          aria-current={view.kind === 'inbox' ? 'page' : undefined}
          onClick={() => {
            actions.show({ kind: 'inbox', requestId: undefined })
            onChosen()
          }}
        >
          <Icon name="inbox" />
          {words.inbox}
        </button>
        <span className={waiting > 0 ? 'count' : 'vh'} aria-hidden="true">
          {waiting}
        </span>
        <span id="inbox-count" className="vh">
          {strings.app.waiting(waiting)}
        </span>
      </div>
      <button
        type="button"
        className="rail-item"
        aria-current={view.kind === 'start' ? 'page' : undefined}
        onClick={() => {
          actions.show({ kind: 'start' })
          onChosen()
        }}
      >
        <Icon name="plus" />
        {words.newSession}
        {newKeys.length > 0 && (
          <span className="end">
            <Keys keys={newKeys} />
          </span>
        )}
      </button>
    </div>
  )
}

interface RailGroupProps extends ChoiceProps {
  title: string
  sessions: readonly SessionSummary[]
}

function RailGroup({ title, sessions, onChosen }: RailGroupProps): ReactNode {
  if (sessions.length === 0) return undefined
  return (
    <section aria-label={title}>
      <h2 className="rail-group">
        <span>{title}</span>
        <span className="num">{sessions.length}</span>
      </h2>
      {sessions.map((session) => (
        <RailRow key={session.id} session={session} onChosen={onChosen} />
      ))}
    </section>
  )
}

/** A session with its menu. Of many, one that was told anew is drawn again, and no other. */
const RailRow = memo(function RailRow({
  session,
  onChosen,
}: ChoiceProps & { session: SessionSummary }): ReactNode {
  return (
    <div className="srow-box">
      <SessionRow session={session} onChosen={onChosen} />
      <sessionMenu.Component session={session} place="rail" />
    </div>
  )
})
