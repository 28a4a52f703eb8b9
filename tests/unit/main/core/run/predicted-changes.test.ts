import { expect, test } from 'vitest'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { predictedChanges } from '../../../../../src/main/core/run/predicted-changes'
import { fakeRequestAssessor } from '../../../../fakes/request-assessor'
import { steppedClock } from '../../../../fakes/fake-views'

const cwd = '/work'
const files = {
  '/work/package.json': JSON.stringify({ scripts: { clean: 'rm -rf lib' } }),
  '/work/Makefile': 'clean:\n\trm -rf lib\n',
}
const assessments = fakeRequestAssessor({ clock: steppedClock(), ids: { next: () => 'id' }, files })

async function predicted(script: string) {
  const turn = { cwd, sandboxPolicy: sandboxPolicyForMode('workspace-write') }
  const { judged, facts } = await assessments.judge({ command: ['bash', '-c', script], cwd }, turn)
  return predictedChanges(judged, facts.targets, cwd)
}

test.each([
  ['rm -rf lib', ['/work/lib']],
  ['rm -rf ./lib/ && make', ['/work/lib']],
  ['d=lib; rm -rf "$d"', ['/work/lib']],
  ['npm run clean', ['/work/lib']],
  ['make clean', ['/work/lib']],
  ['cd lib && rm -rf .git', ['/work/lib/.git']],
  ['find lib -delete', ['/work/lib']],
  ['mv lib /srv/lib', ['/work/lib']],
])('%s removes', async (script, removed) => {
  expect(await predicted(script)).toEqual({ removed, git: [] })
})

test.each([
  ['git branch -m a b', '/work', 'configuration'],
  ['git branch -M main', '/work', 'configuration'],
  ['git -C lib branch --move a b', '/work/lib', 'configuration'],
  ['git -C lib -C sub branch -m a b', '/work/lib/sub', 'configuration'],
  ['cd lib && git branch -c a b', '/work/lib', 'configuration'],
  ['git checkout -b x --track origin/x', '/work', 'configuration'],
  ['git switch -t origin/x', '/work', 'configuration'],
  ['git submodule add ../x sub', '/work', 'configuration'],
  ['git submodule sync', '/work', 'submodules'],
  ['git worktree prune', '/work', 'worktrees'],
  ['git clean -ffdx', '/work', 'untracked'],
  ['git -C lib clean -qdX -f --force', '/work/lib', 'untracked'],
])('%s changes the repository of %s: %s', async (script, folder, changes) => {
  expect(await predicted(script)).toEqual({ removed: [], git: [{ folder, changes }] })
})

test.each([
  [
    'git worktree remove --force tree',
    { removed: ['/work/tree'], git: [{ folder: '/work/tree', changes: 'worktree' }] },
  ],
  ['git -C deep rm -qrf sub', { removed: ['/work/deep/sub'], git: [] }],
  [
    'git submodule deinit -f sub',
    { removed: ['/work/sub'], git: [{ folder: '/work', changes: 'submodules' }] },
  ],
  ['git clean -xdff lib', { removed: ['/work/lib'], git: [] }],
])('%s does both', async (script, changes) => {
  expect(await predicted(script)).toEqual(changes)
})

test.each([
  ['git worktree add ../tree', '/tree'],
  ['git worktree add -q -b side ../tree main', '/tree'],
  ['git worktree add --lock --reason now -B side /srv/tree', '/srv/tree'],
  ['git -C lib worktree add ../../tree', '/tree'],
])('%s makes its folder behind its branch', async (script, folder) => {
  expect(await predicted(script)).toEqual({ removed: [], git: [], made: [folder] })
})

test.each([
  'mv lib other',
  'git branch one',
  'git branch --list',
  'git checkout topic',
  'git submodule status',
  'git submodule update',
  'git worktree add tree',
  'git worktree list',
  'git rm -r --cached lib',
  'echo rm -rf lib',
  'ls lib',
])('%s does neither', async (script) => {
  expect(await predicted(script)).toBeUndefined()
})

test.each(['git clean -fdx', 'git clean -ffd', 'git clean -nffdx', 'git clean -ffdx --dry-run'])(
  '%s takes no other repository for certain',
  async (script) => {
    expect((await predicted(script))?.git ?? []).toEqual([])
  },
)
