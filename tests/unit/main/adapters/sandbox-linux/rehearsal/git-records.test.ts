import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOf } from '../../../../../../src/main/adapters/sandbox-linux/byte-path'
import { forgets } from '../../../../../../src/main/adapters/sandbox-linux/rehearsal/git-records'

let base: string
let real: string
let made = 0
const run = (cwd: string, script: string): void => {
  execFileSync('bash', ['-ec', script], {
    cwd,
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: base,
      GIT_CONFIG_NOSYSTEM: '1',
      ...{
        GIT_AUTHOR_NAME: 'a',
        GIT_AUTHOR_EMAIL: 'a@b',
        GIT_COMMITTER_NAME: 'a',
        GIT_COMMITTER_EMAIL: 'a@b',
      },
    },
  })
}
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'cs-git-records-'))
  real = join(base, 'real')
  run(base, 'git init -q -b main real')
  run(
    real,
    `git commit -qm one --allow-empty; git branch packed; git tag old; git pack-refs --all
     echo 1 > f; git add f; git commit -qm two; git tag new; git branch other
     for each in a b c; do echo $each > f; git stash -q; done
     git notes add -m said HEAD`,
  )
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** The records that a script in a copy has git forget, by their names below the git folder. */
async function forgotten(script: string): Promise<readonly string[]> {
  const copy = join(base, `copy-${String((made += 1))}`)
  cpSync(real, copy, { recursive: true, preserveTimestamps: true })
  run(copy, script)
  const found: string[] = []
  for (const name of readdirSync(join(copy, '.git'), { recursive: true, encoding: 'utf8' })) {
    const [upper, lower] = [join(copy, '.git', name), join(real, '.git', name)]
    if (!statSync(upper).isFile()) continue
    const there = statSync(lower, { throwIfNoEntry: false })
    if (there && readFileSync(upper).equals(readFileSync(lower))) continue
    if (await forgets({ upper: bytesOf(upper), lower: bytesOf(lower) })) found.push(name)
  }
  return found.sort()
}

test.each([
  ['a commit', 'git commit -qm three --allow-empty'],
  ['a commit in the place of one', 'git commit -q --amend -m two-again --allow-empty'],
  ['a branch that is moved', 'git branch -f other HEAD~1'],
  ['a packed branch that is moved', 'git branch -f packed HEAD'],
  ['a rebase', 'git rebase -q --root'],
  ['a new tag', 'git tag newer'],
  ['a further stash', 'echo d > f; git stash -q'],
  ['another note', 'git notes append -m more HEAD'],
  ['refs that are packed', 'git pack-refs --all --no-prune'],
  [
    'another folder of work',
    'git worktree add -q ../beside-$$ -b beside; git -C ../beside-$$ commit -qm x --allow-empty',
  ],
  ['a repository that is new', 'git init -q in; git -C in commit -qm x --allow-empty'],
])('%s forgets nothing', async (_, script) => {
  expect(await forgotten(script)).toEqual([])
})

test.each([
  ['a log that is emptied', ': > .git/logs/HEAD', ['logs/HEAD']],
  ['a log with other lines', 'sed -i s/one/two/ .git/logs/refs/heads/main', ['logs/refs/heads/main']],
  ['logs that are expired', 'git reflog expire --expire=now --all', ['logs/HEAD', 'logs/refs/heads/main']],
  ['a stash that is dropped', 'git stash drop -q stash@{1}', ['logs/refs/stash']],
  ['a tag that is moved', 'git tag -f new HEAD~1', ['refs/tags/new']],
  ['a packed tag that is moved', 'git tag -f old HEAD', ['refs/tags/old']],
  ['a packed tag that goes', 'git tag -d old', ['packed-refs']],
  [
    'a branch and its log together',
    'id=$(git rev-parse HEAD~1); echo $id > .git/refs/heads/main; : > .git/logs/refs/heads/main',
    ['logs/refs/heads/main', 'refs/heads/main'],
  ],
  ['a record that is too long to be read', 'head -c 17000000 /dev/zero >> .git/logs/HEAD', ['logs/HEAD']],
])('%s is told', async (_, script, names) => {
  expect(await forgotten(script)).toEqual(expect.arrayContaining(names))
})

test('a branch that is written past its log is kept by what the log has of it', async () => {
  expect(await forgotten('id=$(git rev-parse HEAD~1); echo $id > .git/refs/heads/main')).toEqual([])
})

test('files that are none of git’s records are not looked at', async () => {
  expect(await forgotten('echo x >> .git/config; echo x > .git/refs/remotes-x; echo more > f')).toEqual([])
})
