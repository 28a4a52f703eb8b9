import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { shPrepared } from './harness/held'
import { openWorlds, users } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of foreign metadata', users)

/** In a temporary folder that all use, somebody else's `.git` lies: nobody here can put anything into it. */
const worlds = openWorlds()

const isRoot = process.getuid?.() === 0

test.runIf(isRoot).for(chosen)(
  'as %s: the next sandbox is prepared all the same, and writes nothing into it',
  async (user) => {
    const world = worlds.of(user)
    const shared = join(world.folder, 'shared')
    const git = join(shared, '.git')
    mkdirSync(git, { recursive: true })
    chmodSync(shared, 0o1777)
    const other = user === 'root' ? 65_534 : 0
    chownSync(git, other, other)
    chmodSync(git, 0o755)
    const options = { env: { TMPDIR: shared }, policy: { mode: 'workspace-write', exclude_slash_tmp: true } }
    const script =
      'touch "$TMPDIR/mine" && echo made; touch "$TMPDIR/.git/config" "$TMPDIR/.git/hooks" 2>/dev/null || echo not'
    expect(await shPrepared(world, script, options)).toMatchObject({
      output: { stdout: expect.stringMatching(/\nmade\nnot\n$/) as string },
    })
    // What is there by the time of the command is kept as it is: the sandbox that was made without is not used.
    await world.sh('true', options)
    mkdirSync(join(git, 'hooks'), { recursive: true })
    chmodSync(join(git, 'hooks'), 0o777)
    const result = await world.sh(
      'touch "$TMPDIR/.git/hooks/pre-commit" 2>/dev/null && echo ESCAPED',
      options,
    )
    // Nothing is laid through what belongs to somebody else; git takes none of it as long as it is theirs.
    expect(result).toMatchObject({ output: { stdout: user === 'root' ? 'ESCAPED\n' : '' } })
    for (const name of ['objects', 'refs']) mkdirSync(join(git, name), { recursive: true })
    writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n')
    const env = { PATH: process.env.PATH, HOME: world.folder }
    const asked = spawnSync('git', ['-C', shared, 'status'], { env, encoding: 'utf8' })
    if (user === 'root') expect(asked.stderr).toContain('dubious ownership')
    await world.rest()
    rmSync(shared, { recursive: true })
  },
)
