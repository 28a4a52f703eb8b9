import { readlinkSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { oneBySeed } from '../../../fakes/by-seed'
import { nr, perl, type EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'
import { shPrepared } from '../harness/held'
import { openWorlds, users as all } from '../harness/world'

const users = oneBySeed('no network', all)

/** `danger-no-network`: every file of the user's is open, and nothing leads to a network of this machine. */
const policy = { mode: 'danger-no-network' }
const network = readlinkSync('/proc/self/ns/net')

const attempts: EscapeAttempt[] = [
  {
    name: 'enters the network of another process',
    script: perl(
      `open(my $n, "<", "/proc/$ENV{VICTIM}/ns/net") or exit 1; syscall(${nr('setns')}, fileno($n), 0) == 0 or exit 1; print "ESCAPED\\n" if readlink("/proc/self/ns/net") eq "${network}"`,
    ),
    users: ['root'],
  },
  { name: 'sees another process', script: 'test -e /proc/$VICTIM/ns && echo ESCAPED' },
  { name: 'ends another process', script: 'kill -0 $VICTIM && echo ESCAPED' },
  {
    name: 'writes a setting of the kernel',
    script:
      'v=$(cat /proc/sys/kernel/core_pattern) && printf %s "$v" > /proc/sys/kernel/core_pattern && echo ESCAPED',
    users: ['root'],
    needs: 'settings that root may write',
  },
  {
    name: 'writes into the kernel’s file system of devices',
    script:
      'f=/sys/kernel/mm/transparent_hugepage/enabled; v=$(sed "s/.*\\[\\(.*\\)\\].*/\\1/" $f) && printf %s "$v" > $f && echo ESCAPED',
    users: ['root'],
    needs: 'a /sys that root may write',
  },
  {
    name: 'makes the kernel’s file system of devices writable',
    script: 'mount -o remount,rw /sys && echo ESCAPED',
    users: ['root'],
    needs: 'a /sys that root may mount',
  },
]
await escapeTable({ prepare: 'true', policy }, attempts)

const worlds = openWorlds()

describe.each(users)('every file is open, as %s', (user) => {
  const open = [
    ['a file outside of the workspace', 'echo x > "$OUT/f" && cat "$OUT/f"'],
    ['the home folder', 'echo x > "$HOME/f" && rm "$HOME/f"'],
    ['a credential store', 'mkdir -p "$HOME/.ssh" && echo x > "$HOME/.ssh/id" && grep -q x "$HOME/.ssh/id"'],
    ['hooks of a repository', 'git init -q r && echo x > r/.git/hooks/post-commit && git -C r config a.b c'],
    ['settings of agents', 'mkdir -p .codex && echo x > .codex/config.toml'],
    ['a folder that is moved away and made again', 'mkdir d && mv d e && mkdir d && rmdir d e'],
    ['a device of its own', 'echo x > /dev/null && head -c1 /dev/zero | wc -c'],
  ] as const
  test.each(open)('%s', async (_, script) => {
    const world = worlds.of(user)
    const env = { OUT: world.outside, HOME: world.home }
    for (const inTurn of [false, true])
      expect(await world.sh(script, { policy, env, inTurn })).toMatchObject({ exitCode: 0, evidence: [] })
    expect(await shPrepared(world, `rm -rf d e r; ${script}`, { policy, env })).toMatchObject({ exitCode: 0 })
  })

  test('a home folder or / is no obstacle as the folder of the session', async () => {
    const world = worlds.of(user)
    for (const cwd of [world.home, '/'])
      expect(await world.sh('pwd', { policy, cwd, workspace: cwd })).toMatchObject({
        exitCode: 0,
        output: { stdout: `${cwd}\n` },
      })
  })

  test('what it tries to reach is evidence, and it is told that there is no network', async () => {
    const world = worlds.of(user)
    const script = `test "$CODEX_SANDBOX_NETWORK_DISABLED" = 1 && bash -c 'exec 3<>/dev/tcp/1.2.3.4/443'`
    expect(await world.sh(script, { policy })).toMatchObject({
      exitCode: 1,
      evidence: [{ kind: 'network', target: '1.2.3.4:443', source: 'kernel' }],
    })
  })
})
