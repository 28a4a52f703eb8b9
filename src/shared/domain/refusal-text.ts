import type { ApprovalRequest } from './approval'
import type { Evidence } from './evidence'

/** One piece of evidence in words, e.g. "write to /srv/x (openat)". */
export function describeEvidence(evidence: Evidence): string {
  const what =
    evidence.kind === 'network'
      ? `connection to ${evidence.target}`
      : `${evidence.kind} to ${evidence.target}`
  return evidence.operation === undefined ? what : `${what} (${evidence.operation})`
}

/** The first few pieces of evidence on one line; says how many more there are. */
export function listEvidence(evidence: readonly Evidence[], most = 5): string {
  const shown = evidence.slice(0, most).map(describeEvidence).join(', ')
  return evidence.length > most ? `${shown} and ${String(evidence.length - most)} more` : shown
}

/**
 * What the agent is told on a no: that nothing (more) ran, which boundary it was, what may be asked instead, and what
 * the person says. The engine sends this very text, and the panel shows it before it is sent.
 */
export function refusalText(
  request: Pick<ApprovalRequest, 'decidedBy' | 'kind' | 'stage' | 'stop'>,
  message: string | undefined,
): string {
  const { decidedBy, kind, stop, stage } = request
  const who = decidedBy === 'engine' ? 'Denied because nobody could be asked.' : 'Denied by the user.'
  const ran = {
    first: { patch: 'Nothing was changed.', input: 'Nothing was sent.', command: 'Nothing ran.' }[
      kind ?? 'command'
    ],
    retry:
      kind === 'patch'
        ? 'The attempt in the sandbox stays stopped; nothing was changed.'
        : 'The attempt in the sandbox stays stopped; nothing ran outside it.',
    network: 'The connection was not made; the command goes on without it.',
  }[stage]
  const boundary =
    stop.evidence.length > 0 ? `${stop.boundary}, ${listEvidence(stop.evidence)}` : stop.boundary
  const says = message === undefined || message.trim() === '' ? '' : ` The user says: ${message.trim()}`
  return `${who} ${ran} Boundary: ${boundary}. Do not work around it; choose another way inside the sandbox, or explain what you need.${says}`
}
