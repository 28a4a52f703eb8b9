import { useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'

const words = strings.start

/** The built-in demo, always called that. */
export function DemoRow({ primary }: { primary: boolean }): ReactNode {
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
