import { hostOf } from '@shared/domain/host-state'
import type { SessionSummary } from '@shared/domain/session'
import type { PlanStep } from '@shared/domain/plan'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { strings } from '../../lib/strings'
import { isDemo } from '../../state/model-choices'
import { useActions, useAppState, useWindow } from '../../state/context'
import { costOf, countOf, moneyOf, noUsage, sessionCost } from '../../state/token-usage'
import type { TranscriptItem } from '../../state/transcript-items'
import { Button } from '../../ui/button'
import { UntrustedText } from '../../ui/untrusted-text'

const words = strings.composer
const nearlyFull = 80
const noPrices = {}

/**
 * What the session and its last turn used, in tokens and, where the configuration knows prices, in money; and how full the model's
 * context was at its last answer, near its end with the offer to compact. Before the first answer nothing stands in its row; a script never has one, nor the row.
 */
export function ContextMeter({ session }: { session: SessionSummary }): ReactNode {
  const context = useAppState((state) => state.transcripts[session.id]?.context)
  const usage = useAppState((state) => state.transcripts[session.id]?.usage ?? noUsage)
  const prices = useAppState((state) =>
    // What this machine's configuration says of a model is not so of a host's.
    hostOf(session.id) === undefined ? (state.engine?.prices ?? noPrices) : noPrices,
  )
  const plan = useAppState((state) => planUnderWay(state.transcripts[session.id]?.items))
  const percent = context && Math.min(100, Math.round((context.used / context.window) * 100))
  const demo = useAppState((state) => isDemo(session.id, state))
  const full = percent !== undefined && percent > nearlyFull
  if (demo && usage.total === 0 && context === undefined && plan === undefined) return undefined
  return (
    <div className={full ? 'context-meter full' : 'context-meter'}>
      {plan !== undefined && <PlanButton plan={plan} />}
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

/** How far the agent's plan is, and the way to it. */
function PlanButton({ plan }: { plan: readonly PlanStep[] }): ReactNode {
  const { store } = useWindow()
  const now = plan.find(({ status }) => status === 'in_progress')
  const done = plan.filter(({ status }) => status === 'completed').length
  return (
    <button
      type="button"
      className="link-btn plan-now"
      onClick={() => {
        store.setState({ side: 'plan' })
      }}
    >
      {laterStrings.transcript.plan.progress(done, plan.length)}
      {now !== undefined && (
        <span className="ellipsis">
          : <UntrustedText text={now.step} />
        </span>
      )}
    </button>
  )
}

/** The last plan of a record, while something in it is still to be done. */
function planUnderWay(items: readonly TranscriptItem[] | undefined): readonly PlanStep[] | undefined {
  const last = items?.findLast((item) => item.kind === 'plan')
  return last?.plan.every(({ status }) => status === 'completed') === false ? last.plan : undefined
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
