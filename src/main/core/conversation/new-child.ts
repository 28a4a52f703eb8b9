import type { SessionSummary } from '@shared/domain/session'
import type { ChildOrder } from '../agents/child-agents'
import type { Limits } from '../agents/narrowest'

const longestName = 60

/** A name that none of the others has, on one line. */
export function freeName({ name, kind }: ChildOrder, others: readonly { readonly name: string }[]): string {
  const taken = new Set(others.map((each) => each.name))
  const plain = (name ?? '').replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const wanted = plain === '' ? kind : plain.slice(0, longestName)
  for (let number = plain === '' ? others.length + 1 : 1; ; number += 1) {
    const found = number === 1 && plain !== '' ? wanted : `${wanted} ${String(number)}`
    if (!taken.has(found)) return found
  }
}

/** The summary of a child that begins now, as its parent is but for what was ordered. */
export function childSummary(
  parent: SessionSummary,
  limits: Limits,
  order: ChildOrder,
  made: { readonly id: string; readonly name: string; readonly now: string },
): SessionSummary {
  const { provider, reasoningSummary, branch, shownCwd, modelsView } = parent
  const { kind, callId, sandboxMode, model, effort } = order
  const { id, name, now } = made
  const reasoningEffort = effort ?? parent.reasoningEffort
  const baseInstructions = order.baseInstructions ?? parent.baseInstructions
  const leftOutTools = [...new Set([...(parent.leftOutTools ?? []), ...(order.leftOutTools ?? [])])]
  return {
    id,
    title: name,
    ...limits,
    ...(shownCwd !== undefined && limits.cwd === parent.cwd && { shownCwd }),
    provider,
    model: model ?? parent.model,
    ...(reasoningEffort && { reasoningEffort }),
    ...(reasoningSummary && { reasoningSummary }),
    status: 'idle',
    activity: '',
    pendingApprovals: 0,
    createdAt: now,
    updatedAt: now,
    ...(branch !== undefined && { branch }),
    ...(baseInstructions !== undefined && { baseInstructions }),
    ...(leftOutTools.length > 0 && { leftOutTools }),
    ...(modelsView !== undefined && { modelsView }),
    child: {
      parentId: parent.id,
      name,
      kind,
      ...(callId !== undefined && { callId }),
      ...(sandboxMode !== undefined && { sandboxMode }),
    },
  }
}
