import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { oneBySeed } from '../../../fakes/by-seed'
import { showsSign } from '../harness/attempts'
import { openWorld, openWorlds, users } from '../harness/world'

/** Only root can mount anything, or have a launcher that is trusted. */
const chosen = process.getuid?.() === 0 ? oneBySeed('mounted meanwhile', users) : []
const stat = (path: string): string =>
  execFileSync('stat', ['--format', '%a %s', path], { encoding: 'utf8' }).trim()

describe.each(chosen)('as %s', (user) => {
  const worlds = openWorlds({ ownMounts: true })

  const rows = {
    'to make a folder': 'mkdir "$LATER/made" && echo ESCAPED',
    'to make a file': ': > "$LATER/made" && echo ESCAPED',
    'to make a link': 'ln -s x "$LATER/made" && echo ESCAPED',
    'to write to a file': 'echo x >> "$LATER/theirs" && echo ESCAPED',
    'to cut a file': `perl -e 'truncate("$ENV{LATER}/theirs", 0) or die' && echo ESCAPED`,
    'to rename a file': 'mv "$LATER/theirs" "$LATER/others" && echo ESCAPED',
    'to remove a file': 'rm "$LATER/theirs" && echo ESCAPED',
  }

  /** As a stick that is put in, on systems that pass mounts on to all (systemd does). */
  test.each(Object.entries(rows))(
    'what is mounted while a command runs cannot be used %s',
    async (_, script) => {
      const world = worlds.of(user)
      const shared = join(world.folder, 'shared')
      const later = join(shared, 'later')
      const attempt = `touch ready; until test -e "$LATER/theirs"; do sleep 0.1; done; ${script}`
      const inside = (...words: readonly string[]): void => {
        execFileSync('nsenter', ['--target', String(world.host.pid), '--mount', '--', ...words])
      }
      const isOut = async (confined: boolean): Promise<boolean> => {
        rmSync(join(world.workspace, 'ready'), { force: true })
        await world.rest() // its engine has begun
        mkdirSync(shared)
        inside('mount', '-t', 'tmpfs', 'none', shared)
        try {
          inside('mount', '--make-rshared', shared)
          inside('mkdir', later)
          // In a sandbox of its own, which has what is mounted by now.
          const ran = world.sh(attempt, { confined, env: { LATER: later }, session: script })
          await expect.poll(() => existsSync(join(world.workspace, 'ready')), { timeout: 60_000 }).toBe(true)
          inside('mount', '-t', 'tmpfs', '-o', 'mode=777', 'none', later)
          // There at once as it is to be: the attempt waits for nothing else.
          inside('install', '-m', '666', '/etc/hostname', join(later, 'new'))
          inside('mv', join(later, 'new'), join(later, 'theirs'))
          const result = await ran
          expect(result.kind).toBe('exited')
          return showsSign(result)
        } finally {
          await world.rest()
          inside('umount', '--recursive', '--lazy', shared)
          rmSync(shared, { recursive: true })
        }
      }
      expect(await isOut(false)).toBe(true)
      expect(await isOut(true)).toBe(false)
    },
  )

  /** What a process of another command can do at any moment is done by the launcher here, before it mounts anything. */
  test.each([
    ['a link to the home', 'is held', true],
    ['a link to the home', 'is made for it alone', false],
    ['a folder without any', 'is held', true],
    ['a folder without any', 'is made for it alone', false],
  ])(
    'a folder on the way to a git folder that becomes %s while a sandbox that %s is made opens nothing',
    async (which, _, inTurn) => {
      // Where programs are installed: elsewhere root's launcher does not count.
      const programs = mkdtempSync('/opt/cs-launcher-')
      chmodSync(programs, 0o755)
      const world = openWorld({
        bundle: inject('hostBundle'),
        user,
        env: { PATH: `${programs}:/usr/local/bin:/usr/bin:/bin` },
      })
      try {
        const { workspace, home } = world
        const swap = `cd '${workspace}' && test -e swap && rm swap && mv a b && mv z a`
        const launcher = `#!/bin/sh\n(${swap}) 2> /dev/null\nexec /usr/bin/bwrap "$@"\n`
        writeFileSync(join(programs, 'bwrap'), launcher, { mode: 0o755 })
        const decoy = which === 'a link to the home' ? 'ln -s ../../../home z/r/.git' : 'true'
        const prepare = `git init -q a/r; mkdir -p z/r; ${decoy}; echo x > "$HOME/.bashrc"; chmod 600 "$HOME/.bashrc"`
        await world.sh('true') // it is tried out and found to work
        await world.rest()
        await world.sh(`${prepare}; touch swap`, { env: { HOME: home }, confined: false })
        const attempt =
          'chmod 666 "$HOME/.bashrc"; rm "$HOME/.bashrc"; mv a z; mv b a; echo "#!/bin/sh" > a/r/.git/hooks/pre-commit'
        await world.sh(attempt, { env: { HOME: home }, inTurn })
        expect(existsSync(join(workspace, 'swap'))).toBe(false)
        expect({
          bashrc: stat(join(home, '.bashrc')),
          hook: ['a', 'b', 'z'].filter((name) =>
            existsSync(join(workspace, name, 'r/.git/hooks/pre-commit')),
          ),
        }).toEqual({ bashrc: '600 2', hook: [] })
      } finally {
        world.close()
        rmSync(programs, { recursive: true })
      }
    },
  )

  test('a repository in a folder that is shut keeps nothing from running, and is armed by none', async () => {
    const world = worlds.of(user)
    await world.rest()
    await world.sh('git init -q shut/r; chmod 600 shut', { confined: false })
    const hook = 'shut/r/.git/hooks/pre-commit'
    const ran = await world.sh(`echo ran; chmod 700 shut; echo '#!/bin/sh' > ${hook}; chmod +x ${hook}`)
    const check = `chmod 700 shut; test -x ${hook} && echo ESCAPED; rm -r shut`
    const armed = showsSign(await world.sh(check, { confined: false }))
    expect({ ran, armed }).toMatchObject({ ran: { output: { stdout: 'ran\n' } }, armed: false })
  })
})
