import { z } from 'zod'
import {
  FleetWork,
  SandboxHost,
  SandboxName,
  type FleetBegun,
  type SandboxDeleted,
  type SandboxesCleaned,
  type SandboxListed,
  type SandboxLook,
} from '../domain/fleet-work'
import { HostName } from '../domain/host-settings'
import { ofEngine } from './effect-rule-contract'

const BeginId = z.string().regex(/^[\w-]{1,50}$/)

/**
 * What a window asks about the sandboxes of a fleet of this machine's configuration. As with the hosts there, only the engine whose window it is answers.
 */
export const sandboxContract = {
  /** Makes a sandbox, brings the work there and begins a session in it; how far it is stands in the fleet's state. `id` is what it is cancelled by. */
  'sandbox.begin': {
    request: z.strictObject({ fleet: HostName, id: BeginId, work: FleetWork }),
    response: ofEngine<FleetBegun>(),
  },
  /** Whether it was being made still; what was made of it is deleted then. */
  'sandbox.cancel': {
    request: z.strictObject({ fleet: HostName, id: BeginId }),
    response: z.strictObject({ cancelled: z.boolean() }),
  },
  /** Yours in a fleet, each asked what it does: as `countersign hosts sandboxes` lists them. */
  'sandbox.list': {
    request: z.strictObject({ fleet: HostName }),
    response: ofEngine<{ readonly sandboxes: readonly SandboxListed[] }>(),
  },
  /** Deletes these where they are left over still; one whose engine cannot be asked counts as that, since it is named. */
  'sandbox.clean': {
    request: z.strictObject({ fleet: HostName, sandboxes: z.array(SandboxName).min(1).max(50) }),
    response: ofEngine<SandboxesCleaned>(),
  },
  /** What of it would be lost. */
  'sandbox.look': { request: z.strictObject({ sandbox: SandboxHost }), response: ofEngine<SandboxLook>() },
  /** Deletes it with its last session, if it is in use by nobody else; with `unasked` also where its engine cannot be asked that. */
  'sandbox.delete': {
    request: z.strictObject({
      sandbox: SandboxHost,
      session: z.string().min(1).max(100),
      unasked: z.boolean(),
    }),
    response: ofEngine<SandboxDeleted>(),
  },
} as const
