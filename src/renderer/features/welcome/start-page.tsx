import type { SandboxStatus } from '@shared/domain/doctor'
import { type ReactNode, useState } from 'react'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { FaultNote } from '../../ui/fault-message'
import { Remedy } from '../../ui/copy-button'
import { Icon } from '../../ui/icon'
import { Button } from '../../ui/button'
import { NewSessionForm } from './new-session-form'
import { Numbered } from './numbered'

const words = strings.start

/** What was begun at the foot of the page must not fail unseen at its head. */
const showItself = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'center' })
}

/** A new session; on the first run also how the machine stands, before the demo only where that needs mending. The demo is there each time. */
export function StartPage(): ReactNode {
  const actions = useActions()
  const engine = useAppState((state) => state.engine)
  const first = useAppState((state) => Object.keys(state.sessions).length === 0)
  const fault = useAppState((state) => state.faults['start'])
  if (engine === undefined) return undefined
  const problem = engine.sandbox.kind === 'unavailable'
  return (
    <div className="settings" tabIndex={-1}>
      <div className="wel">
        <header>
          <h2 className="wel-title">{first ? words.firstTitle : words.title}</h2>
          <p className="dim">{first ? words.firstText : words.text}</p>
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
        {!problem && <DemoRow primary={first} />}
        {(first || problem) && (
          <Numbered number={1} title={words.sandbox}>
            <div className="panel">
              <SandboxRow sandbox={engine.sandbox} />
            </div>
          </Numbered>
        )}
        {problem && <DemoRow primary={false} />}
        {first && (
          <div>
            <Button
              onClick={() => {
                actions.show({ kind: 'past' })
              }}
            >
              <Icon name="clock" />
              {strings.past.look}
            </Button>
          </div>
        )}
        <NewSessionForm engine={engine} firstNumber={first || problem ? 2 : 1} />
      </div>
    </div>
  )
}

/** The built-in demo, always called that. */
function DemoRow({ primary }: { primary: boolean }): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const [busy, setBusy] = useState(false)
  return (
    <div className="panel">
      <div className="prow">
        <Icon name="term" />
        <div className="grow">
          <div className="t">{words.demo}</div>
          <div className="s">{words.demoText}</div>
        </div>
        <Button
          look={primary ? 'primary' : 'plain'}
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
    </div>
  )
}

function SandboxRow({ sandbox }: { sandbox: SandboxStatus }): ReactNode {
  if (sandbox.kind === 'available') {
    return (
      <div className="prow">
        <span className="status ok">
          <Icon name="check" />
        </span>
        <div className="grow">
          <div className="t">{words.sandboxOk}</div>
          <div className="s">{words.sandboxBackend(sandbox.backend, sandbox.version)}</div>
        </div>
      </div>
    )
  }
  return (
    <div className="prow">
      <span className="status warn">
        <Icon name="shield-x" />
      </span>
      <div className="grow">
        <div className="t">{words.sandboxMissing}</div>
        <div className="s">
          {sandbox.reason} {words.sandboxMissingText}
        </div>
      </div>
      <Remedy text={sandbox.remedy} />
    </div>
  )
}
