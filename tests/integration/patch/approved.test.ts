import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { patchWorld, removeWorlds } from './patch-world'
import { tree } from './tree'

afterAll(removeWorlds)

test('outside: a yes applies it in the sandbox with exactly the missing paths', async () => {
  const world = patchWorld({ approvalPolicy: 'on-request' })
  const { outside } = world
  writeFileSync(join(outside, 'rc'), 'one\n', { mode: 0o600 })
  mkdirSync(join(outside, 'd'))
  writeFileSync(join(outside, 'd/old'), 'x\n')
  const { text } = await world.run(
    `*** Update File: ${outside}/rc`,
    '@@',
    '-one',
    '+two',
    `*** Add File: ${outside}/new`,
    '+n',
    `*** Delete File: ${outside}/d/old`,
    '*** Add File: inside',
    '+i',
  )
  expect(text).toContain('Success.')
  expect(world.asked[0]).toMatchObject({
    stage: 'first',
    kind: 'patch',
    command: ['apply_patch'],
    effect: { act: { kind: 'patch', files: 4, removes: 1, beyond: 3 } },
    changes: {
      [`${outside}/rc`]: { type: 'update', unified_diff: '@@ -1,1 +1,1 @@\n-one\n+two\n' },
      [`${outside}/new`]: { type: 'add', content: 'n\n' },
      [`${outside}/d/old`]: { type: 'delete', content: '[... 2 characters not shown ...]\n', omitted: 2 },
    },
    offers: [
      {
        kind: 'only-this',
        grants: [
          { kind: 'write', path: `${outside}/rc`, extent: 'file' },
          { kind: 'write', path: `${outside}/new`, extent: 'file' },
          { kind: 'write', path: `${outside}/d`, extent: 'tree' },
        ],
      },
      { kind: 'outside' },
    ],
  })
  expect(world.events.find((event) => event.type === 'patch.started')).toMatchObject({
    confinement: 'bubblewrap',
    autoApproved: false,
  })
  expect(tree(outside)).toEqual({ rc: '600 two\n', new: '644 n\n', 'd/': '755' })
  expect(tree(world.workspace)).toEqual({ inside: '644 i\n' })
})

test('outside: a no changes nothing and says so', async () => {
  const world = patchWorld({ approvalPolicy: 'on-request', answer: () => ({ kind: 'abort' }) })
  const reply = await world.run(`*** Add File: ${world.outside}/new`, '+n')
  expect(reply).toEqual({ text: expect.stringMatching(/^patch rejected by user\n/) as string, ends: true })
  expect(tree(world.outside)).toEqual({})
  expect(world.events).toEqual([
    {
      type: 'patch.finished',
      callId: 'c1',
      outcome: { kind: 'refused', reason: 'Denied. Nothing was changed.' },
    },
  ])
})

test('outside, approved without the sandbox: the same steps run without it', async () => {
  const world = patchWorld({
    approvalPolicy: 'on-request',
    answer: () => ({ kind: 'allow', offerId: 'outside' }),
  })
  const { text } = await world.run(`*** Add File: ${world.outside}/a/b`, '+n')
  expect([text, tree(world.outside)]).toEqual([
    expect.stringContaining('Success.'),
    { 'a/': '755', 'a/b': '644 n\n' },
  ])
})

test('a protected path: a yes opens only that', async () => {
  const world = patchWorld({ approvalPolicy: 'on-request' })
  mkdirSync(join(world.workspace, '.git/hooks'), { recursive: true })
  const { text } = await world.run('*** Add File: .git/hooks/pre-commit', '+#!/bin/sh')
  expect(text).toContain('Success.')
  expect(world.asked[0]?.offers[0]?.grants).toMatchObject([
    { kind: 'write', path: join(world.workspace, '.git/hooks/pre-commit'), extent: 'file' },
  ])
})

test('untrusted: every patch is asked about', async () => {
  const world = patchWorld({ approvalPolicy: 'untrusted' })
  await world.run('*** Add File: a', '+1')
  expect(world.asked.map((request) => [request.stop.boundary, request.offers[0]?.grants])).toEqual([
    ['approval-policy', []],
  ])
  expect(tree(world.workspace)).toEqual({ a: '644 1\n' })
})

