import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bytesOf } from '../../../../../../src/main/adapters/sandbox-linux/byte-path'
import { enterFolder } from '../../../../../../src/main/adapters/sandbox-linux/entered-folder'
import { holdStateLinks } from '../../../../../../src/main/adapters/sandbox-linux/repositories/state-links'

let base: string
beforeEach(() => {
  base = mkdtempSync('/var/tmp/cs-state-')
})
afterEach(() => {
  rmSync(base, { recursive: true })
})

const at = (name: string): string => join(base, name)

/** Changes something there until the file system dates it later than this. */
function later(moment: number): number {
  for (;;) {
    writeFileSync(at('clock'), '')
    const { ctimeMs } = lstatSync(at('clock'))
    rmSync(at('clock'))
    if (ctimeMs > moment) return ctimeMs
  }
}

async function held(since: number): Promise<readonly string[]> {
  const around = enterFolder(bytesOf(at('.git')))
  if (!around) throw new Error('it was made')
  try {
    return (await holdStateLinks(around, bytesOf(at('.git')), since)).map((path) => path.slice(base.length))
  } finally {
    around.leave()
  }
}

function lay(): number {
  for (const folder of ['.git', '.git/logs', '.git/refs', '.git/refs/heads', 'moved']) mkdirSync(at(folder))
  symlinkSync('/elsewhere', at('.git/logs/HEAD'))
  symlinkSync('/elsewhere', at('moved/HEAD'))
  writeFileSync(at('.git/refs/heads/old'), 'ref: refs/../../x\n')
  writeFileSync(at('.git/HEAD'), 'ref: refs/heads/main\n')
  return later(lstatSync(at('.git/HEAD')).ctimeMs)
}

test('a link and a ref of before stay where nothing changed', async () => {
  expect(await held(lay())).toEqual([])
})

test('a folder that is moved there brings what is older', async () => {
  const since = lay()
  renameSync(at('moved'), at('.git/logs/refs'))
  expect((await held(since)).toSorted()).toEqual(['/.git/logs/HEAD', '/.git/logs/refs/HEAD'])
})

test('a ref that is written to in its place is read, and so is HEAD whenever it was written', async () => {
  const since = lay()
  writeFileSync(at('.git/refs/heads/old'), 'ref: refs/../../../y\n')
  expect(await held(since)).toEqual(['/.git/refs/heads/old'])
  writeFileSync(at('.git/HEAD'), 'ref: refs/heads/../../../../y\n')
  expect(await held(later(lstatSync(at('.git/HEAD')).ctimeMs))).toEqual(['/.git/HEAD'])
})

const make = (folder: string, links: readonly string[], files: readonly string[] = ['config']): void => {
  mkdirSync(at(folder), { recursive: true })
  for (const name of links) symlinkSync('/elsewhere', at(`${folder}/${name}`))
  for (const name of files) writeFileSync(at(`${folder}/${name}`), 'ref: refs/../../x\n')
}

test('what is held of worktrees lies where git lists none', async () => {
  make('.git/worktrees', ['other'], [])
  expect(await held(0)).toEqual(['/.git/worktrees/other'])
  expect(readdirSync(at('.git')).toSorted()).toEqual(['other.held-by-countersign', 'worktrees'])
  expect(readdirSync(at('.git/worktrees'))).toEqual([])
  expect(await held(0)).toEqual([])
})

test('a submodule is looked at that is called as a folder of git, hooks that a person linked stay', async () => {
  make('.git/modules/hooks', ['COMMIT_EDITMSG'], ['config', 'HEAD'])
  make('.git/modules/a/objects', [], ['config', 'HEAD'])
  make('.git/modules/a/logs/b', ['index'])
  make('.git/modules/hooks/hooks', ['pre-commit'], [])
  make('.git/objects/ab', ['cdef'], ['HEAD'])
  make('.git/refs/heads/objects/ab', [], ['c'])
  expect((await held(0)).toSorted()).toEqual([
    '/.git/modules/a/logs/b/index',
    '/.git/modules/a/objects/HEAD',
    '/.git/modules/hooks/COMMIT_EDITMSG',
    '/.git/modules/hooks/HEAD',
    '/.git/refs/heads/objects/ab/c',
  ])
})

test('a remote counts as one whatever lies beside it, a branch of that name does not', async () => {
  make('.git/remotes', [], ['config', 'origin'])
  mkdirSync(at('.git/refs/remotes'), { recursive: true })
  writeFileSync(at('.git/refs/remotes/origin'), '')
  expect((await held(0)).toSorted()).toEqual(['/.git/remotes/config', '/.git/remotes/origin'])
})

test('what lies so deep that it could not be held open is put aside as a whole', async () => {
  const deep = (levels: number): string => `.git/refs/heads${'/d'.repeat(levels)}`
  make(deep(98), ['link'], [])
  expect(await held(0)).toEqual([`/${deep(98)}/link`])
  make(deep(3000 / 2), ['link'], [])
  expect(await held(0)).toEqual([`/${deep(99)}`])
})
