import type { Fault } from '@shared/domain/fault'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions, useAppState } from '../../state/context'
import { retryAt } from '../../state/turn-end'
import { Button } from '../../ui/button'
import { FaultMessage } from '../../ui/fault-message'
import { Icon } from '../../ui/icon'

const words = laterStrings.transcript

interface Place {
  itemKey: string
  sessionId: string
}

/** A fault of the turn, with the way to mend it and, where the turn ended with it, the button that asks again. */
export function FaultItem({ fault, itemKey, sessionId }: Place & { fault: Fault }): ReactNode {
  return (
    <div className="note fault" role="group" aria-label={words.fault}>
      <Icon name={faultIcon(fault.code)} label={words.fault} />
      <div className="note-text">
        <FaultMessage fault={fault}>
          <Retry itemKey={itemKey} sessionId={sessionId} />
        </FaultMessage>
      </div>
    </div>
  )
}

function faultIcon(code: Fault['code']): 'key' | 'plug' | 'x' {
  if (code === 'missing-key' || code === 'unauthorized' || code === 'forbidden') return 'key'
  return code === 'connection-failed' ? 'plug' : 'x'
}

/** A turn that did not end by itself, and that no fault says of. */
export function TurnEndedNote({
  outcome,
  ...place
}: Place & { outcome: 'interrupted' | 'failed' }): ReactNode {
  return (
    <div className="event-note">
      <Icon name="stop" className="sm" />
      {outcome === 'interrupted' ? words.turnInterrupted : words.turnFailed}
      <Retry {...place} />
    </div>
  )
}

/** Asks the model again, at the end of a session's last turn; elsewhere nothing. What the person has typed stays. */
function Retry({ itemKey, sessionId }: Place): ReactNode {
  const actions = useActions()
  const here = useAppState((state) => retryAt(state.transcripts[sessionId]?.items ?? []) === itemKey)
  const able = useAppState(({ connection, sessions }) => {
    const status = sessions[sessionId]?.status
    return connection.kind === 'ready' && status !== 'running' && status !== 'needs-you'
  })
  if (!here) return undefined
  return (
    <Button size="small" disabled={!able} onClick={() => void actions.retry(sessionId)}>
      <Icon name="retry" className="sm" />
      {words.retry}
    </Button>
  )
}
