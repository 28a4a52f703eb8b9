import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { lookAtPath } from '../../../src/main/adapters/patch-files/look-at-path'
import { fakeReadLimits } from '../../fakes/read-limits'
import type { CommandParts } from '../../../src/main/core/turn/turn-context'
import { applyPatchTool } from '../../../src/main/core/tools/apply-patch'
import { patchOf, patchWorld, removeWorlds } from './patch-world'
import { tree } from './tree'

afterAll(removeWorlds)

type World = ReturnType<typeof patchWorld>

/** Runs a patch and lets someone change the files between the check and the run. */
function runWhile(world: World, meddle: () => void, ...lines: string[]) {
  const { patches } = world.parts
  const parts: CommandParts = {
    ...world.parts,
    patches: {
      ...patches,
      stage: async (...args) => {
        const staged = await patches.stage(...args)
        meddle()
        return staged
      },
    },
  }
  return applyPatchTool.run(
    { callId: 'c', arguments: JSON.stringify({ input: patchOf(...lines) }) },
    world.turn,
    parts,
  )
}

test.each<[string, string[], (world: World) => void]>([
  [
    'the folder becomes a link to the outside',
    ['*** Update File: d/f', '@@', '-one', '+pwned'],
    ({ workspace, outside }) => {
      renameSync(join(workspace, 'd'), join(workspace, 'd2'))
      symlinkSync(outside, join(workspace, 'd'))
    },
  ],
  [
    'the folder of a new file becomes a link to the outside',
    ['*** Add File: d/new', '+pwned'],
    ({ workspace, outside }) => {
      renameSync(join(workspace, 'd'), join(workspace, 'd2'))
      symlinkSync(outside, join(workspace, 'd'))
    },
  ],
  [
    'a folder to be made becomes a link to the outside',
    ['*** Add File: made/new', '+pwned'],
    ({ workspace, outside }) => symlinkSync(outside, join(workspace, 'made')),
  ],
  [
    'the file becomes a link to the outside',
    ['*** Update File: d/f', '@@', '-one', '+pwned'],
    ({ workspace, outside }) => {
      rmSync(join(workspace, 'd/f'))
      symlinkSync(join(outside, 'f'), join(workspace, 'd/f'))
    },
  ],
  [
    'a new file appears as a link to the outside',
    ['*** Add File: d/new', '+pwned'],
    ({ workspace, outside }) => symlinkSync(join(outside, 'f'), join(workspace, 'd/new')),
  ],
  [
    'the file becomes a folder',
    ['*** Update File: d/f', '@@', '-one', '+pwned'],
    ({ workspace }) => {
      rmSync(join(workspace, 'd/f'))
      mkdirSync(join(workspace, 'd/f'))
    },
  ],
  [
    'a deleted file becomes a link to the outside',
    ['*** Delete File: d/f'],
    ({ workspace, outside }) => {
      rmSync(join(workspace, 'd/f'))
      symlinkSync(join(outside, 'f'), join(workspace, 'd/f'))
    },
  ],
  [
    'the folder of a deleted file becomes a link to the outside',
    ['*** Delete File: d/f'],
    ({ workspace, outside }) => {
      renameSync(join(workspace, 'd'), join(workspace, 'd2'))
      symlinkSync(outside, join(workspace, 'd'))
    },
  ],
  [
    'the file gets another text',
    ['*** Update File: d/f', '@@', '-one', '+two'],
    ({ workspace }) => writeFileSync(join(workspace, 'd/f'), 'changed\n'),
  ],
  [
    'the deleted file gets another text',
    ['*** Delete File: d/f'],
    ({ workspace }) => writeFileSync(join(workspace, 'd/f'), 'changed\n'),
  ],
  [
    'a new file is there already',
    ['*** Add File: d/new', '+two'],
    ({ workspace }) => writeFileSync(join(workspace, 'd/new'), 'changed\n'),
  ],
])('between the check and the run %s: nothing is changed', async (_, lines, meddle) => {
  const world = patchWorld()
  mkdirSync(join(world.workspace, 'd'))
  writeFileSync(join(world.workspace, 'd/f'), 'one\n')
  writeFileSync(join(world.outside, 'f'), 'one\n')
  let meddled: unknown
  const { text } = await runWhile(
    world,
    () => {
      meddle(world)
      meddled = [tree(world.workspace), tree(world.outside)]
    },
    // Other files of the same patch must not be changed either.
    '*** Add File: x/y',
    '+1',
    ...lines,
  )
  expect(text).toContain('Nothing was changed.')
  expect([tree(world.workspace), tree(world.outside)]).toEqual(meddled)
})

test('without a sandbox the applier itself sees that a folder was exchanged', async () => {
  const policy = sandboxPolicyForMode('danger-full-access')
  const world = patchWorld({ sandboxPolicy: policy })
  mkdirSync(join(world.workspace, 'd'))
  const { text } = await runWhile(
    world,
    () => {
      renameSync(join(world.workspace, 'd'), join(world.workspace, 'd2'))
      symlinkSync(world.outside, join(world.workspace, 'd'))
    },
    '*** Add File: d/new',
    '+pwned',
  )
  expect([text, tree(world.outside)]).toEqual([expect.stringContaining('not where it was any more'), {}])
})

