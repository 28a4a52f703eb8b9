import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { bytesOf } from '../../../../../../src/main/adapters/sandbox-linux/byte-path'
import {
  disarmGitFolder,
  holdPointer,
} from '../../../../../../src/main/adapters/sandbox-linux/repositories/planted'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-planted-')))
afterAll(() => {
  rmSync(base, { recursive: true })
})

const folder = join(base, 'r/.git')
beforeEach(() => {
  rmSync(join(base, 'r'), { recursive: true, force: true })
  for (const name of ['hooks', 'objects', 'refs']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(folder, 'config'), '[core]\n\tbare = false\n[remote "o"]\n\turl = https://h/x\n')
})

test.each([
  ['config', '[core]\n\tfsmonitor = ./x\n', true],
  ['config', '[remote "o"]\n\turl = ext::sh -c x\n', true],
  ['config.worktree', '[core]\n\tpager = ./x\n', true],
  ['config.worktree', '[core]\n\tsparsecheckout = true\n', false],
  ['commondir', '../../elsewhere\n', true],
  ['commondir', '.\n', false],
  ['hooks/pre-commit', '#!/bin/sh\n', true],
  ['hooks/pre-commit.sample', '#!/bin/sh\n', false],
])('of a repository that a command made, %s with %j: held is %s', async (name, text, isHeld) => {
  const place = join(folder, name)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, text)
  if (name.startsWith('hooks')) chmodSync(place, 0o755)
  expect(await disarmGitFolder(bytesOf(folder))).toEqual(isHeld ? [place] : [])
  const runs = existsSync(place) && (!name.startsWith('hooks') || (statSync(place).mode & 0o111) !== 0)
  expect(runs).toBe(!isHeld)
})

test.each([
  ['a pointer', 'sub', false],
  ['a pointer', 'other', true],
  ['a link', 'other', true],
])('%s in %s to a git folder with its work tree in sub: held is %s', async (kind, name, isHeld) => {
  const module = join(folder, 'modules/sub')
  for (const each of [module, join(base, 'r', name)]) mkdirSync(each, { recursive: true })
  writeFileSync(join(module, 'config'), '[core]\n\tworktree = ../../../sub\n')
  const dotGit = join(base, 'r', name, '.git')
  if (kind === 'a link') symlinkSync(module, dotGit)
  else writeFileSync(dotGit, 'gitdir: ../.git/modules/sub\n')
  expect(await holdPointer(bytesOf(dotGit), bytesOf(module), true)).toEqual(isHeld ? [dotGit] : [])
  expect(existsSync(dotGit)).toBe(!isHeld)
})
