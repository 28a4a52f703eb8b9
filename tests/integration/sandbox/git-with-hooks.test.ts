import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTurn, said, type Turn } from './harness/turn'

let turn: Turn
beforeAll(() => {
  turn = openTurn()
  mkdirSync(join(turn.work, '.husky/_'), { recursive: true })
  writeFileSync(join(turn.work, '.husky/_/pre-commit'), '#!/bin/sh\nsh .husky/pre-commit\n', { mode: 0o755 })
  writeFileSync(
    join(turn.work, '.husky/pre-commit'),
    'echo hook-ran; date > checked.txt; git add checked.txt\n',
  )
  execFileSync('git', ['-C', turn.work, 'config', 'core.hooksPath', '.husky/_'])
  execFileSync('git', ['-C', turn.work, 'config', 'alias.lint', '!sh .husky/pre-commit src'])
  mkdirSync(join(turn.work, 'src'))
})
afterAll(() => turn.close())

const commit = 'git -c user.name=a -c user.email=a@b commit -qm'

test('a commit runs the hooks that configuration points at, and the folders that it merely speaks of are worked in', async () => {
  const ran = await turn.run([
    'sh',
    '-c',
    `echo x > src/a.js && git add -A && ${commit} one && git show --stat`,
  ])
  expect(said(ran)).toMatch(/hook-ran[^]*checked\.txt/)
  expect(ran).toMatchObject({ kind: 'exited', exitCode: 0 })
})

test('a change of a hook is refused with the place named as evidence', async () => {
  const ran = await turn.run(['sh', '-c', 'echo evil >> .husky/pre-commit'])
  expect(ran).toMatchObject({
    kind: 'exited',
    evidence: [{ kind: 'write', target: join(turn.work, '.husky/pre-commit'), source: 'kernel' }],
  })
})

test('configuration that points at more than can be kept stops the run, and says so', async () => {
  const many = Array.from({ length: 70 }, (_, index) => `[include]\n\tpath = ../inc${String(index)}\n`).join(
    '',
  )
  writeFileSync(join(turn.work, 'shared'), many)
  execFileSync('git', ['-C', turn.work, 'config', 'include.path', '../shared'])
  expect(said(await turn.run(['true']))).toMatch(/git's configuration .* points at more than 64 places/)
  execFileSync('git', ['-C', turn.work, 'config', '--unset', 'include.path'])
  expect(await turn.run(['true'])).toMatchObject({ exitCode: 0 })
})

test('a pipe in the place of an included file makes nobody wait', async () => {
  execFileSync('mkfifo', [join(turn.work, 'pipe')])
  execFileSync('git', ['-C', turn.work, 'config', 'include.path', '../pipe'])
  expect(await turn.run(['true'])).toMatchObject({ exitCode: 0 })
})