test('read-only: every patch is asked about, and applied with its files granted', async () => {
  const world = patchWorld({ approvalPolicy: 'on-request', sandboxPolicy: sandboxPolicyForMode('read-only') })
  writeFileSync(join(world.workspace, 'a'), '1\n')
  const { text } = await world.run('*** Update File: a', '@@', '-1', '+2')
  expect([text, tree(world.workspace), world.asked.length]).toEqual([
    expect.stringContaining('Success.'),
    { a: '644 2\n' },
    1,
  ])
})

test('full access: applied without asking, and without a sandbox', async () => {
  const world = patchWorld({
    approvalPolicy: 'never',
    sandboxPolicy: sandboxPolicyForMode('danger-full-access'),
  })
  await world.run(`*** Add File: ${world.outside}/a`, '+1')
  expect(tree(world.outside)).toEqual({ a: '644 1\n' })
  expect(world.events[0]).toMatchObject({ type: 'patch.started', confinement: 'none', autoApproved: true })
})

test('on-failure: after a denial a yes applies it with the missing path', async () => {
  const world = patchWorld({ approvalPolicy: 'on-failure' })
  writeFileSync(join(world.outside, 'f'), 'one\n')
  symlinkSync(join(world.outside, 'f'), join(world.workspace, 'link'))
  const { text } = await world.run('*** Update File: link', '@@', '-one', '+two')
  expect(text).toContain('Success.')
  expect([tree(world.outside), tree(world.workspace)]).toEqual([
    { f: '644 two\n' },
    { link: `-> ${world.outside}/f` },
  ])
  expect(world.asked.map((request) => request.stage)).toEqual(['retry'])
})

test('with_escalated_permissions is refused where it cannot be asked for', async () => {
  const world = patchWorld({ approvalPolicy: 'never' })
  const patch = '*** Begin Patch\n*** Add File: a\n+1\n*** End Patch'
  const { text } = await world.shell(['apply_patch', patch], { with_escalated_permissions: true })
  expect([text, tree(world.workspace)]).toEqual([expect.stringMatching(/^the approval policy is never/), {}])
})

test('outside: a moved file keeps its mode where its new place is granted alone', async () => {
  const world = patchWorld({ approvalPolicy: 'on-request' })
  writeFileSync(join(world.workspace, 'tool'), 'one\n', { mode: 0o750 })
  await world.run('*** Update File: tool', `*** Move to: ${world.outside}/tool`)
  expect([tree(world.workspace), tree(world.outside)]).toEqual([{}, { tool: '750 one\n' }])
})

const around = 'canary-above\nTIMEOUT=1\ncanary-below\n'

test.each<[what: string, lines: (outside: string) => readonly string[]]>([
  ['an environment file changes', () => ['*** Update File: .env', '@@', '-TIMEOUT=1', '+TIMEOUT=2']],
  ['it is moved', () => ['*** Update File: .env', '*** Move to: plain', '@@', '-TIMEOUT=1', '+TIMEOUT=2']],
  ['a name leads to one', () => ['*** Update File: link', '@@', '-TIMEOUT=1', '+TIMEOUT=2']],
  ['it is deleted', () => ['*** Delete File: .env']],
  [
    'a file outside changes',
    (outside) => [`*** Update File: ${outside}/a`, '@@', '-TIMEOUT=1', '+TIMEOUT=2'],
  ],
  ['a file outside is deleted', (outside) => [`*** Delete File: ${outside}/a`]],
])(
  'where %s, nothing that is told of the patch or the turn has a line that the agent did not say',
  async (_, lines) => {
    const world = patchWorld({ approvalPolicy: 'on-request' })
    const { outside, workspace } = world
    writeFileSync(join(outside, 'a'), around)
    writeFileSync(join(workspace, '.env'), around)
    symlinkSync('.env', join(workspace, 'link'))
    const { text } = await world.run(...lines(outside))
    expect(text).toContain('Success.')
    const told = world.events.flatMap((event) => (event.type === 'turn.diff' ? [event.unifiedDiff] : []))
    const deletes = lines(outside).some((line) => line.startsWith('*** Delete'))
    expect(told).toEqual([
      expect.stringMatching(deletes ? /^diff --git .*\ndeleted file mode / : /^diff --git /),
    ])
    expect(JSON.stringify([text, world.asked, world.events])).not.toContain('canary')
  },
)
