import { expect, test } from 'vitest'
import type { PlannedRun } from '../../../../../src/main/adapters/sandbox-linux/mounts/mount-plan'
import type { Mask } from '../../../../../src/main/adapters/sandbox-linux/mounts/mask'
import {
  couldMove,
  isSteady,
} from '../../../../../src/main/adapters/sandbox-linux/prewarmed/prewarmed-sandboxes'

const planned = (
  roots: readonly string[],
  temporary: readonly string[],
  masks: readonly Mask[],
  closed: readonly Mask[] = [],
): PlannedRun => ({
  plan: {
    places: { roots, temporary },
    grants: [],
    protection: { masks, missing: [], links: [] },
    closed,
    kept: [],
    taken: [],
    known: new Map(),
    made: new Set(),
  },
  grants: { folders: [], files: [], masks: [], missing: [], links: [] },
})

const pin = (path: string): Mask => ({ kind: 'pinned', path })
const still = (path: string): Mask => ({ kind: 'read-only', path })

test.for([
  [
    'a plain repository',
    planned(['/w'], ['/tmp'], [still('/w/.codex'), pin('/w/.git'), still('/w/.git/hooks')]),
    true,
  ],
  ['a store outside', planned(['/w'], [], [], [{ kind: 'closed', path: '/h/a/.ssh', folder: true }]), true],
  ['a nested repository', planned(['/w'], [], [pin('/w/sub/.git'), still('/w/sub/.git/hooks')]), false],
  ['the same with its folder pinned', planned(['/w'], [], [pin('/w/sub'), pin('/w/sub/.git')]), true],
  ['a workspace in a temporary folder', planned(['/tmp/w'], ['/tmp'], [still('/tmp/w/.codex')]), true],
  ['one deeper in it', planned(['/tmp/a/w'], ['/tmp'], []), false],
  [
    'a store in the workspace',
    planned(['/w'], [], [], [{ kind: 'closed', path: '/w/a/.ssh', folder: true }]),
    false,
  ],
] as const)('%s: %s', ([, plan, steady]) => {
  expect(isSteady(plan)).toBe(steady)
})

test.for([
  ['one in another workspace', planned(['/v'], ['/tmp'], []), false],
  ['one in the same', planned(['/w'], ['/tmp'], []), true],
  ['one in a folder around it', planned(['/'], [], []), true],
  ['one in a folder that holds a part of it', planned(['/w/sub'], [], []), true],
  ['one that nothing is open to', planned([], [], []), false],
] as const)('beside %s it could be moved: %s', ([, running, could]) => {
  const mounted = planned(['/w'], ['/tmp'], [still('/w/.codex'), pin('/w/sub/.git')])
  expect(couldMove(running, mounted)).toBe(could)
})
