import type { ReactNode } from 'react'
import { Inbox } from '../features/approvals/inbox'
import { SessionBar } from '../features/sessions/title-bar'
import { DoctorPage } from '../features/welcome/doctor-page'
import { StartPage } from '../features/welcome/start-page'
import { strings } from '../lib/strings'
import { useAppState } from '../state/context'
import { SessionView } from './session-view'

/** The title bar and, below it, what the person looks at. `menu` opens the rail where it is hidden. */
export function Pane({ menu }: { menu: ReactNode }): ReactNode {
  const view = useAppState((state) => state.view)
  const session = useAppState((state) =>
    state.view.kind === 'session' ? state.sessions[state.view.sessionId] : undefined,
  )
  switch (view.kind) {
    case 'session':
      return (
        <>
          <header className="bar">
            {menu}
            {session !== undefined && <SessionBar session={session} />}
          </header>
          {session !== undefined && <SessionView key={session.id} session={session} />}
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
          <Inbox requestId={view.requestId} />
        </>
      )
    case 'start':
    case 'doctor':
      return (
        <>
          <header className="bar">
            {menu}
            <h1>{view.kind === 'start' ? strings.rail.newSession : strings.rail.doctor}</h1>
          </header>
          {view.kind === 'start' ? <StartPage /> : <DoctorPage />}
        </>
      )
  }
}

function InboxSummary(): ReactNode {
  const approvals = useAppState((state) => state.approvals)
  const requests = Object.values(approvals)
  if (requests.length === 0) return undefined
  const sessions = new Set(requests.map((request) => request.sessionId)).size
  return (
    <>
      <span className="where">{strings.inbox.summary(requests.length, sessions)}</span>
      <span className="spacer" />
      <span className="bar-fact hide-narrow">{strings.inbox.order}</span>
    </>
  )
}
