import type { ReadFile } from '@shared/domain/what-was-read'
import { changesSince } from './changes-since'
import type { HeldGrants } from '../approvals/grant-book'
import type { GrantKeys } from '../approvals/grant-key'
import { allow, type Permit } from '../policy/permit'
import type { CommandParts, TurnContext } from '../turn/turn-context'

/** Grants that cover a command as it is now. `changed`: they would, but these paths are not what they were given on. */
export type Covering =
  | { readonly kind: 'held'; readonly held: HeldGrants; readonly whatWasRead: readonly ReadFile[] }
  | { readonly kind: 'changed'; readonly changed: readonly string[] }

/** The grants in force that cover what is wanted, looked at again; undefined when there are none. */
export async function coveringGrants(
  wanted: GrantKeys,
  turn: TurnContext,
  parts: CommandParts,
): Promise<Covering | undefined> {
  const held = await parts.grants.find(wanted, turn)
  if (!held) return undefined
  const { kind, records } = held
  const whatWasRead = records.flatMap((record) => record.whatWasRead ?? [])
  const grants = records.flatMap((record) => record.grants)
  const changed = await changesSince({ kind, grants, whatWasRead }, turn, parts)
  return changed.length === 0 ? { kind: 'held', held, whatWasRead } : { kind: 'changed', changed }
}

/** A permit that a grant makes, and what it was given on. `changed`: why a grant that is there makes none. */
export type PermitByGrant =
  | { readonly kind: 'permit'; readonly permit: Permit; readonly whatWasRead: readonly ReadFile[] }
  | { readonly kind: 'none'; readonly changed: readonly string[] }

/**
 * The permit that grants given earlier make, with its events; none when they do not cover it. A grant answers what would be
 * asked and adds what it added before, for what it was given on; the caller never lets it turn a refusal into a run.
 */
export async function permitByGrant(
  callId: string,
  wanted: GrantKeys,
  turn: TurnContext,
  parts: CommandParts,
): Promise<PermitByGrant> {
  const covering = await coveringGrants(wanted, turn, parts)
  if (covering?.kind !== 'held') return { kind: 'none', changed: covering?.changed ?? [] }
  const { held, whatWasRead } = covering
  // What was granted inside the sandbox needs one; without it the person is asked afresh.
  if (held.kind === 'only-this' && (await parts.sandbox.status()).kind === 'unavailable')
    return { kind: 'none', changed: [] }
  for (const grant of held.records) turn.emit({ type: 'grant.applied', callId, grant })
  const grants = held.records.flatMap((record) => record.grants)
  const permit = allow(held.kind === 'outside' ? 'grant-unsandboxed' : 'grant-sandboxed', grants)
  return { kind: 'permit', permit, whatWasRead }
}
