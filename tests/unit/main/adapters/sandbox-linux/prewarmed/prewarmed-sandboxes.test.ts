import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { expect, test } from 'vitest'
import type { PrewarmedSandbox } from '../../../../../../src/main/adapters/sandbox-linux/prewarmed/prewarmed-sandbox'
import type {
  MountPlan,
  PlannedRun,
} from '../../../../../../src/main/adapters/sandbox-linux/mounts/mount-plan'
import type { Mask } from '../../../../../../src/main/adapters/sandbox-linux/mounts/mask'
import { PrewarmedSandboxes } from '../../../../../../src/main/adapters/sandbox-linux/prewarmed/prewarmed-sandboxes'
import { allow } from '../../../../../../src/main/core/policy/permit'
import type { RunSpec } from '../../../../../../src/main/core/ports/sandbox'

const planned = (root: string, masks: readonly string[] = []): PlannedRun => ({
  plan: {
    places: { roots: [root], temporary: [] },
    grants: [],
    protection: { masks: masks.map((path): Mask => ({ kind: 'read-only', path })), missing: [], links: [] },
    closed: [],
    kept: [],
    taken: [],
    known: new Map(),
    made: new Set(),
  },
  grants: { folders: [], files: [], masks: [], missing: [], links: [] },
})

const specOf = (workspace: string, more: Partial<RunSpec> = {}): RunSpec => ({
  permit: allow('policy-sandboxed'),
  command: ['true'],
  cwd: workspace,
  workspace,
  env: {},
  policy: sandboxPolicyForMode('workspace-write'),
  timeoutMs: 1000,
  session: 'one',
  inTurn: true,
  ...more,
})

/** Prewarmed sandboxes over plans that a test sets; `made` and `gone` are the sandboxes by their numbers. */
function prewarmedOf(plans: Record<string, PlannedRun>) {
  const [made, gone]: [string[], string[]] = [[], []]
  let unchanged = true
  const prewarmed = new PrewarmedSandboxes({
    plan: ({ workspace }) => Promise.resolve(plans[workspace] ?? { problem: 'there is no such folder' }),
    make(spec) {
      const name = `${spec.workspace} ${String(made.length)}`
      made.push(name)
      const mountPlan: MountPlan = {
        ...(plans[spec.workspace] ?? planned('/')),
        spec,
        layout: { writable: [], masks: [], files: [] },
        joined: undefined,
        clear: () => undefined,
      }
      const sandbox: PrewarmedSandbox = {
        mountPlan,
        name,
        places: { unchanged: () => unchanged, close: () => undefined },
        enter: () => ({ launch: { file: '', before: [], descriptors: new Map() }, release: () => undefined }),
        discard: () => void gone.push(name),
      }
      return Promise.resolve(sandbox)
    },
  })
  const take = async (workspace: string, more?: Partial<RunSpec>): Promise<string | undefined> =>
    (await prewarmed.take(specOf(workspace, more)))?.sandbox.name
  return { prewarmed, take, made, gone, change: () => (unchanged = false) }
}

test('one is made for the first command, and those that follow have the same', async () => {
  const { take, gone } = prewarmedOf({ '/w': planned('/w') })
  expect([await take('/w'), await take('/w', { cwd: '/w/a', env: { A: 'b' } })]).toEqual(['/w 0', '/w 0'])
  expect(gone).toEqual([])
})

test('another is made where other things are protected, or a place is another', async () => {
  const plans = { '/w': planned('/w') }
  const { take, gone, change } = prewarmedOf(plans)
  await take('/w')
  plans['/w'] = planned('/w', ['/w/.git'])
  expect([await take('/w'), gone]).toEqual(['/w 1', ['/w 0']])
  change()
  // The one that is made then is not what it was made of, either.
  expect([await take('/w'), gone]).toEqual([undefined, ['/w 0', '/w 1', '/w 2']])
})

test('sessions and workspaces have their own, and those of others stay', async () => {
  const { take, gone } = prewarmedOf({ '/w': planned('/w'), '/v': planned('/v') })
  const names = [await take('/w'), await take('/v'), await take('/w', { session: 'two' }), await take('/w')]
  expect([names, gone]).toEqual([['/w 0', '/v 1', '/w 2', '/w 0'], []])
})

test('a grant, staged settings or no turn: none is taken, and a run that makes its own ends what is held there', async () => {
  const { prewarmed, take, gone } = prewarmedOf({ '/w': planned('/w'), '/v': planned('/v') })
  await take('/w')
  await take('/v')
  const permit = allow('person-widened', [{ kind: 'write', path: '/x', extent: 'file' }])
  for (const more of [{ permit }, { staging: '/s' }, { inTurn: false }])
    expect(await take('/w', more)).toBeUndefined()
  await prewarmed.dismiss(['/w/sub'])
  expect(gone).toEqual(['/w 0'])
})

test('none is made while a command could move what is being mounted', async () => {
  const plans = { '/w': planned('/w', ['/w/sub/.git']), '/v': planned('/v') }
  const { prewarmed, take, made } = prewarmedOf(plans)
  // The same plan, of which it may move a part.
  const over = prewarmed.begin(planned('/w', ['/w/sub/.git']))
  expect([await take('/w'), made]).toEqual([undefined, []])
  expect(await take('/v')).toBe('/v 0')
  over()
  expect(await take('/w')).toBe('/w 1')
  // Another, in the same folder.
  plans['/w'] = planned('/w', ['/w/.git'])
  const other = prewarmed.begin(planned('/w'))
  expect(await take('/w')).toBeUndefined()
  other()
  // The same, of which it can move nothing.
  prewarmed.begin(planned('/w', ['/w/.git']))
  expect(await take('/w')).toBe('/w 2')
})

test('three in a row that could not be entered are enough', async () => {
  const { prewarmed, take, gone } = prewarmedOf({ '/w': planned('/w') })
  const enter = async (could: boolean): Promise<string | undefined> => {
    const taken = await prewarmed.take(specOf('/w'))
    if (taken) prewarmed.entered(taken, could)
    return taken?.sandbox.name
  }
  const could = [false, false, true, false, false, false]
  const names: (string | undefined)[] = []
  for (const each of could) names.push(await enter(each))
  expect(names).toEqual(['/w 0', '/w 1', '/w 2', '/w 2', '/w 3', '/w 4'])
  expect([await take('/w'), gone]).toEqual([undefined, ['/w 0', '/w 1', '/w 2', '/w 3', '/w 4']])
})

test('no more than eight are held, and the one that was used longest ago goes first', async () => {
  const plans = Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [`/w${String(at)}`, planned(`/w${String(at)}`)]),
  )
  const { take, gone } = prewarmedOf(plans)
  for (const workspace of Object.keys(plans).slice(0, 8)) await take(workspace)
  await take('/w0')
  await take('/w8')
  expect(gone).toEqual(['/w1 1'])
})

test('with its session, and with the engine, everything goes', async () => {
  const { prewarmed, take, gone } = prewarmedOf({ '/w': planned('/w') })
  await take('/w')
  await take('/w', { session: 'two' })
  await prewarmed.leave('one')
  expect(gone).toEqual(['/w 0'])
  prewarmed.close()
  expect(gone).toEqual(['/w 0', '/w 1'])
})
