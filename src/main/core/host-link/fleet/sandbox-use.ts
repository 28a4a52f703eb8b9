import { FaultError } from '@shared/domain/fault'
import type { SandboxUse } from '@shared/domain/fleet-work'
import type { HostSettings } from '@shared/domain/host-settings'
import type { SessionSummary } from '@shared/domain/session'
import type { Clock } from '../../ports/system'
import type { HostClient } from '../host-client'
import type { FleetSandboxes, ListedSandbox } from './sandboxes'

const askMs = 20_000

/** What sandboxes are asked with. `client` makes one that has not been connected, whose engine has so long to answer first. */
export interface AskSandbox {
  readonly fleet: FleetSandboxes
  readonly client: (
    there: HostSettings,
    withinMs: number,
  ) => Promise<Pick<HostClient, 'connect' | 'request' | 'leave'>>
  readonly clock: Clock
  readonly stop: AbortSignal
}

/** How one stands. `sessions` are those its engine tells of; none where that was not asked. */
export interface Used {
  readonly use: SandboxUse
  readonly sessions: readonly SessionSummary[]
}

/** How one of ours stands: its engine is asked, over a line of its own, unless the cluster says enough. */
export async function sandboxUse(
  { held, ready, begun, name }: ListedSandbox,
  { fleet, client: clientOf, clock, stop }: AskSandbox,
): Promise<Used> {
  const of = (use: SandboxUse): Used => ({ use, sessions: [] })
  if (held) return of('connected')
  if (!ready) return of(begun ? 'unknown' : 'not-ready')
  const over = new AbortController()
  try {
    // Nothing is lent for a question about it.
    const { lend_keys: _, ...there } = fleet.hostOf(await fleet.find(name, stop))
    const client = await clientOf(there, askMs)
    try {
      await client.connect()
      // An engine that greets may answer nothing.
      const late = clock
        .sleep(askMs, AbortSignal.any([stop, over.signal]))
        .then(() => 'late' as const)
        .catch(() => 'late' as const)
      const hello = await Promise.race([client.request('app.hello', {}), late])
      if (hello === 'late') return of('unknown')
      const { sessions, approvals, questions } = hello
      const works = sessions.some(({ status }) => status === 'running' || status === 'needs-you')
      const use = works || approvals.length > 0 || questions.length > 0 ? 'working' : 'left'
      return { use, sessions }
    } finally {
      await client.leave()
    }
  } catch (error) {
    // One that breaks or refuses says nothing of the others.
    if (error instanceof FaultError) return of('unknown')
    throw error
  } finally {
    over.abort()
  }
}

/** What came of a deletion behind a yes. `stays`: it is in use by now, or its use is not one that goes. */
export type Unused =
  | { readonly kind: 'deleted' | 'gone' }
  | (Used & { readonly kind: 'stays'; readonly listed: ListedSandbox })

/** Deletes one that was looked at and agreed on, if what it is used for still lets it go: somebody may have come since. Throws HostFault. */
export async function deleteUnused(
  { object, kind }: Pick<ListedSandbox, 'object' | 'kind'>,
  asked: AskSandbox,
  goes: (used: Used) => boolean,
): Promise<Unused> {
  const listed = (await asked.fleet.list(asked.stop)).find(
    (each) => each.object === object && each.kind === kind,
  )
  if (!listed) return { kind: 'gone' }
  const used = await sandboxUse(listed, asked)
  if (!goes(used)) return { kind: 'stays', listed, ...used }
  await asked.fleet.delete(listed)
  return { kind: 'deleted' }
}
