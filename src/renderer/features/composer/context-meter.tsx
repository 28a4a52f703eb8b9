import type { SessionSummary } from '@shared/domain/session'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { costOf, countOf, moneyOf, noUsage, sessionCost } from '../../state/token-usage'
import { Button } from '../../ui/button'

const words = strings.composer
const nearlyFull = 80
const noPrices = {}

/**
 * What the session and its last turn used, in tokens and, where the configuration knows prices, in money; and how full the model's
 * context was at its last answer, near its end with the offer to compact. Empty before the first answer.
 */
export function ContextMeter({ session }: { session: SessionSummary }): ReactNode {
  const context = useAppState((state) => state.transcripts[session.id]?.context)
  const usage = useAppState((state) => state.transcripts[session.id]?.usage ?? noUsage)
  const prices = useAppState((state) => state.engine?.prices ?? noPrices)
  if (context === undefined && usage.total === 0) return undefined
  const percent = context && Math.min(100, Math.round((context.used / context.window) * 100))
  const full = percent !== undefined && percent > nearlyFull
  return (
    <div className={full ? 'context-meter full' : 'context-meter'}>
      {usage.total > 0 && (
        <span
          className="tokens"
          title={words.turnUsed(countOf(usage.turn), moneyOf(costOf(usage.turn, prices)))}
        >
          {words.sessionUsed(usage.total, moneyOf(sessionCost(usage, prices)))}
        </span>
      )}
      {context !== undefined && percent !== undefined && (
        <span title={words.contextExact(context.used, context.window)}>{words.contextUsed(percent)}</span>
      )}
      {full && <CompactButton session={session} />}
    </div>
  )
}

function CompactButton({ session }: { session: SessionSummary }): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const runs = session.status === 'running' || session.status === 'needs-you'
  return (
    <Button
      size="small"
      look="ghost"
      disabled={runs || !connected}
      title={runs ? words.notWhileRunning : words.compactHint}
      onClick={() => void actions.compact(session.id)}
    >
      {words.compact}
    </Button>
  )
}
