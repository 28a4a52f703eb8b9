import { hostOf } from '@shared/domain/host-state'
import { HostBadge } from '../../ui/host-badge'
import { type ReactNode, useId, useState } from 'react'
import { withTilde } from '../../lib/shown-paths'
import { onDemand } from '../../lib/on-demand'
import { strings } from '../../lib/strings'
import { useActions, useAppState, useWindow } from '../../state/context'
import { Age } from '../../ui/age'
import { FaultNote } from '../../ui/fault-message'
import { Button } from '../../ui/button'
import { UntrustedText } from '../../ui/untrusted-text'
import { NewSessionForm } from './new-session-form'

const words = strings.start
const noHosts: readonly never[] = []
/** The first screen does not wait for it: it comes when the page is idle. */
const ConnectAgent = onDemand(async () => {
  await new Promise((idle) => {
    requestIdleCallback(idle)
  })
  return (await import('./connect-agent')).ConnectAgent
})
const HostSession = onDemand(async () => (await import('./host-session')).HostSession)

/** What was begun at the foot of the page must not fail unseen at its head. */
const showItself = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'center' })
}

/** An invitation to say what is to be done, what went before, and what there is to see; how the machine stands only where that needs mending. */
export function StartPage(): ReactNode {
  const actions = useActions()
  const engine = useAppState((state) => state.engine)
  const fault = useAppState((state) => state.faults['start'])
  if (engine === undefined) return undefined
  return (
    <div className="settings" tabIndex={-1}>
      <div className="wel start">
        <header>
          <h2 className="wel-title">{words.invitation}</h2>
          <p className="dim">{words.invitationText}</p>
        </header>
        {fault !== undefined && (
          <div key={fault.message} ref={showItself}>
            <FaultNote
              fault={fault}
              onDismiss={() => {
                actions.dismissFault('start')
              }}
            />
          </div>
        )}
        {engine.startedOn === undefined && <NewSessionForm engine={engine} />}
        {(engine.hosts ?? engine.startedOn) !== undefined && (
          <HostSession.Component hosts={engine.hosts ?? noHosts} engine={engine} />
        )}
        <div className="wel-two">
          <LastSessions />
          <NewHere />
        </div>
      </div>
    </div>
  )
}

const mostGoneOn = 3

/** The sessions that were used last; nothing before the first. */
function LastSessions(): ReactNode {
  const actions = useActions()
  const sessions = useAppState((state) => state.sessions)
  const home = useAppState((state) => state.engine?.home ?? '')
  const titleId = useId()
  const last = Object.values(sessions)
    .filter(({ child }) => child === undefined)
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
    .slice(0, mostGoneOn)
  if (last.length === 0) return undefined
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>{words.goOn}</h3>
      {last.map(({ id, title, cwd, shownCwd, updatedAt }) => (
        <button
          key={id}
          type="button"
          className="wel-row"
          onClick={() => {
            actions.show({ kind: 'session', sessionId: id })
          }}
        >
          <span className="grow">
            <HostBadge id={id} />
            <span className="t">
              <UntrustedText text={title} />
            </span>
            <span className="s mono">
              <UntrustedText text={hostOf(id) === undefined ? withTilde(shownCwd ?? cwd, home) : cwd} />
            </span>
          </span>
          <span className="s num">
            <Age since={updatedAt} />
          </span>
        </button>
      ))}
    </section>
  )
}

/** What can be seen without a model and without a folder: the demo, always called that, the past, and where agents of other makers are decided on. */
function NewHere(): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const [busy, setBusy] = useState(false)
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>{words.newHere}</h3>
      <div className="wel-row demo">
        <span className="grow">
          <span className="t">{words.demo}</span>
          <span className="s">{words.demoText}</span>
        </span>
        <Button
          size="small"
          disabled={busy || !connected}
          onClick={() => {
            setBusy(true)
            void actions.runDemo().finally(() => {
              setBusy(false)
            })
          }}
        >
          {words.runDemo}
        </Button>
      </div>
      <button
        type="button"
        className="wel-row"
        onClick={() => {
          actions.show({ kind: 'past' })
        }}
      >
        <span className="grow">
          <span className="t">{strings.past.look}</span>
          <span className="s">{strings.past.lookText}</span>
        </span>
      </button>
      <ConnectAgent.Component line={line} meanwhile={line} />
    </section>
  )
}

/** Leads to the setting, where no agent was found that this window can connect. */
function OthersLine(): ReactNode {
  const actions = useActions()
  const { store } = useWindow()
  return (
    <button
      type="button"
      className="wel-row"
      onClick={() => {
        store.setState({ lookedFor: { setting: words.others } })
        actions.show({ kind: 'preferences' })
      }}
    >
      <span className="grow">
        <span className="t">{words.others}</span>
        <span className="s">{words.othersText}</span>
      </span>
    </button>
  )
}

const line = <OthersLine />
