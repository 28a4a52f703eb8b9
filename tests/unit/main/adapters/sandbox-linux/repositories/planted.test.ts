import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
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

const own = '[user]\n\tname = "a; b" # me\n'
const remote = '[remote "o \\"x"]\n\turl = https://h/x\n'
test.each([
  [
    'a program',
    `${own}[core] fsmonitor = ./x\n\tbare = false\n${remote}`,
    `${own}[core]\n\tbare = false\n${remote}`,
  ],
  ['a filter of lfs', `${own}[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\trequired = true\n`, own],
  [
    'a value of several lines',
    `[core]\n\teditor = x \\\n\tbare = false\n${own}`,
    `[core]\n\tbare = false\n${own}`,
  ],
  ['a line that is not understood', `${own}[core]\n\t= x\n`, own],
  ['a file of others', `[include]\n\tpath = ../evil\n${own}`, own],
  ['a way of keeping it that is not known', `${own}[extensions]\n\tnew = true\n`, undefined],
  ['nothing else', '[core]\n\tpager = ./x\n', undefined],
])('with %s, the rest of a configuration stays', async (_, text, rest) => {
  const place = join(folder, 'config')
  writeFileSync(place, text)
  chmodSync(place, 0o640)
  expect(await disarmGitFolder(bytesOf(folder))).toEqual([place])
  expect(existsSync(place) ? readFileSync(place, 'utf8') : undefined).toBe(rest)
  if (rest !== undefined) expect(statSync(place)).toMatchObject({ nlink: 1, mode: 0o100640 })
  expect(readFileSync(`${place}.held-by-countersign`, 'utf8')).toBe(text)
  expect(readdirSync(folder).filter((name) => name.startsWith('copied'))).toEqual([])
  expect(await disarmGitFolder(bytesOf(folder))).toEqual([])
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
