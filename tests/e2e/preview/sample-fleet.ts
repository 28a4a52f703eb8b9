import type {
  FleetApplied,
  FleetBranch,
  FleetChange,
  FleetChanges,
} from '../../../src/shared/domain/fleet-changes'
import { idOfHost, type HostState } from '../../../src/shared/domain/host-state'
import type { fleetContract } from '../../../src/shared/ipc/fleet-contract'
import type { RequestOf } from '../../../src/shared/ipc/contract'

/** A sandbox of a fleet. */
export const sandboxState: HostState = { name: 'fleet/3701144ef3', state: 'connected' }

/** The same as a session of that sandbox's. */
export const inSandbox = <T extends { readonly id: string }>(one: T): T => ({
  ...one,
  id: idOfHost(sandboxState.name, one.id),
})

const files: readonly FleetChange[] = [
  {
    ...{ path: 'src/clock/next-tick.ts', kind: 'changed', text: true },
    hunks:
      '@@ -12,7 +12,9 @@ export function nextTick(now: number): number {\n   const step = 60_000\n-  return now + step\n+  // A clock that was set back waits for no minute that is over.\n+  const late = now % step\n+  return now + step - late\n }\n \n export const never = Number.POSITIVE_INFINITY\n',
  },
  {
    ...{ path: 'scripts/check-clock.sh', kind: 'created', text: true, executable: true },
    hunks: '@@ -0,0 +1,3 @@\n+#!/bin/sh\n+set -eu\n+date +%s\n',
  },
  { path: 'docs/old-clock.md', kind: 'deleted', text: true, hunks: '@@ -1 +0,0 @@\n-The clock of 2019.\n' },
  { path: 'assets/clock-face.png', kind: 'changed', text: false },
  { path: 'fixtures/ticks.json', kind: 'created', text: true, large: true },
  { path: 'latest', kind: 'created', text: true, leftOut: 'link', hunks: '@@ -0,0 +1 @@\n+/etc\n' },
]

/** What the stub answers about sandboxes: a branch named `taken` is there, and files in `/elsewhere` are otherwise. */
export function answerFleet(channel: keyof typeof fleetContract, payload: unknown): unknown {
  switch (channel) {
    case 'fleet.changes':
      return { id: 'look-1', files } satisfies FleetChanges
    case 'fleet.apply': {
      const { folder, files: chosen } = payload as RequestOf<'fleet.apply'>
      const sessionId = 's1'
      const refused = { kind: 'refused', sessionId, why: gitSays } as const
      const applied = { kind: 'applied', sessionId, files: chosen.length } as const
      return (folder === '/elsewhere' ? refused : applied) satisfies FleetApplied
    }
    case 'fleet.branch': {
      const { name } = payload as RequestOf<'fleet.branch'>
      return {
        ...{ branch: `countersign/${name}`, base: '1520f4b483ca', changed: true },
      } satisfies FleetBranch
    }
  }
}

const gitSays =
  'error: patch failed: src/clock/next-tick.ts:12\nerror: src/clock/next-tick.ts: patch does not apply'
