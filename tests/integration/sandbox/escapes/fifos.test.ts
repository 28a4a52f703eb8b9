import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { nr, perl, type EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

/** A named pipe outside that everybody may write to, and something that holds its other end. */
const folder = mkdtempSync('/var/tmp/cs-fifos-')
chmodSync(folder, 0o755)
const pipe = join(folder, 'pipe')
execFileSync('mkfifo', ['-m', '666', pipe])
mkdirSync(join(folder, 'in'))
execFileSync('mkfifo', ['-m', '666', join(folder, 'in/pipe')])
const holder = spawn('sh', ['-c', 'exec sleep 900 3<>"$0" 4<>"$1"', pipe, join(folder, 'in/pipe')], {
  stdio: 'ignore',
})
afterAll(() => {
  holder.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const at = '$ENV{PIPE}'
const sent = (call: string): string => `print "ESCAPED\\n" if ${call}`
/** Opens it as the flags say (2 is for both, 04000 not to wait) and writes. */
const opened = (how: string): string =>
  `my $p = "${at}"; my $d = ${how}; exit 1 if $d < 0; my $b = "x"; ${sent(`syscall(1, $d, $b, 1) == 1`)}`.replace(
    'syscall(1,',
    `syscall(${nr('write')},`,
  )

const attempts: EscapeAttempt[] = [
  { name: 'writes into a pipe', script: 'echo x > "$PIPE" && echo ESCAPED' },
  { name: 'appends to a pipe', script: 'echo x >> "$PIPE" && echo ESCAPED' },
  { name: 'opens a pipe for both', script: 'exec 3<>"$PIPE" && echo x >&3 && echo ESCAPED' },
  { name: 'copies into a pipe', script: 'cat /etc/hostname | tee "$PIPE" >/dev/null && echo ESCAPED' },
  { name: 'writes with dd', script: 'echo x | dd of="$PIPE" conv=notrunc 2>/dev/null && echo ESCAPED' },
  {
    name: 'opens it without waiting',
    script: perl(opened(`syscall(${nr('openat')}, -100, $p, 04001, 0)`)),
  },
  {
    name: 'opens it with openat2',
    script: perl(
      `my $h = pack("QQQ", 04001, 0, 0); ${opened(`syscall(${nr('openat2')}, -100, $p, $h, 24)`)}`,
    ),
  },
  {
    name: 'opens it from the descriptor of its folder',
    script: perl(
      `my $f = "$ENV{FOLDER}"; my $o = syscall(${nr('openat')}, -100, $f, 0200000, 0); my $n = "pipe"; ${opened(`syscall(${nr('openat')}, $o, $n, 04001, 0)`)}`,
    ),
  },
  {
    name: 'opens it by a descriptor that only names it',
    script: perl(
      `my $q = "${at}"; my $o = syscall(${nr('openat')}, -100, $q, 010000000, 0); my $n = "/proc/self/fd/$o"; ${opened(`syscall(${nr('openat')}, -100, $n, 04001, 0)`)}`,
    ),
  },
  {
    name: 'opens it to read, and that descriptor again to write',
    script: perl(
      `my $q = "${at}"; my $o = syscall(${nr('openat')}, -100, $q, 04000, 0); my $n = "/proc/self/fd/$o"; ${opened(`syscall(${nr('openat')}, -100, $n, 04001, 0)`)}`,
    ),
  },
  { name: 'writes through a link', script: 'ln -s "$PIPE" way && echo x > way && echo ESCAPED' },
  {
    name: 'writes below a link to its folder',
    script: 'ln -s "$FOLDER" way && echo x > way/pipe && echo ESCAPED',
  },
  { name: 'writes through /proc/self/root', script: 'echo x > "/proc/self/root$PIPE" && echo ESCAPED' },
  { name: 'writes from its folder', script: 'cd "$FOLDER" && echo x > pipe && echo ESCAPED' },
  { name: 'writes from a deeper folder', script: 'cd "$FOLDER/in" && echo x > ../pipe && echo ESCAPED' },
  {
    name: 'links it in and writes to the link',
    script: 'ln "$OWN" hard && exec 3<>hard && echo x >&3 && echo ESCAPED',
  },
  {
    name: 'moves it in and writes to it',
    script: 'mv "$OWN" moved && exec 3<>moved && echo x >&3 && echo ESCAPED',
  },
  {
    name: 'writes into a pipe of its own home',
    script: 'exec 3<>"$OWN" && echo x >&3 && echo ESCAPED',
  },
  {
    name: 'splices into a pipe',
    script: perl(
      `pipe(my $r, my $w); syswrite($w, "x"); open(my $d, "+<", "${at}") or exit 1; ${sent(`syscall(${nr('splice')}, fileno($r), 0, fileno($d), 0, 1, 0) == 1`)}`,
    ),
  },
  {
    name: 'sends a file into a pipe',
    script: perl(
      `open(my $f, "<", "/etc/passwd"); open(my $d, "+<", "${at}") or exit 1; ${sent(`syscall(${nr('sendfile')}, fileno($d), fileno($f), 0, 4) == 4`)}`,
    ),
  },
  {
    name: 'has a child open it and takes the descriptor',
    script: perl(
      `use Socket; socketpair(my $c, my $d, AF_UNIX, SOCK_STREAM, 0) or exit 1;
       if (!fork()) { my $p = "${at}"; my $s = syscall(${nr('openat')}, -100, $p, 04001, 0); exit if $s < 0; my $b = "x"; my $v = pack("PQ", $b, 1); my $o = pack("QiiIx4", 20, 1, 1, $s); my $h = pack("QIx4PQPQIx4", 0, 0, $v, 1, $o, 24, 0); syscall(${nr('sendmsg')}, fileno($d), $h, 0); exit }
       close $d; my $b = "x"; my $v = pack("PQ", $b, 1); my $o = "\\0" x 24; my $h = pack("QIx4PQPQIx4", 0, 0, $v, 1, $o, 24, 0); syscall(${nr('recvmsg')}, fileno($c), $h, 0) == 1 or exit 1;
       my $t = "y"; ${sent(`syscall(${nr('write')}, unpack("x16I", $o), $t, 1) == 1`)}`,
    ),
  },
]

await escapeTable(
  {
    prepare: 'rm -rf "$WORK"/* "$HOME/own"; mkfifo "$HOME/own"',
    env: (world) => ({ PIPE: pipe, FOLDER: folder, OWN: `${world.home}/own` }),
  },
  attempts,
)
