import { allow, type Permit } from '../policy/permit'
import type { GrantKeys } from '../approvals/grant-key'
import type { CommandParts, TurnContext } from './command-call'

/**
 * The permit that grants given earlier make, with its events; undefined when they do not cover it. A grant
 * answers what would be asked and adds what it added before; the caller never lets it turn a refusal into a run.
 */
export async function permitByGrant(
  callId: string,
  wanted: GrantKeys,
  turn: TurnContext,
  parts: CommandParts,
): Promise<Permit | undefined> {
  const held = await parts.grants.find(wanted, turn)
  if (!held) return undefined
  // What was granted inside the sandbox needs one; without it the person is asked afresh.
  if (held.kind === 'only-this' && (await parts.sandbox.status()).kind === 'unavailable') return undefined
  for (const grant of held.records) turn.emit({ type: 'grant.applied', callId, grant })
  const grants = held.records.flatMap((record) => record.grants)
  return allow(held.kind === 'outside' ? 'grant-unsandboxed' : 'grant-sandboxed', grants)
}