test.each(['danger-full-access', 'danger-no-network'] as const)(
  'under %s a patch is applied',
  async (mode) => {
    const world = patchWorld({ sandboxPolicy: sandboxPolicyForMode(mode) })
    const { text } = await runWhile(world, () => undefined, '*** Add File: new', '+made')
    expect([text, tree(world.workspace)]).toEqual([expect.stringContaining('A new'), { new: '644 made\n' }])
  },
)

test('the control: without meddling the same patch is applied', async () => {
  const world = patchWorld()
  mkdirSync(join(world.workspace, 'd'))
  writeFileSync(join(world.workspace, 'd/f'), 'one\n')
  await runWhile(
    world,
    () => undefined,
    '*** Add File: x/y',
    '+1',
    '*** Update File: d/f',
    '@@',
    '-one',
    '+two',
  )
  expect(tree(world.workspace)).toEqual({ 'd/': '755', 'd/f': '644 two\n', 'x/': '755', 'x/y': '644 1\n' })
})

test('on-failure: a link that leads outside is stopped by the sandbox, named, and asked about', async () => {
  const world = patchWorld({
    approvalPolicy: 'on-failure',
    answer: () => ({ kind: 'deny', message: 'not there' }),
  })
  writeFileSync(join(world.outside, 'f'), 'one\n')
  writeFileSync(join(world.workspace, 'a'), 'one\n')
  symlinkSync(join(world.outside, 'f'), join(world.workspace, 'link'))
  const before = [tree(world.workspace), tree(world.outside)]
  const { text } = await world.run(
    '*** Update File: a',
    '@@',
    '-one',
    '+two',
    '*** Update File: link',
    '@@',
    '-one',
    '+two',
  )
  expect([tree(world.workspace), tree(world.outside)]).toEqual(before)
  const target = join(world.outside, 'f')
  expect(world.asked[0]).toMatchObject({
    stage: 'retry',
    kind: 'patch',
    stop: { boundary: 'sandbox', evidence: [{ kind: 'write', target, source: 'kernel' }] },
    offers: [
      { kind: 'only-this', grants: [{ kind: 'write', path: target, extent: 'file' }] },
      { kind: 'outside' },
    ],
  })
  expect(text).toMatch(/^patch rejected by user\nDenied by the user\. .*The user says: not there$/)
})

test('on-request: a denied patch is told to the model and never repeated outside', async () => {
  const world = patchWorld({ approvalPolicy: 'on-request' })
  mkdirSync(join(world.outside, 'd'))
  // The policy's view is made to differ from the sandbox's: it believes that the outside may be written to.
  const wide: CommandParts = {
    ...world.parts,
    patches: {
      ...world.parts.patches,
      places: () => Promise.resolve({ writable: [world.workspace, world.outside], protected: [] }),
    },
  }
  const input = patchOf(`*** Add File: ${world.outside}/d/f`, '+x')
  const { text } = await applyPatchTool.run(
    { callId: 'c', arguments: JSON.stringify({ input }) },
    world.turn,
    wide,
  )
  expect(text).toMatch(/^failed in sandbox: the sandbox stopped a write to .*\/d\/f \(/)
  expect([tree(world.outside), world.asked]).toEqual([{ 'd/': '755' }, []])
  expect(world.events.filter((event) => event.type === 'patch.started')).toHaveLength(1)
})

test('a hard link is replaced, not written through, even where its folder is granted', async () => {
  const world = patchWorld({ approvalPolicy: 'on-request' })
  mkdirSync(join(world.outside, 'd'))
  writeFileSync(join(world.outside, 'kept'), 'one\n')
  linkSync(join(world.outside, 'kept'), join(world.outside, 'd/f'))
  const { text } = await world.run(`*** Update File: ${world.outside}/d/f`, '@@', '-one', '+two')
  expect(text).toContain('Success.')
  expect(world.asked[0]?.offers[0]?.grants).toMatchObject([
    { kind: 'write', path: join(world.outside, 'd'), extent: 'tree' },
  ])
  expect(tree(world.outside)).toEqual({ 'd/': '755', 'd/f': '644 two\n', kept: '644 one\n' })
})

test('looking follows no link at the end when the name is asked for', async () => {
  const { workspace } = patchWorld()
  writeFileSync(join(workspace, 'f'), '1\n')
  symlinkSync('f', join(workspace, 'l'))
  expect(await lookAtPath(join(workspace, 'l'), 'name', fakeReadLimits().judge([]))).toEqual({
    kind: 'link',
    place: join(workspace, 'l'),
    leadsTo: 'f',
  })
  expect(await lookAtPath(join(workspace, 'l'), 'follow', fakeReadLimits().judge([]))).toMatchObject({
    kind: 'file',
    place: join(workspace, 'f'),
  })
})
