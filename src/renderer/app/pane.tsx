import { type ReactNode, Component, useEffect, useRef } from 'react'
import { SessionBar } from '../features/sessions/title-bar'
import { strings } from '../lib/strings'
import { askedIn } from '../state/approval-order'
import { useActions, useAppState } from '../state/context'
import { Button } from '../ui/button'
import { focusShown } from './regions'
import { DoctorPage, GrantsPage, Inbox, PastPage, SessionView, SettingsPage, StartPage } from './pages'

/** The title bar and, below it, what the person looks at. `menu` opens the rail where it is hidden. */
export function Pane({ menu }: { menu: ReactNode }): ReactNode {
  const view = useAppState((state) => state.view)
  const session = useAppState((state) =>
    state.view.kind === 'session' ? state.sessions[state.view.sessionId] : undefined,
  )
  useFocusKept(view.kind === 'session' ? view.sessionId : view.kind)
  switch (view.kind) {
    case 'session':
      return (
        <>
          <header className="bar">
            {menu}
            {session !== undefined && <SessionBar session={session} />}
          </header>
          <Part key={view.kind}>
            {session !== undefined && <SessionView key={session.id} session={session} />}
          </Part>
        </>
      )
    case 'inbox':
      return (
        <>
          <header className="bar">
            {menu}
            <h1>{strings.inbox.title}</h1>
            <InboxSummary />
          </header>
          <Part key={view.kind}>
            <Inbox requestId={view.requestId} />
          </Part>
        </>
      )
    case 'start':
      return (
        <>
          <header className="bar">
            {menu}
            <h1>{strings.rail.newSession}</h1>
          </header>
          <Part key={view.kind}>
            <StartPage />
          </Part>
        </>
      )
    case 'preferences':
    case 'grants':
    case 'past':
    case 'doctor':
      return (
        <>
          <header className="bar">
            {menu}
            <h1>{strings.rail[view.kind]}</h1>
            <span className="spacer" />
            <PageSwitch current={view.kind} />
          </header>
          <Part key={view.kind}>
            {view.kind === 'preferences' && <SettingsPage />}
            {view.kind === 'grants' && <GrantsPage />}
            {view.kind === 'past' && <PastPage />}
            {view.kind === 'doctor' && <DoctorPage />}
          </Part>
        </>
      )
  }
}

/** The focus goes with what is shown, from the first on: whoever comes back by a reload goes on writing in the same field. */
function useFocusKept(shown: string): void {
  const before = useRef<string>(undefined)
  useEffect(() => {
    if (before.current !== shown) focusShown()
    before.current = shown
  }, [shown])
}

/** A part of the window that is loaded when it is shown. One that cannot be loaded, after an update for example, says so and offers to load the page anew. */
export class Part extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className="part-failed" role="alert">
        <p>{strings.part.failed}</p>
        <Button
          onClick={() => {
            location.reload()
          }}
        >
          {strings.part.reload}
        </Button>
      </div>
    )
  }
}

const pages = ['preferences', 'grants', 'past', 'doctor'] as const

/** The pages behind the rail's gear. */
function PageSwitch({ current }: { current: (typeof pages)[number] }): ReactNode {
  const actions = useActions()
  return (
    <nav className="meta" aria-label={strings.rail.settings}>
      {pages.map((page) => (
        <Button
          key={page}
          size="small"
          look="ghost"
          aria-current={page === current ? 'page' : undefined}
          onClick={() => {
            actions.show({ kind: page })
          }}
        >
          {strings.rail[page]}
        </Button>
      ))}
    </nav>
  )
}

function InboxSummary(): ReactNode {
  const approvals = useAppState((state) => state.approvals)
  const questions = useAppState((state) => state.questions)
  const requests = [...Object.values(approvals), ...Object.values(questions)]
  if (requests.length === 0) return undefined
  const sessions = new Set(requests.map(askedIn)).size
  return (
    <>
      <span className="where">{strings.inbox.summary(requests.length, sessions)}</span>
      <span className="spacer" />
      <span className="bar-fact hide-narrow">{strings.inbox.order}</span>
    </>
  )
}
