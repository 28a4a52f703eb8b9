import type { Floor, FloorReason } from '@shared/domain/facts'
import type { Verdict } from './judge-checks'

const rank = { low: 0, medium: 1, high: 2 } as const

/**
 * The floor of a command some of whose texts lie beyond the session's folders: raised by what rules find in them. Nothing of
 * the texts is told, only which rules hold; `hidden` are the verdicts with these texts read.
 */
export function withHidden(shown: Floor, hidden: readonly Verdict[]): Floor {
  const known = shown.level === undefined ? 0 : rank[shown.level]
  const louder = hidden.filter(({ rule }) => rank[rule.level] > known)
  const top = Math.max(known, ...louder.map(({ rule }) => rank[rule.level]))
  const rules = new Map(
    louder.filter(({ rule }) => rank[rule.level] === top).map(({ rule }) => [rule.id, rule]),
  )
  if (rules.size === 0) return shown
  const reasons = [...rules.values()].slice(0, 4).map(({ id, level, categories, reason }): FloorReason => ({
    rule: id,
    level,
    ...(categories[0] === undefined ? {} : { category: categories[0] }),
    text: `A file outside the workspace that would run: ${reason.replace('{}', '…')}`,
  }))
  const [{ level } = reasons[0] ?? { level: shown.level }] = reasons
  return {
    ...(level === undefined ? {} : { level }),
    reasons: [...reasons, ...shown.reasons],
    categories: [...new Set([...rules.values()].flatMap(({ categories }) => categories))],
  }
}
