import { z } from 'zod'
import type { HostProblem } from './host-problem'
import type { SessionSummary } from './session'

/** A branch as it may be named for a clone. */
export const BranchName = z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9._/-]{0,200}$/)

/** A sandbox that the program has made: what stands behind the fleet's name and `/`. A window shows no other. */
export const SandboxName = z.string().regex(/^[0-9a-f]{10}$/)

/** What stands for a sandbox wherever a host has a name. */
export const fleetAndSandbox = /^([A-Za-z0-9][A-Za-z0-9_-]{0,47})\/([0-9a-f]{10})$/
export const SandboxHost = z.string().max(60).regex(fleetAndSandbox)

/**
 * The work that a sandbox is made for. `from`: an address, or the name of a remote of the repository that `folder`, one of this machine, is in. `send`: that folder
 * itself.
 */
export const FleetWork = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('clone'),
    from: z.string().min(1).max(2000),
    branch: z.string().max(201).optional(),
    folder: z.string().max(4096).optional(),
  }),
  z.strictObject({ kind: z.literal('send'), folder: z.string().min(1).max(4096) }),
])
export type FleetWork = z.infer<typeof FleetWork>

/** What is not right about a work that was named: nothing that can be cloned, no such remote, no branch. */
export type WorkRefusal = 'address' | 'remote' | 'branch'

/**
 * A sandbox that is being made and filled. `work` is what was named, `bytes` how many were sent, `said` what the cluster says of why it is not ready: untrusted.
 */
export const FleetBegin = z.strictObject({
  id: z.string(),
  work: z.string(),
  step: z.enum(['asked', 'waiting', 'ready', 'cloning', 'sending', 'connecting', 'cancelled']),
  sandbox: z.string().optional(),
  bytes: z.number().int().nonnegative().optional(),
  said: z.string().optional(),
})
export type FleetBegin = z.infer<typeof FleetBegin>

/**
 * What came of one. `kept`: the sandbox that stays, by its whole name, where the work is in it and no session; `left`: what may be left in the cluster although it was to be deleted.
 */
export type FleetBegun =
  | { readonly kind: 'begun'; readonly session: SessionSummary }
  | { readonly kind: 'refused'; readonly why: WorkRefusal }
  | { readonly kind: 'cancelled'; readonly left?: string }
  | {
      readonly kind: 'failed'
      readonly why: HostProblem
      readonly said: string
      readonly kept?: string
      readonly left?: string
    }

/**
 * How a sandbox of ours stands. `unknown`: its engine cannot be asked, as that of one that is not ready any more. `not-ready`: it never was. `left`: nobody is connected
 * with it and nothing runs or waits there.
 */
export type SandboxUse = 'connected' | 'working' | 'left' | 'not-ready' | 'unknown'

/**
 * What was changed in a sandbox since it began, or since it was brought back last (`pulled`): so many files, and `elsewhere` where there is work on branches that are not looked at.
 * The sandbox itself says so. `unknown`: it cannot be asked.
 */
export type SandboxChanges =
  | {
      readonly kind: 'known'
      readonly files: number
      readonly elsewhere: boolean
      readonly pulled: boolean
    }
  | { readonly kind: 'unknown'; readonly why: HostProblem }

/** What is known of a sandbox before its last session is archived. `answers`: its engine can be asked. */
export interface SandboxLook {
  readonly answers: boolean
  readonly changes: SandboxChanges
}

/** One of yours in a fleet, as it stands; times in milliseconds, where the cluster says them. `name` is that of the sandbox alone. */
export interface SandboxListed {
  readonly name: string
  readonly use: SandboxUse
  readonly madeAt?: number
  readonly endsAt?: number
}

/** What came of deleting left-overs: those that were, and those that are in use by now. */
export interface SandboxesCleaned {
  readonly deleted: readonly string[]
  readonly stays: readonly SandboxListed[]
}

/** What came of deleting one. `sessions`: there are others in it. */
export type SandboxDeleted =
  | { readonly kind: 'deleted' }
  | { readonly kind: 'stays'; readonly use: SandboxUse | 'sessions' }
  | { readonly kind: 'failed'; readonly why: HostProblem; readonly said: string }
