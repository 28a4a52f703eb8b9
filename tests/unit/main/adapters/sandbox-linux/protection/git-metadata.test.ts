import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { protectGitFolder } from '../../../../../../src/main/adapters/sandbox-linux/protection/git-metadata'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cs-git-folder-')))
  for (const name of ['objects', 'refs', 'hooks']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n')
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

// git reads it of a worktree, and of a repository whose configuration says that each worktree has one.
test.each([
  ['of a plain repository is left to the extension that is not there', '[core]\n\tbare = false\n', false, []],
  ['of one with a configuration for each worktree', '[extensions]\n\tworktreeConfig = true\n', false, ['']],
  ['of a linked worktree, whose repository may say so', '[core]\n\tbare = false\n', true, ['']],
])('config.worktree %s: what stands in its place', async (_, config, linked, content) => {
  writeFileSync(join(folder, 'config'), config)
  if (linked) writeFileSync(join(folder, 'commondir'), '../..\n')
  const { missing } = await protectGitFolder(folder)
  const place = join(folder, 'config.worktree')
  expect(missing.flatMap((each) => (each.path === place && 'content' in each ? [each.content] : []))).toEqual(
    content,
  )
})
