import type { ReactNode } from 'react'
import { strings } from '../lib/strings'
import { useAppState, useWindow } from '../state/context'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { connectionText } from './connection-text'

/** Before the first answer of the engine there is nothing else to show. */
export function ConnectionPage(): ReactNode {
  const connection = useAppState((state) => state.connection)
  const { reconnect } = useWindow()
  const text = connectionText(connection)
  return (
    <main className="pane alone">
      <header className="bar">
        <Icon name="mark" />
        <h1>{strings.app.name}</h1>
      </header>
      <div className="page" aria-live="polite">
        {text === undefined ? (
          <p className="dim">{strings.connection.connecting}</p>
        ) : (
          <div className="empty">
            <Icon name={connection.kind === 'refused' ? 'key' : 'plug'} className="big" />
            <h2>{text.title}</h2>
            <p>{text.text}</p>
            {text.retry && (
              <div className="acts">
                <Button look="primary" onClick={reconnect}>
                  {strings.connection.connectAgain}
                </Button>
              </div>
            )}
          </div>
        )}
      </div>
    </main>
  )
}
