import { beforeAll, describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { openWorlds, users, type World } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of pipes', users)

/** Opening a pipe that nobody writes to waits for ever. A command can make one wherever the engine reads afterwards. */
const bare = 'mkdir -p n/.git/objects n/.git/refs; echo "ref: refs/heads/m" > n/.git/HEAD'
const plants = [
  ['commondir of a new repository', `${bare}; mkfifo n/.git/commondir`],
  ['config of a new repository', `${bare}; mkfifo n/.git/config n/.git/config.worktree`],
  ['HEAD of a new repository', `${bare}; rm n/.git/HEAD; mkfifo n/.git/HEAD`],
  ['a hook of a new repository', `${bare}; mkdir n/.git/hooks; mkfifo -m 777 n/.git/hooks/pre-commit`],
  ['the place of .git', 'mkdir n; mkfifo n/.git'],
  ['where a pointer leads', 'mkdir n; mkfifo p; echo "gitdir: ../p" > n/.git'],
  ['where a link leads', 'mkdir n; mkfifo p; ln -s ../p n/.git'],
  [
    'where a configuration leads',
    `${bare}; mkfifo p; ln -s ../../p n/.git/config; ln -s ../../p n/.git/commondir`,
  ],
  ['.gitignore and AGENTS.md', 'mkfifo .gitignore AGENTS.md'],
  [
    'the commondir of a worktree of the workspace',
    'mkdir -p .git/worktrees/w; mkfifo .git/worktrees/w/commondir .git/worktrees/w/HEAD',
  ],
  [
    'the modules of the workspace',
    'mkdir -p .git/modules; mkfifo .git/modules/m; mkdir .git/modules/n; mkfifo .git/modules/n/HEAD .git/modules/n/config',
  ],
  [
    'a configuration that is endless',
    `${bare}; truncate -s 900M n/.git/config; truncate -s 900M n/.git/commondir`,
  ],
] as const

describe.each(chosen)('as %s', (user) => {
  const worlds = openWorlds()
  let world: World
  beforeAll(async () => {
    world = worlds.of(user)
    await world.sh('git init -q .', { confined: false })
  })

  test.for(plants)(
    'a pipe at %s: the next commands run as ever',
    { timeout: 120_000 },
    async ([, script]) => {
      expect(await world.sh(script)).toMatchObject({ kind: 'exited', exitCode: 0 })
      for (const command of ['echo x > x', 'cat x'])
        expect(await world.sh(command)).toMatchObject({ kind: 'exited', exitCode: 0 })
      await world.rest()
      expect(await world.sh('cat x')).toMatchObject({ kind: 'exited', exitCode: 0 })
      await world.rest()
      await world.sh('rm -rf n p .gitignore AGENTS.md .git/worktrees .git/modules x', { confined: false })
    },
  )
})
