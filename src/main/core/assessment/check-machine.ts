import { isSocket, type Evidence } from '@shared/domain/evidence'
import type { FactRow, FloorReason } from '@shared/domain/facts'
import { isMachineTarget } from '@shared/domain/machine-server'
import { parseHostPort } from '../network/host-rules'
import { levelOfMachinePort, levelOfMachineSocket } from '../network/machine-port'
import type { CheckedRequest } from './checked-request'

const rank = { low: 0, medium: 1, high: 2 } as const

function reasonFor(evidence: Evidence): FloorReason {
  const { target, servers = [] } = evidence
  const level = isSocket(evidence)
    ? levelOfMachineSocket(target)
    : levelOfMachinePort(parseHostPort(target)?.port ?? 0, servers)
  const rule = level === 'high' ? 'network.machine-strong' : 'network.machine'
  return { rule, level, category: 'network_access', detail: target }
}

/** `local`: what runs on this machine is no model's business. */
const rowFor = ({ target, servers }: Evidence): FactRow => ({
  kind: 'machine',
  known: servers !== undefined,
  local: true,
  target,
  ...(servers && { servers }),
})

/**
 * What was checked, and where the request is about this machine's own loopback or a socket of the machine, that this is at least of a
 * middle level, and of a port what listens there.
 */
export function withMachine(found: CheckedRequest, evidence: readonly Evidence[]): CheckedRequest {
  const ports = evidence.filter(
    ({ kind, source, target }) => kind === 'network' && source === 'proxy' && isMachineTarget(target),
  )
  const about = [...ports, ...evidence.filter(isSocket)]
  if (about.length === 0) return found
  const reasons = [...about.map(reasonFor), ...found.floor.reasons].toSorted(
    (a, b) => rank[b.level] - rank[a.level],
  )
  const level = reasons[0]?.level ?? 'medium'
  const categories = [
    ...new Set(reasons.flatMap((each) => (each.level === level && each.category ? [each.category] : []))),
  ]
  return {
    ...found,
    facts: { ...found.facts, rows: [...ports.map(rowFor), ...found.facts.rows] },
    floor: { level, reasons, categories },
  }
}
