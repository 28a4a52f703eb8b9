import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { nr, perl } from './harness/attempts'
import { shPrepared } from './harness/held'
import { openWorlds, users as all } from './harness/world'

const users = oneBySeed('the observer', all)

/** Each user by turns. */
const chosen = oneBySeed('users of observer', users)

/** The program that observes a command, from the command's side. */
const worlds = openWorlds()

const note = 'commands in the sandbox get no datagram Unix sockets'
const unixSocket = perl('socket(my $s, 1, 2, 0) or die "socket: $!\\n"; print "got one\\n"')
/** The family in more bits than the kernel looks at. */
const wideSocket = perl(`syscall(${nr('socket')}, (1 << 32) | 1, 2, 0) >= 0 and print "got one\\n"; exit 1`)

describe.each(chosen)('as %s', (user) => {
  test('a command gets no datagram Unix socket, and its failure says so', async () => {
    const world = worlds.of(user)
    expect(await world.sh(unixSocket, { confined: false })).toMatchObject({
      exitCode: 0,
      output: { stdout: 'got one\n' },
    })
    for (const result of [await world.sh(unixSocket), await shPrepared(world, unixSocket)])
      expect(result).toMatchObject({
        exitCode: 1,
        output: {
          stdout: expect.not.stringContaining('got one') as string,
          stderr: expect.stringContaining(note) as string,
        },
        evidence: [],
      })
    expect(await world.sh(wideSocket)).toMatchObject({ exitCode: 1, output: { stdout: '' } })
  })

  test.each([
    ['a namespace', 'unshare -Ur true', 'make no namespaces'],
    ['another owner', 'touch f && chown 12345 f', 'one user and one group'],
  ])('a command that is refused %s, and fails, says why that may be', async (_, script, says) => {
    const world = worlds.of(user)
    for (const result of [await world.sh(script), await shPrepared(world, script)]) {
      if (result.kind !== 'exited') throw new Error(result.kind)
      expect(result.exitCode).not.toBe(0)
      expect(result.output.stderr).toContain(says)
    }
    expect(JSON.stringify(await world.sh(`${script} || true`))).not.toContain(says)
  })

  test('a failure with other words, a success, and words alone do not say so', async () => {
    const world = worlds.of(user)
    for (const script of [
      'ls -l / > /dev/null; exit 3',
      `${unixSocket} || true`,
      'echo socket: Operation not permitted; exit 3',
    ]) {
      const result = await world.sh(script)
      expect(JSON.stringify(result)).not.toContain(note)
    }
  })

  test('a command that kills it, and slows the end of its sandbox, answers for nobody afterwards', async () => {
    const world = worlds.of(user)
    const script = `export OBSERVER=$PPID; ${perl(`
      my $mask = pack("Q", 1); my $policy = pack("I", 0);
      syscall(${nr('sched_setscheduler')}, 1, 5, $policy); syscall(${nr('sched_setaffinity')}, 1, 8, $mask);
      if (!fork) { syscall(${nr('sched_setaffinity')}, 0, 8, $mask); my $end = time + 1; 1 while time < $end; exit }
      my $other = pack("Q", 2); syscall(${nr('sched_setaffinity')}, 0, 8, $other); select(undef, undef, undef, 0.02);
      my $code = pack("SCCI", 6, 0, 0, 0x7fff0000); my $filter = pack("Sx6P", 1, $code);
      $| = 1; kill 9, $ENV{OBSERVER};
      for (1 .. 300000) { syscall(${nr('seccomp')}, 1, 8, $filter) < 0 or print("answers\\n"), last }
    `)}`
    for (let round = 0; round < 4; round++) {
      const result = await world.sh(script, { inTurn: false })
      expect(result).toMatchObject({ kind: 'exited', exitCode: 137, output: { stdout: '' } })
    }
  })

  test('a command that kills it makes nothing and gets no socket afterwards', async () => {
    const world = worlds.of(user)
    const made = join(world.workspace, 'made')
    const script = `kill -KILL $PPID; ${unixSocket}; ${perl('while (1) { open(my $f, ">", "made") and print "made\\n" }')}`
    for (let round = 0; round < 5; round++) {
      const result = await world.sh(script, { inTurn: false })
      expect(result).toMatchObject({ kind: 'exited', exitCode: 137, output: { stdout: '' } })
      expect(existsSync(made)).toBe(false)
    }
  })

  test('no signal but that one touches it', async () => {
    const script =
      'for s in HUP INT QUIT USR1 USR2 PIPE ALRM TERM CHLD TSTP; do kill -$s $PPID; done; echo on > f && cat f'
    expect(await worlds.of(user).sh(script)).toMatchObject({ exitCode: 0, output: { stdout: 'on\n' } })
  })

  test('nothing of it can be read, and it leaves no descriptor or variable behind', async () => {
    const world = worlds.of(user)
    const script =
      'for f in environ mem fd/0 maps; do head -c 1 /proc/$PPID/$f > /dev/null 2>&1 && echo read $f; done; ls -l /proc/self/fd | grep -c seccomp; env | grep -c OBSERVER'
    expect(await world.sh(script)).toMatchObject({ output: { stdout: '0\n0\n' } })
  })

  test('thousands of names and one of the greatest length do not hold up a command', async () => {
    const world = worlds.of(user)
    const script = `${perl('for (1 .. 2000) { mkdir "d$_"; rmdir "d$_" } mkdir "n" x 255; rmdir "n" x 255; print "done\\n"')}; echo x > ../outside/x`
    expect(await world.sh(script)).toMatchObject({
      output: { stdout: 'done\n' },
      exitCode: 2,
    })
  })
})
