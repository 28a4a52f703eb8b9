import { hostOf } from '@shared/domain/host-state'
import type { SessionOverview, TurnUsage } from '@shared/domain/session-overview'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { strings } from '../../lib/strings'
import { useAppState } from '../../state/context'
import { costOf, countOf, moneyOf } from '../../state/token-usage'
import { EmptyState } from '../../ui/empty-state'

const words = laterStrings.side.use
const noPrices = {}
const size = { width: 320, height: 96 }

/** What the turns of a session used: a bar for each, a line for how full the context was, and the sums in words. */
export function Use({
  sessionId,
  overview: { turns, moreTurns },
}: {
  sessionId: string
  overview: SessionOverview
}): ReactNode {
  const prices = useAppState((state) =>
    hostOf(sessionId) === undefined ? (state.engine?.prices ?? noPrices) : noPrices,
  )
  const last = turns.at(-1)
  if (last === undefined)
    return <EmptyState size="part" picture="use" title={words.none} text={words.noneText} />
  const counts = turns.map(({ tokens }) => countOf(tokens))
  const total = counts.reduce((sum, count) => sum + count, 0)
  const costs = turns.map(({ tokens }) => costOf(tokens, prices))
  const currency = costs[0]?.currency
  const known = costs.flatMap((cost) =>
    cost !== undefined && cost.currency === currency ? [cost.amount] : [],
  )
  const cost =
    currency === undefined || known.length < costs.length
      ? undefined
      : { currency, amount: known.reduce((sum, amount) => sum + amount, 0) }
  return (
    <div className="side-part">
      <Graph turns={turns} counts={counts} label={words.picture(turns.length, formatted(total))} />
      <p className="use-legend">
        <span className="bar-key">{words.bars}</span>
        {turns.some(({ context }) => context !== undefined) && <span className="line-key">{words.line}</span>}
      </p>
      <dl className="use-sums">
        <dt>{words.total}</dt>
        <dd className="num">{formatted(total)}</dd>
        <dt>{words.cost}</dt>
        <dd className="num">{moneyOf(cost) ?? words.noPrice}</dd>
        {last.context !== undefined && (
          <>
            <dt>{words.now}</dt>
            <dd className="num">{words.of(percentOf(last.context), formatted(last.context.window))}</dd>
          </>
        )}
      </dl>
      {moreTurns > 0 && <p className="dim">{words.earlier(moreTurns)}</p>}
    </div>
  )
}

const formatted = (count: number): string => count.toLocaleString(strings.locale)

const percentOf = ({ used, window }: NonNullable<TurnUsage['context']>): number =>
  Math.min(100, Math.round((used / window) * 100))

interface GraphProps {
  readonly turns: readonly TurnUsage[]
  readonly counts: readonly number[]
  readonly label: string
}

function Graph({ turns, counts, label }: GraphProps): ReactNode {
  const most = Math.max(1, ...counts)
  const step = size.width / Math.max(12, turns.length)
  const points = turns.flatMap(({ context }, at) =>
    context === undefined
      ? []
      : [`${String((at + 0.5) * step)},${String(size.height * (1 - percentOf(context) / 100))}`],
  )
  return (
    <svg
      className="use-graph"
      viewBox={`0 0 ${String(size.width)} ${String(size.height)}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {turns.map(({ turn, context }, at) => {
        const count = counts[at] ?? 0
        const height = Math.max(1, (count / most) * size.height)
        const full = context === undefined ? [] : [words.context(percentOf(context))]
        return (
          <rect key={turn} x={at * step} y={size.height - height} width={step * 0.72} height={height}>
            <title>{[words.turn(turn, formatted(count)), ...full].join(', ')}</title>
          </rect>
        )
      })}
      {points.length > 1 && <polyline points={points.join(' ')} />}
    </svg>
  )
}
