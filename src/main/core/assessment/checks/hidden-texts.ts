import type { Floor, FloorReason } from '@shared/domain/facts'
import { reasonOf, type Verdict } from './judge-checks'

const rank = { low: 0, medium: 1, high: 2 } as const

/** The reason without what was found. */
function hiddenReason(verdict: Verdict): FloorReason {
  const { detail: _, act: __, ...reason } = reasonOf(verdict)
  return { ...reason, hidden: true }
}

/**
 * The floor of a command some of whose texts lie beyond the session's folders: raised by what rules find in them. Nothing of
 * the texts is told, only which rules hold; `hidden` are the verdicts with these texts read.
 */
export function withHidden(shown: Floor, hidden: readonly Verdict[]): Floor {
  const known = shown.level === undefined ? 0 : rank[shown.level]
  const louder = hidden.filter(({ rule }) => rank[rule.level] > known)
  const top = Math.max(known, ...louder.map(({ rule }) => rank[rule.level]))
  const rules = new Map(
    louder.filter(({ rule }) => rank[rule.level] === top).map((each) => [each.rule.id, each]),
  )
  if (rules.size === 0) return shown
  const reasons = [...rules.values()].slice(0, 4).map(hiddenReason)
  const [{ level } = reasons[0] ?? { level: shown.level }] = reasons
  return {
    ...(level === undefined ? {} : { level }),
    reasons: [...reasons, ...shown.reasons],
    categories: [...new Set([...rules.values()].flatMap(({ rule }) => rule.categories))],
  }
}
