import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandParts } from '../../../src/main/core/turn/turn-context'
import type { CommandRunner } from '../../../src/main/core/ports/sandbox'
import { applyPatchTool } from '../../../src/main/core/tools/apply-patch'
import { becomeOrdinaryUser } from './ordinary-user'
import { patchOf, patchWorld, removeWorlds } from './patch-world'
import { tree } from './tree'

afterAll(removeWorlds)

beforeAll(becomeOrdinaryUser)

function prepared(options: Parameters<typeof patchWorld>[0] = {}) {
  const world = patchWorld(options)
  writeFileSync(join(world.workspace, 'a'), 'one\n', { mode: 0o640 })
  writeFileSync(join(world.workspace, 'gone'), 'x\n')
  mkdirSync(join(world.workspace, 'locked'))
  writeFileSync(join(world.workspace, 'locked/f'), 'one\n')
  chmodSync(join(world.workspace, 'locked'), 0o555)
  return { world, before: tree(world.workspace) }
}
const around = [
  '*** Update File: a',
  '@@',
  '-one',
  '+two',
  '*** Add File: n/m/new',
  '+n',
  '*** Delete File: gone',
]

describe('a failure in the middle puts everything back', () => {
  test.each<[string, string[]]>([
    ['a file in a folder that may not be written to', ['*** Update File: locked/f', '@@', '-one', '+two']],
    ['a new file in a folder that may not be written to', ['*** Add File: locked/g', '+1']],
    ['a new folder in a folder that may not be written to', ['*** Add File: locked/d/g', '+1']],
    ['a deletion from a folder that may not be written to, after all else', ['*** Delete File: locked/f']],
    [
      'a move out of a folder that may not be written to',
      ['*** Update File: locked/f', '*** Move to: moved'],
    ],
  ])('%s', async (_, lines) => {
    const { world, before } = prepared()
    const { text, ends } = await world.run(...around, ...lines)
    const { output, metadata } = JSON.parse(text) as { output: string; metadata: { exit_code: number } }
    expect([output, metadata.exit_code, ends]).toEqual([
      expect.stringMatching(/\/locked.*\nNothing was changed\.\n$/s),
      1,
      false,
    ])
    expect(tree(world.workspace)).toEqual(before)
    expect(world.events.map((event) => event.type)).toEqual(['patch.started', 'patch.finished'])
  })
})

/** A runner whose first run stops for good at the named staged file, and is then killed. */
function hangingAt(runner: CommandRunner, file: string): CommandRunner {
  let first = true
  return {
    run(spec, signal, onOutput) {
      if (!first) return runner.run(spec, signal, onOutput)
      first = false
      const staged = join(spec.staging ?? '', file)
      rmSync(staged)
      execFileSync('mkfifo', [staged])
      return runner.run({ ...spec, timeoutMs: 1500 }, signal, onOutput)
    },
  }
}

test.each([
  ['while it is being laid out', '1.new', 'never' as const],
  ['while it is being applied', '1.old', 'never' as const],
])('a run that is killed %s is taken back', async (_, file, approvalPolicy) => {
  const { world, before } = prepared({ approvalPolicy })
  const parts: CommandParts = {
    ...world.parts,
    sandbox: { ...world.parts.sandbox, ...hangingAt(world.parts.sandbox, file) },
  }
  const input = patchOf(
    '*** Add File: new',
    '+n',
    '*** Update File: a',
    '@@',
    '-one',
    '+two',
    '*** Delete File: gone',
  )
  const { text } = await applyPatchTool.run(
    { callId: 'c', arguments: JSON.stringify({ input }) },
    world.turn,
    parts,
  )
  expect(text).toMatch(/^command timed out after 120000 milliseconds\n.*Nothing was changed\./s)
  expect(tree(world.workspace)).toEqual(before)
})

test('taking back after a run that ended well takes nothing back', async () => {
  const { world } = prepared()
  const { sandbox } = world.parts
  let after: unknown
  const parts: CommandParts = {
    ...world.parts,
    sandbox: {
      ...sandbox,
      run: async (spec, signal, onOutput) => {
        const result = await sandbox.run(spec, signal, onOutput)
        after = tree(world.workspace)
        const undo = spec.command.map((word, at) => (at === 4 && word === 'apply' ? 'undo' : word))
        await sandbox.run({ ...spec, command: undo }, signal, onOutput)
        return result
      },
    },
  }
  const input = patchOf(...around)
  const { text } = await applyPatchTool.run(
    { callId: 'c', arguments: JSON.stringify({ input }) },
    world.turn,
    parts,
  )
  expect([text.includes('Success.'), tree(world.workspace)]).toEqual([true, after])
})

test('a turn that ends before the patch begins changes nothing', async () => {
  const { world, before } = prepared()
  world.stop.abort()
  expect(await world.run(...around)).toEqual({ text: 'aborted', ends: true })
  expect(tree(world.workspace)).toEqual(before)
})

test('a turn that ends while the patch is applied leaves a whole patch', async () => {
  const { world } = prepared()
  const { patches } = world.parts
  const parts: CommandParts = {
    ...world.parts,
    patches: {
      ...patches,
      stage: async (...args) => {
        const staged = await patches.stage(...args)
        setTimeout(() => world.stop.abort(), 5)
        return staged
      },
    },
  }
  const input = patchOf(...around)
  await applyPatchTool.run({ callId: 'c', arguments: JSON.stringify({ input }) }, world.turn, parts)
  expect(tree(world.workspace)).toMatchObject({ a: '640 two\n', 'n/m/new': '644 n\n' })
})

test('staging where sandboxed commands may write is refused', async () => {
  const { world, before } = prepared()
  const { staging } = world
  const writable: CommandParts = {
    ...world.parts,
    patches: {
      ...world.parts.patches,
      places: () => Promise.resolve({ writable: [world.workspace, staging], protected: [] }),
    },
  }
  const input = patchOf(...around)
  const { text } = await applyPatchTool.run(
    { callId: 'c', arguments: JSON.stringify({ input }) },
    world.turn,
    writable,
  )
  expect([text, tree(world.workspace)]).toEqual([
    expect.stringContaining('no folder to lay a patch out'),
    before,
  ])
})

test('files written in place keep their text when a later step fails', async () => {
  const world = patchWorld({ approvalPolicy: 'on-request' })
  const { outside, workspace } = world
  writeFileSync(join(outside, 'rc'), 'one\n')
  mkdirSync(join(workspace, 'locked'))
  writeFileSync(join(workspace, 'locked/f'), 'x\n')
  chmodSync(join(workspace, 'locked'), 0o555)
  const { text } = await world.run(
    `*** Update File: ${outside}/rc`,
    '@@',
    '-one',
    '+two',
    `*** Add File: ${outside}/new`,
    '+n',
    '*** Delete File: locked/f',
  )
  expect(text).toContain('Nothing was changed.')
  expect(tree(outside)).toEqual({ rc: '644 one\n' })
})
