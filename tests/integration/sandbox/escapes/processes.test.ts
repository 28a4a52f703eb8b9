import { allowed, nr, perl, type EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

const pid = '$ENV{VICTIM}'
const state = 'grep -q "^State:.*T" /proc/$VICTIM/status && echo ESCAPED'
const child = 'my $c = fork(); if (!$c) { sleep 5; exit } '
const end = ' kill 9, $c;'

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
  {
    name: 'attaches to its own child',
    script: perl(`${child} print "ESCAPED\\n" if syscall(${nr('ptrace')}, 16, $c, 0, 0) == 0;${end}`),
  },
  {
    name: 'has itself traced',
    script: perl(`print "ESCAPED\\n" if syscall(${nr('ptrace')}, 0, 0, 0, 0) == 0`),
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
