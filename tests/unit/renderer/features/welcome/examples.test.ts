import { expect, test } from 'vitest'
import type { RepositoryLook } from '@shared/domain/worktree'
import type { FolderMark } from '@shared/domain/folder-look'
import { strings } from '../../../../../src/renderer/lib/strings'
import { examplesFor } from '../../../../../src/renderer/features/welcome/examples'

const repository: RepositoryLook = {
  ...{ root: '/r', branch: 'main', branches: ['main'], changed: 0 },
  ...{ ignored: [], moreIgnored: 0, place: '/r.worktrees' },
}
type Name = keyof typeof strings.start.examples

test.each<[string, boolean, readonly FolderMark[], readonly Name[]]>([
  ['an empty folder', false, ['nothing'], ['tool', 'page', 'interview']],
  ['a repository without a commit', true, ['nothing'], ['tool', 'page', 'interview']],
  ['a folder of files', false, [], ['folder', 'readmeOfFolder', 'twice']],
  ['one that is described', false, ['readme'], ['folder', 'interview', 'twice']],
  ['a project without git', false, ['dependencies'], ['project', 'firstTest', 'dependencies']],
  ['one with tests alone', false, ['tests'], ['project', 'tests', 'readme']],
  ['a repository', true, ['tests', 'dependencies', 'readme'], ['repository', 'tests', 'dependencies']],
  ['a repository of texts', true, ['readme'], ['repository', 'firstTest', 'unused']],
  ['a bare repository of files', true, [], ['repository', 'firstTest', 'readme']],
])('%s has examples that suit it', (_, isRepository, marks, names) => {
  const there = { ...(isRepository && { repository }), ...(marks.length > 0 && { marks: [...marks] }) }
  expect(examplesFor(there)).toEqual(names.map((name) => strings.start.examples[name]))
})

test('of a folder that nothing is known of nothing is said that may not be so', () => {
  expect(examplesFor(undefined)).toEqual(
    (['folder', 'readmeOfFolder', 'twice'] as const).map((name) => strings.start.examples[name]),
  )
})
