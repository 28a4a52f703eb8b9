import { describe, expect, test } from 'vitest'
import { oneBySeed } from '../../../fakes/by-seed'
import { nr, perl } from '../harness/attempts'
import { openWorlds, users as all } from '../harness/world'

/**
 * A command whose other process changes a name in shared memory, over and over, while the kernel is asked about it: what is
 * reported may be another name than the one that is given. Whatever it makes so is a repository that runs nothing later.
 */
const users = oneBySeed('changed names', all)

const worlds = openWorlds()

/** Folders that are moved so, at least, and at most until one got the other name. */
const rounds = { least: 150, most: 1000 }
const set = `my ($MAP, $READ) = (${nr('mmap')}, ${nr('read')});`
/** `$at` is memory that both processes have; \`name\` puts a name there, of which the child changes the byte at $spot. */
const shared = `${set}
  my $at = syscall($MAP, 0, 8192, 3, 0x21, -1, 0); die "mmap: $!" if $at == -1;
  sub put { my ($to, $text) = @_; pipe(my $r, my $w); syswrite($w, $text); syscall($READ, fileno($r), $to, length $text) }
  my $spot = $at + 4;
  my $child = fork;
  if (!$child) {
    my $parent = getppid;
    pipe(my $r, my $w); my $pair = ".q" x 512;
    while (getppid == $parent) { syswrite($w, $pair); syscall($READ, fileno($r), $spot, 1) for 1 .. 1024 }
    exit;
  }
  sub round { my ($n, $call) = @_; put($at, sprintf("%03d/qgit\\0", $n)); select(undef, undef, undef, 0.0005); $call->($n) }`

/** The least that git takes for a repository, and what it then runs. */
const fill = `sub put_file { my ($to, $text) = @_; open(my $f, ">", $to) or return; print $f $text; close $f }
  sub fill { my ($d) = @_; mkdir $d; mkdir "$d/objects"; mkdir "$d/refs"; put_file("$d/HEAD", "ref: refs/heads/m\\n");
    put_file("$d/config", "[core]\\n\\trepositoryformatversion = 0\\n\\tbare = false\\n\\tfsmonitor = $ENV{WORK}/evil.sh\\n") }`

/** A folder that was filled under another name is moved to the one in memory. */
const move = `fill(sprintf("%03d/zgit", $n)); my $from = sprintf("%03d/zgit", $n); syscall(${nr('renameat2')}, -100, $from, -100, $at, 0)`
/** It takes from itself the right to make pipes, so that its calls are its own. */
const fewerRights = `my $right = pack("Q", 1 << 10); my $rules = syscall(444, $right, 8, 0); die "rules: $!" if $rules < 0;
  syscall(${nr('prctl')}, 38, 1, 0, 0, 0); syscall(446, $rules, 0) == 0 or die "landlock: $!";`

const ways = { 'as it is': '', 'after it took rights from itself': fewerRights } as const

const prepare = `find "$WORK" -mindepth 1 -maxdepth 1 -exec rm -rf {} +; rm -rf "$OUT"/*; cd "$WORK"; mkdir $(seq -f f%g 0 300)
  printf '#!/bin/sh\\ntouch %s/pwned\\n' "$OUT" > evil.sh; chmod +x evil.sh`
const script = (before: string): string =>
  perl(
    `${before} ${fill} ${shared} my $made = 0; for my $n (0 .. ${String(rounds.most - 1)}) { last if $made && $n >= ${String(rounds.least)};
      mkdir sprintf("%03d", $n); round($n, sub { ${move} }); $made ||= -e sprintf("%03d/.git", $n) } kill 9, $child; waitpid $child, 0`,
  )
/** What a person's shell shows in a prompt, in each of the folders. */
const use = `cd "$WORK"; n=0; for d in [0-9]*/; do [ -e "$d.git" ] && { n=$((n+1)); (cd "$d"; git status >/dev/null 2>&1 </dev/null); }; done
  echo "made $n"; [ -e "$OUT/pwned" ] && echo ESCAPED; true`

describe.each(users)('as %s', (user) => {
  test.each(Object.entries(ways))(
    'a folder is moved to a name that changes meanwhile, by a process %s',
    async (_, before) => {
      const world = worlds.of(user)
      const env = { WORK: world.workspace, OUT: world.outside }
      const look = async (confined: boolean): Promise<string> => {
        await world.sh(prepare, { env, confined: false })
        const ran = await world.sh(script(before), { env, confined, inTurn: false })
        expect(ran).toMatchObject({ kind: 'exited', exitCode: 0 })
        const used = await world.sh(use, { env, confined: false })
        return 'output' in used ? used.output.stdout : used.kind
      }
      expect(await look(false)).toMatch(/^made [1-9]\d*\nESCAPED/)
      const inside = await look(true)
      expect(inside).toMatch(/^made [1-9]\d*\n$/)
    },
  )
})
