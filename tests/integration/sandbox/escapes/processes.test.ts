import { allowed, nr, perl, type EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

const pid = '$ENV{VICTIM}'
/** A signal is delivered when the victim next runs: on a busy machine a moment later. */
const state =
  'for i in $(seq 100); do grep -q "^State:.*T" /proc/$VICTIM/status && echo ESCAPED && exit; sleep 0.01; done'
const child = 'my $c = fork(); if (!$c) { sleep 5; exit } '
const end = ' kill 9, $c;'
/**
 * For each process that the command did not start: in the sandbox all above the command, of which the first is bubblewrap's.
 * Without it only the one that is there for this, for a process that is attached to stands still.
 */
const others = `$| = 1; my %own = ($$ => 1);
  for (my $q = getppid(); $q; ) { open(my $f, "<", "/proc/$q/stat") or last; my $l = <$f>; $l =~ /^\\d+ \\((.*)\\) \\S (\\d+)/s or last; last if $1 ne "sh" && $1 ne "perl"; $own{$q} = 1; $q = $2 }
  open(my $first, "<", "/proc/1/comm"); my $in = <$first> eq "bwrap\\n";
  for my $each ($in ? grep { !$own{$_} } map { m{/(\\d+)$} } glob("/proc/[0-9]*") : $ENV{VICTIM}) { my $p = $each + 0;`

const attempts: EscapeAttempt[] = [
  { name: 'kills another process', script: 'kill -9 "$VICTIM" && echo ESCAPED' },
  { name: 'stops another process', script: 'kill -STOP "$VICTIM"', check: state },
  { name: 'finds out whether a process exists', script: 'kill -0 "$VICTIM" && echo ESCAPED' },
  { name: 'sees another process', script: '[ -d "/proc/$VICTIM" ] && echo ESCAPED' },
  {
    name: 'reads the arguments of another process',
    script: 'grep -qa sleep "/proc/$VICTIM/cmdline" && echo ESCAPED',
  },
  {
    name: 'reads the environment of another process',
    script: 'cat "/proc/$VICTIM/environ" >/dev/null && echo ESCAPED',
  },
  { name: "enters another process's folder", script: 'ls "/proc/$VICTIM/cwd/" >/dev/null && echo ESCAPED' },
  {
    name: 'opens a handle on another process',
    script: perl(`print "ESCAPED\\n" if syscall(${nr('pidfd_open')}, ${pid} + 0, 0) >= 0`),
  },
  {
    name: 'attaches to another process',
    script: perl(`print "ESCAPED\\n" if syscall(${nr('ptrace')}, 16, ${pid} + 0, 0, 0) == 0`),
    needs: 'ptrace of unrelated processes (Yama)',
  },
  ...['16', '0x4206'].map((request) => ({
    name: `attaches to what runs the command, or anything besides (${request})`,
    script: perl(`${others} print "ESCAPED\\n" if syscall(${nr('ptrace')}, ${request}, $p, 0, 0) == 0 }`),
    needs: 'ptrace of unrelated processes (Yama)',
  })),
  {
    name: 'reads the memory of what runs the command, or of anything besides',
    script: perl(
      `${others} open(my $m, "<", "/proc/$p/maps") or next; while (<$m>) { /^([0-9a-f]+)-\\S+ r/ or next; my $b = "\\0" x 4; my $v = pack("PQ", $b, 4); my $w = pack("QQ", hex $1, 4); print "ESCAPED\\n" if syscall(${nr('process_vm_readv')}, $p, $v, 1, $w, 1, 0) == 4; last } }`,
    ),
    needs: 'reading the memory of unrelated processes (Yama)',
  },
  {
    name: 'looks for the addresses of what runs the command blindly',
    script: perl(
      `${others} for my $a (0x400000, 0x401000) { my $b = "\\0" x 4; my $v = pack("PQ", $b, 4); my $w = pack("QQ", $a, 4); syscall(${nr('process_vm_readv')}, $p, $v, 1, $w, 1, 0); print "ESCAPED\\n" if !$!{EPERM} && !$!{EACCES} && !$!{ESRCH} } }`,
    ),
    needs: 'reading the memory of unrelated processes (Yama)',
  },
  {
    name: 'has a child attach to what runs the command',
    script: perl(
      `if (!fork()) { ${others} print "ESCAPED\\n" if syscall(${nr('ptrace')}, 16, $p, 0, 0) == 0 } exit } wait`,
    ),
    needs: 'ptrace of unrelated processes (Yama)',
  },
  {
    name: "writes into a child's memory",
    script: perl(
      `my $t = "aaaaaaaa"; ${child} my $b = "bbbb"; my $a = unpack("Q", pack("P", $b)); my $v = pack("QQ", $a, 4); my $w = pack("QQ", unpack("Q", pack("P", $t)), 4);
       print "ESCAPED\\n" if syscall(${nr('process_vm_writev')}, $c, $v, 1, $w, 1, 0) == 4;${end}`,
    ),
  },
  {
    name: "opens a child's memory for writing",
    script: perl(`${child} print "ESCAPED\\n" if open(my $f, "+<", "/proc/$c/mem");${end}`),
  },
  {
    name: 'opens the memory of its first process for writing',
    script: perl('print "ESCAPED\\n" if open(my $f, "+<", "/proc/" . getppid() . "/mem")'),
    alone: 'it is about what starts the command',
  },
  {
    name: 'takes a descriptor from a child',
    script: perl(
      `${child} my $p = syscall(${nr('pidfd_open')}, $c, 0); print "ESCAPED\\n" if syscall(${nr('pidfd_getfd')}, $p, 0, 0) >= 0;${end}`,
    ),
  },
  {
    name: 'compares processes in the kernel',
    script: perl(`print "ESCAPED\\n" if syscall(${nr('kcmp')}, $$, $$, 1, 0, 0) >= 0`),
    needs: 'kcmp in this kernel',
  },
  {
    name: "changes another process's limits",
    script: perl(
      `my $l = pack("QQ", 64, 64); print "ESCAPED\\n" if syscall(${nr('prlimit64')}, ${pid} + 0, 7, $l, 0) == 0`,
    ),
  },
  {
    name: "changes another process's priority",
    script: perl(`print "ESCAPED\\n" if syscall(${nr('setpriority')}, 0, ${pid} + 0, 19) == 0`),
  },
  {
    name: "changes another process's processors",
    script: perl(
      `my $m = pack("Q", 1); print "ESCAPED\\n" if syscall(${nr('sched_setaffinity')}, ${pid} + 0, 8, $m) == 0`,
    ),
  },
  {
    name: 'changes what is killed first',
    script: 'echo 500 > "/proc/$VICTIM/oom_score_adj" && echo ESCAPED',
  },
  {
    name: 'keeps all capabilities',
    script: 'grep -q "^CapEff:.*[1-9a-f]" /proc/self/status && echo ESCAPED',
    users: ['root'],
  },
  {
    name: 'can get capabilities back',
    script: 'grep -q "^CapBnd:.*[1-9a-f]" /proc/self/status && echo ESCAPED',
  },
  {
    name: 'advises on the memory of others',
    script: allowed('process_madvise', '-1, 0, 0, 0, 0'),
    needs: 'process_madvise in this kernel',
  },
]

await escapeTable({ prepare: ':' }, attempts)
