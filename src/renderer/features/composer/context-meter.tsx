import type { SessionSummary } from '@shared/domain/session'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'

const words = strings.composer
const nearlyFull = 80

/** How full the model's context was at its last answer, and near its end the offer to compact. Empty before the first. */
export function ContextMeter({ session }: { session: SessionSummary }): ReactNode {
  const actions = useActions()
  const context = useAppState((state) => state.transcripts[session.id]?.context)
  const connected = useAppState((state) => state.connection.kind === 'ready')
  if (context === undefined) return undefined
  const percent = Math.min(100, Math.round((context.used / context.window) * 100))
  const runs = session.status === 'running' || session.status === 'needs-you'
  const exact = words.contextExact(context.used, context.window)
  return (
    <div className={percent > nearlyFull ? 'context-meter full' : 'context-meter'}>
      <span title={exact}>{words.contextUsed(percent)}</span>
      {percent > nearlyFull && (
        <Button
          size="small"
          look="ghost"
          disabled={runs || !connected}
          title={runs ? words.notWhileRunning : words.compactHint}
          onClick={() => void actions.compact(session.id)}
        >
          {words.compact}
        </Button>
      )}
    </div>
  )
}
