import { everydayTable, type Everyday } from './harness/everyday-table'
import { openWorlds } from './harness/world'

/** What processes of one command talk to each other by, and what they open by name to talk to whoever runs them. */
const rows: Everyday[] = [
  {
    name: 'a pair of sockets of its own',
    script: `perl -MSocket -e 'for my $type (SOCK_STREAM, SOCK_SEQPACKET) { socketpair(my $s, my $t, AF_UNIX, $type, 0) or die; syswrite($s, "x"); sysread($t, my $b, 1); die if $b ne "x" }'`,
  },
  {
    name: 'processes and queues of python',
    script:
      'printf "import multiprocessing as m\\nif __name__ == \\"__main__\\":\\n  q = m.Queue(); p = m.Process(target=q.put, args=(1,)); p.start(); assert q.get() == 1; p.join()\\n  assert m.Pool(2).map(abs, [-1, -2]) == [1, 2]\\n" > mp.py && python3 mp.py',
    if: 'python3',
  },
  {
    name: 'a named pipe in the workspace and in /tmp',
    script:
      'for p in ./p "$(mktemp -u)"; do mkfifo "$p"; (echo x > "$p" &); grep -qx x "$p"; exec 3<>"$p"; echo y >&3; read -r l <&3; [ "$l" = y ]; rm "$p"; done',
  },
  {
    name: 'the substitution of a process',
    script: "bash -c 'diff <(seq 3) <(seq 3) && seq 3 | tee >(grep -c . > n) >/dev/null'",
    if: 'bash',
  },
  {
    name: 'renaming and linking between folders',
    script: 'mkdir -p x y && echo x > x/f && mv x/f y/f && ln y/f x/g && mv y x/y && grep -qx x x/y/f',
  },
  {
    name: 'attaching to a child, and letting it go',
    script: `perl -e 'my $c = fork(); if (!$c) { sleep 30; exit } for my $how (16, 16902) { syscall($ENV{PTRACE}, $how, $c, 0, 0) == 0 or die $!; if ($how == 16) { waitpid($c, 0) } else { syscall($ENV{PTRACE}, 16903, $c, 0, 0) == 0 or die $!; waitpid($c, 0) } syscall($ENV{PTRACE}, 17, $c, 0, 0) == 0 or die $! } kill 9, $c'`,
  },
  {
    name: 'having oneself traced',
    script: `perl -e 'my $c = fork(); if (!$c) { exit(syscall($ENV{PTRACE}, 0, 0, 0, 0) == 0 ? 3 : 9) } waitpid($c, 0); exit($? >> 8 == 3 ? 0 : 1)'`,
  },
  {
    name: 'reading the memory of a child',
    script: `perl -e 'my $t = "secret"; my $c = fork(); if (!$c) { sleep 30; exit } my $b = "\\0" x 6; my $v = pack("PQ", $b, 6); my $w = pack("PQ", $t, 6); syscall($ENV{VMREAD}, $c, $v, 1, $w, 1, 0) == 6 && $b eq "secret" or die $!; kill 9, $c'`,
  },
  {
    name: 'strace',
    script: 'strace -f -o t sh -c "ls >/dev/null; true" && grep -q execve t',
    if: 'strace',
  },
  {
    name: 'gdb with a breakpoint',
    script:
      'printf "int f(void){return 3;}\\nint main(void){return f()-3;}" > m.c && cc -g -o m m.c && gdb -nx -batch -ex "break f" -ex run -ex bt -ex continue ./m > g 2>&1 && grep -q "Breakpoint 1, f" g && grep -q "exited normally" g',
    if: 'gdb',
  },
  {
    name: 'gdb that attaches to a child',
    script: 'sleep 30 & gdb -nx -batch -p $! > g 2>&1; kill $!; grep -q "detached" g',
    if: 'gdb',
  },
]

everydayTable(openWorlds(), rows)
