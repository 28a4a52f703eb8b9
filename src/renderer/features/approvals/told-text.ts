import type { ApprovalRequest } from '@shared/domain/approval'
import type { Evidence } from '@shared/domain/evidence'
import { strings } from '../../lib/strings'

/**
 * A preview of what a denial tells the agent, in the engine's own words and order (core/commands/ask-person.ts): what
 * ran, which boundary it was, what may be asked instead, and what the person says.
 */
export function toldText(request: ApprovalRequest, message: string): readonly string[] {
  const words = strings.approval
  const ran = request.stage === 'first' ? words.toldNothing : words.toldStopped
  const boundary = [request.stop.boundary, ...request.stop.evidence.slice(0, 5).map(named)].join(', ')
  const said = message.trim()
  const told = `${words.toldDenied} ${ran} ${words.toldBoundary(boundary)} ${words.toldInstead}`
  return said === '' ? [told] : [told, words.toldUser(said)]
}

function named({ kind, target, operation }: Evidence): string {
  const what = kind === 'network' ? `connection to ${target}` : `${kind} to ${target}`
  return operation === undefined ? what : `${what} (${operation})`
}
