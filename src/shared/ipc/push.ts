import { z } from 'zod'
import { SessionEvent } from '../domain/agent-event'
import { appCommandIds } from '../domain/app-command'
import { SandboxStatus } from '../domain/doctor'
import { HostAsk } from '../domain/host-ask'
import { HostState } from '../domain/host-state'
import { SessionSummary } from '../domain/session'
import { StoredGrant } from '../domain/stored-grant'

/**
 * What the main process pushes, numbered from 1 in `seq` per window connection. A gap means that pushes were dropped
 * (slow window): ask `app.hello` again. `events` keep the order of each session. `removed`: archived or deleted.
 */
export const Push = z.discriminatedUnion('kind', [
  z.strictObject({
    seq: z.number().int().positive(),
    kind: z.literal('events'),
    events: z.array(SessionEvent),
  }),
  z.strictObject({ seq: z.number().int().positive(), kind: z.literal('session'), session: SessionSummary }),
  z.strictObject({ seq: z.number().int().positive(), kind: z.literal('removed'), sessionId: z.string() }),
  z.strictObject({ seq: z.number().int().positive(), kind: z.literal('sandbox'), sandbox: SandboxStatus }),
  /** The MCP servers stand otherwise than before: ask again. */
  z.strictObject({ seq: z.number().int().positive(), kind: z.literal('servers') }),
  z.strictObject({
    seq: z.number().int().positive(),
    kind: z.literal('grants'),
    grants: z.array(StoredGrant),
  }),
  /** How the hosts stand, and what the command of one asks now. */
  z.strictObject({
    seq: z.number().int().positive(),
    kind: z.literal('hosts'),
    hosts: z.array(HostState),
    ask: HostAsk.optional(),
  }),
  z.strictObject({
    seq: z.number().int().positive(),
    kind: z.literal('show'),
    sessionId: z.string().min(1).max(100),
    requestId: z.string().optional(),
  }),
  /** A command was chosen outside the page, in the application menu: the page runs it, where it can be run. */
  z.strictObject({
    seq: z.number().int().positive(),
    kind: z.literal('command'),
    command: z.enum(appCommandIds),
  }),
])
export type Push = z.infer<typeof Push>
