import { nr, perl, type EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

const prepare = `
  cd "$WORK" && rm -rf ./* && printf mine > mine
  rm -rf "$OUT"/* && printf original > "$OUT/file" && chmod 644 "$OUT/file" && touch -d 2020-01-01 "$OUT/file" && mkdir "$OUT/dir"
  ${perl(`my ($f, $n, $v) = ("$ENV{OUT}/file", "user.was", "x"); syscall(${nr('setxattr')}, $f, $n, $v, 1, 0)`)} || :
`
const out = '$ENV{OUT}'
const mode = '[ "$(stat -c %a "$OUT/file")" = 644 ] || echo ESCAPED'
const time = '[ "$(stat -c %Y "$OUT/file")" = "$(date -d 2020-01-01 +%s)" ] || echo ESCAPED'
const dirMode = '[ "$(stat -c %a "$OUT/dir")" = 755 ] || echo ESCAPED'
const open = `open(my $f, "<", "${out}/file") or exit 1; my $d = fileno($f);`

/** Marks of this process alone: containers share the kernel's devices, and another run of this table may go on in one. */
const own = {
  mode: (0o600 + (process.pid % 0o66)).toString(8),
  group: String(10_000 + (process.pid % 50_000)),
}

const attempts: EscapeAttempt[] = [
  { name: 'changes the mode of a file', script: 'chmod 777 "$OUT/file"', check: mode },
  { name: 'changes the mode of a folder', script: 'chmod 700 "$OUT/dir"', check: dirMode },
  {
    name: 'changes a mode through a descriptor',
    script: perl(`${open} syscall(${nr('fchmod')}, $d, 0600)`),
    check: mode,
  },
  {
    name: 'changes a mode through a link',
    script: 'ln -s "$OUT/file" soft && chmod 600 soft',
    check: mode,
  },
  {
    name: 'changes a mode through /proc/self/fd',
    script: 'exec 3<"$OUT/file" && chmod 600 /proc/self/fd/3',
    check: mode,
  },
  {
    name: 'changes a mode with fchmodat2',
    script: perl(`my $f = "${out}/file"; syscall(${nr('fchmodat2')}, -100, $f, 0600, 0)`),
    check: mode,
    needs: 'fchmodat2 came with Linux 6.6',
  },
  { name: 'makes a program run as its owner', script: 'chmod u+s "$OUT/file"', check: mode },
  // Of its own as well: whoever else can run it would have the rights of who works here, and no sandbox.
  ...[
    { by: 'chmod', script: 'cp /bin/true "$WORK/chmod" && chmod 4755 "$WORK/chmod"' },
    { by: 'install', script: 'install -m 6755 /bin/true "$WORK/install"' },
    {
      by: 'fchmod',
      script: perl(`open(my $f, ">", "$ENV{WORK}/fchmod"); syscall(${nr('fchmod')}, fileno($f), 04700)`),
    },
    {
      by: 'openat',
      script: perl(`umask 0; my $f = "$ENV{WORK}/openat"; syscall(${nr('openat')}, -100, $f, 0101, 04755)`),
    },
    {
      by: 'mknodat',
      script: perl(`umask 0; my $f = "$ENV{WORK}/mknodat"; syscall(${nr('mknodat')}, -100, $f, 0104755, 0)`),
    },
    {
      by: 'linkat',
      script: perl(
        `umask 0; my ($w, $f) = ($ENV{WORK}, "$ENV{WORK}/linkat"); my $d = syscall(${nr('openat')}, -100, $w, 020200002, 06755); my $p = "/proc/self/fd/$d"; syscall(${nr('linkat')}, -100, $p, -100, $f, 0x400)`,
      ),
    },
  ].map(({ by, script }) => ({
    name: `leaves a program that runs as its owner, by ${by}`,
    script,
    check: `[ -u "$WORK/${by}" ] && echo ESCAPED`,
  })),
  // Nor does one get its group's, which folders hand on by the same bit.
  ...[
    { by: 'chmod', script: 'cp /bin/true "$WORK/chmod" && chmod 2755 "$WORK/chmod"' },
    { by: 'link', script: 'cp /bin/true "$WORK/link" && ln -s link "$WORK/soft" && chmod g+s "$WORK/soft"' },
    {
      by: 'fchmod',
      script: perl(`open(my $f, ">", "$ENV{WORK}/fchmod"); syscall(${nr('fchmod')}, fileno($f), 02710)`),
    },
    {
      by: 'proc',
      script: perl(`open(my $f, ">", "$ENV{WORK}/proc"); chmod(02755, "/proc/self/fd/" . fileno($f))`),
    },
    {
      by: 'descriptor',
      script: perl(
        `open(my $f, ">", "$ENV{WORK}/descriptor"); my $n = ""; syscall(${nr('fchmodat2')}, fileno($f), $n, 02755, 0x1000)`,
      ),
      needs: 'fchmodat2 came with Linux 6.6',
    },
    {
      // What the name stands for changes all the time: a folder when it is looked at, a file a moment later.
      by: 'exchange',
      script: `cd "$WORK" && cp /bin/true exchange && mkdir folder && ${perl(
        `my ($one, $other) = ("exchange", "folder"); if (my $pid = fork) { for (1 .. 3000) { chmod(02755, $one); chmod(02755, $other) } kill 9, $pid; waitpid $pid, 0 } else { syscall(${nr('renameat2')}, -100, $one, -100, $other, 2) while 1 }`,
      )}; for each in exchange folder; do [ -d "$each" ] && rmdir "$each"; done; mv folder exchange 2>/dev/null; :`,
    },
  ].map(({ by, script, ...needs }) => ({
    name: `leaves a program that runs with its group, by ${by}`,
    script,
    check: `[ -g "$WORK/${by}" ] && echo ESCAPED`,
    ...needs,
  })),
  {
    name: 'gives a file away',
    script: 'chown 1:1 "$OUT/file"',
    check: '[ "$(stat -c %u "$OUT/file")" = 1 ] && echo ESCAPED',
    users: ['root'],
  },
  {
    name: 'changes an owner through a descriptor',
    script: perl(
      `${open} print "ESCAPED\\n" if syscall(${nr('fchown')}, $d, $< + 0, (split ' ', $()[0] + 0) == 0`,
    ),
  },
  { name: 'changes a time', script: 'touch -d 2021-01-01 "$OUT/file"', check: time },
  { name: 'sets a time to now', script: 'touch "$OUT/file"', check: time },
  {
    name: 'changes a time through a descriptor',
    script: perl(`${open} my $t = pack("qqqq", 1, 0, 1, 0); syscall(${nr('utimensat')}, $d, 0, $t, 0)`),
    check: time,
  },
  {
    name: 'sets an extended attribute',
    script: perl(
      `my ($f, $n, $v) = ("${out}/file", "user.new", "x"); print "ESCAPED\\n" if syscall(${nr('setxattr')}, $f, $n, $v, 1, 0) == 0`,
    ),
    needs: 'a file system with extended attributes',
  },
  {
    name: 'sets an extended attribute through a descriptor',
    script: perl(
      `${open} my ($n, $v) = ("user.new", "x"); print "ESCAPED\\n" if syscall(${nr('fsetxattr')}, $d, $n, $v, 1, 0) == 0`,
    ),
    needs: 'a file system with extended attributes',
  },
  {
    name: 'removes an extended attribute',
    script: perl(
      `my ($f, $n) = ("${out}/file", "user.was"); print "ESCAPED\\n" if syscall(${nr('removexattr')}, $f, $n) == 0`,
    ),
    needs: 'a file system with extended attributes',
  },
  {
    name: 'changes the mode of a device that all share',
    script: `chmod ${own.mode} /dev/full`,
    check: `[ "$(stat -c %a /dev/full)" = ${own.mode} ] && chmod 666 /dev/full && echo ESCAPED`,
    users: ['root'],
    shared: true,
  },
  {
    name: 'gives a device that all share away',
    script: `chown 0:${own.group} /dev/full`,
    check: `[ "$(stat -c %g /dev/full)" = ${own.group} ] && chown 0:0 /dev/full && echo ESCAPED`,
    users: ['root'],
    shared: true,
  },
]

await escapeTable({ prepare }, attempts)
