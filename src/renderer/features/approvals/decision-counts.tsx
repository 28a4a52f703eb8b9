import type { AgentCounts, DecisionCounts as Counts } from '@shared/domain/decision-counts'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { formatDuration } from '../../lib/time'
import { useActions, useAppState } from '../../state/context'
import { AgentMark } from '../../ui/agent-mark'
import { UntrustedText } from '../../ui/untrusted-text'

const words = strings.inbox.counts

/** What was asked and decided in the last days, by agent; nothing as long as there is nothing to tell. */
export function DecisionCounts(): ReactNode {
  const counts = useCounts()
  return counts === undefined || counts.agents.length === 0 ? null : (
    <section className="decision-counts" aria-label={words.title(counts.days)}>
      <h2>{words.title(counts.days)}</h2>
      <Table counts={counts} />
    </section>
  )
}

/** The same behind a line that opens it. */
export function FoldedCounts(): ReactNode {
  const counts = useCounts()
  return counts === undefined || counts.agents.length === 0 ? null : (
    <details className="decision-counts">
      <summary>{words.title(counts.days)}</summary>
      <Table counts={counts} />
    </details>
  )
}

/** Counted anew whenever something begins or ends to wait. */
function useCounts(): Counts | undefined {
  const actions = useActions()
  const waiting = useAppState((state) => Object.keys(state.approvals).join(' '))
  const [counts, setCounts] = useState<Counts>()
  useEffect(() => {
    let shown = true
    actions.countDecisions().then(
      (counted) => {
        if (shown) setCounts(counted)
      },
      () => undefined, // the banner says that the engine is away
    )
    return () => {
      shown = false
    }
  }, [actions, waiting])
  return counts
}

function Table({ counts }: { counts: Counts }): ReactNode {
  return (
    <div className="counts-rows" role="list">
      {counts.agents.map((agent) => (
        <div key={agent.agent} role="listitem">
          <b className="ellipsis">
            <AgentMark agent={agent.agent} /> <UntrustedText text={agent.agent} />
          </b>
          <span className="counts-ends">
            {endsInWords(agent)} {peopleInWords(agent)}
          </span>
        </div>
      ))}
    </div>
  )
}

function endsInWords({ asked, allowed, changed, denied, withdrawn }: AgentCounts): string {
  const ends = [
    ...(allowed > 0 ? [words.allowed(allowed)] : []),
    ...(changed > 0 ? [words.changed(changed)] : []),
    ...(denied > 0 ? [words.denied(denied)] : []),
    ...(withdrawn > 0 ? [words.withdrawn(withdrawn)] : []),
  ]
  return words.asked(asked, ends.join(', '))
}

function peopleInWords({ byPeople, medianMs, longestMs }: AgentCounts): string {
  if (medianMs === undefined || longestMs === undefined) return ''
  // A number and its unit stay on one line.
  const took = (ms: number): string => formatDuration(ms).replaceAll(' ', '\u00A0')
  return words.people(byPeople, took(medianMs), took(longestMs))
}
