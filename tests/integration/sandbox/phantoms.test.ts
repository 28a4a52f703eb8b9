import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { nr, perl } from './harness/attempts'
import { openWorlds, users as all, type World } from './harness/world'

/** What does not exist and no command may make is not seen to exist, and is not made. */
const users = oneBySeed('phantoms', all)

const worlds = openWorlds()

const empty = async (world: World): Promise<void> => {
  await world.rest()
  const script = 'chmod -R u+rwX .; find . -mindepth 1 -maxdepth 1 -exec rm -rf {} +'
  await world.sh(script, { confined: false })
}
const repository = 'git init -q . && mkdir t && echo a > t/a && git add t && mkdir copy'

/** What does all that is in a folder; whether it is a repository is made beforehand. */
const rows = {
  'git clean': [repository, 'git clean -fdx && echo next'],
  'rm of all names': ['mkdir a .b; echo > .c', 'rm -rf * .[!.]* && echo next; ls -A'],
  'find -empty -delete': ['mkdir -p a/b c', 'find . -mindepth 1 -empty -delete && echo next; ls -A'],
  'a whole tar': [repository, 'tar -cf - . | tar -tf - | grep -v objects/ | sort'],
  'a copy of all': [repository, 'cp -a t .[!.]* copy/ && ls -A copy copy/.git'],
  'a look at each': [
    repository,
    'ls -A . .git; for p in .codex .agents .countersign .git/commondir .git/config.worktree; do [ -e $p ] && echo $p; done; cat .git/commondir',
  ],
  'git’s own view': [repository, 'git rev-parse --git-common-dir; git status --short --ignored'],
} as const

/** Each tries to make one, in a repository. */
const makes = {
  'a folder': 'mkdir .codex; mkdir -p .codex/in; install -d .agents/in',
  'in capitals': 'mkdir .CODEX',
  'by a rename': 'mkdir x; echo evil > x/f; mv -T x .codex; mv -T x .agents',
  'by links':
    'echo evil > f; ln f .git/commondir; ln -s f .git/commondir; ln -s .git/commondir l; echo evil > l; cp l .codex',
  'as a pipe, and a socket': `mkfifo .codex; ${perl('use Socket; socket(my $s, AF_UNIX, SOCK_STREAM, 0); bind($s, pack_sockaddr_un(".codex"))')}`,
  'by an open': 'echo evil > .git/commondir; : >> .codex; cp /etc/hostname .git/commondir',
  'by another path': `echo evil > /proc/self/cwd/.codex; cd .git; echo evil > ../.git//./commondir; exec 7<..; mkdir /proc/self/fd/7/.agents; cd ..`,
  'from a process that cannot be looked into': `cp /bin/mkdir m; chmod 111 m; ./m .codex; ${perl(`syscall(${nr('prctl')}, 4, 0); mkdir ".agents"; open(my $f, ">", ".git/commondir")`)}`,
  'after it took rights from itself': perl(
    `my $a = pack("Q", 1 << 9); my $r = syscall(444, $a, 8, 0); syscall(${nr('prctl')}, 38, 1, 0, 0, 0); syscall(446, $r, 0) == 0 or die; mkdir "y"; open(my $f, ">", "y/f"); print $f "evil"; close $f; rename "y", ".codex"; mkdir ".agents"; open($f, ">", ".git/commondir"); print $f "evil"; close $f; select(undef, undef, undef, 0.2)`,
  ),
  'while another thread turns the name': `command -v python3 >/dev/null && python3 -c '
import ctypes, threading, time
c = ctypes.CDLL(None); import os
os.mkfifo("p")
name = ctypes.create_string_buffer(b"one", 16)
going = True
def turn():
    while going:
        for each in (b"one", b".codex", b"p", b".agents"): ctypes.memmove(name, each + bytes(8), len(each) + 1)
thread = threading.Thread(target=turn, daemon=True); thread.start()
end = time.time() + 1
while time.time() < end:
    c.mkdir(name, 0o755); c.rmdir(b"one")
    f = c.open(name, os.O_CREAT | os.O_RDWR, 0o644)
    if f >= 0: c.close(f); c.unlink(b"one")
going = False
'`,
} as const

const missing = ['.codex', '.agents', '.countersign', '.CODEX', '.git/commondir', '.git/config.worktree']

describe.each(users)('as %s', (user) => {
  test.each(Object.entries(rows))('%s does as without a sandbox', async (_, [before, script]) => {
    const world = worlds.of(user)
    const looked = async (confined: boolean): Promise<string> => {
      await empty(world)
      await world.sh(before, { confined: false })
      const ran = await world.sh(script, { confined, inTurn: false })
      if (ran.kind !== 'exited') throw new Error(JSON.stringify(ran))
      return `${String(ran.exitCode)}\n${ran.output.stdout}---\n${ran.output.stderr}`
    }
    expect(await looked(true)).toBe(await looked(false))
  })

  test.each(Object.entries(makes))('none is made %s', async (_, script) => {
    const world = worlds.of(user)
    await empty(world)
    await world.sh(repository, { confined: false })
    await world.sh(`${script}; true`, { inTurn: false })
    expect(missing.filter((path) => existsSync(join(world.workspace, path)))).toEqual([])
  })

  test('one that somebody makes meanwhile is written to by no command', async () => {
    const world = worlds.of(user)
    await empty(world)
    const running = world.sh(
      'echo > begun; until [ -e .codex/in ]; do sleep 0.1; done; echo evil > .codex/in/f; mkdir .codex/d; mv .codex x; rm -rf .codex; ls -A .codex/in',
      { inTurn: false },
    )
    await expect.poll(() => readdirSync(world.workspace)).toContain('begun')
    await world.sh('mkdir -p .codex/in', { confined: false })
    await running
    expect(readdirSync(join(world.workspace, '.codex'), { recursive: true })).toEqual(['in'])
  })

  test('what was stopped is told with the one place, and a yes to that is enough', async () => {
    const world = worlds.of(user)
    await empty(world)
    const script = 'mkdir .codex && echo mine > .codex/config.toml'
    const path = join(world.workspace, '.codex')
    const stopped = await world.sh(script, { inTurn: false })
    expect(stopped).toMatchObject({
      exitCode: 1,
      evidence: [{ kind: 'write', target: path, source: 'kernel', protectedBy: path }],
    })
    const grants = [{ kind: 'write', path, extent: 'tree' }] as const
    expect(await world.sh(script, { inTurn: false, grants })).toMatchObject({ exitCode: 0 })
    expect(readFileSync(join(path, 'config.toml'), 'utf8')).toBe('mine\n')
  })
})
