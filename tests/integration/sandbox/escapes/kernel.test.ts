import { allowed, nr, perl, type EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

const root = ['root'] as const
const write = (path: string): string => `v=$(cat ${path}) && echo "$v" > ${path} && echo ESCAPED`
const handle = `my $h = pack("IIx128", 128, 0); my $m = pack("I", 0); my $p = "/"; my $r = syscall(${nr('name_to_handle_at')}, -100, $p, $h, $m, 0);`

const attempts: EscapeAttempt[] = [
  { name: 'changes where core dumps go', script: write('/proc/sys/kernel/core_pattern'), users: root },
  { name: 'changes a setting of the kernel', script: write('/proc/sys/vm/swappiness'), users: root },
  {
    name: 'changes what is loaded for an unknown program',
    script: write('/proc/sys/kernel/modprobe'),
    users: root,
    needs: 'a kernel with modules',
  },
  { name: 'changes the name of the machine', script: write('/proc/sys/kernel/hostname'), users: root },
  {
    name: 'changes a setting in /sys',
    script: write('/sys/kernel/mm/transparent_hugepage/enabled | sed "s/.*\\[\\(.*\\)\\].*/\\1/"').replace(
      '> /sys/kernel/mm/transparent_hugepage/enabled | sed "s/.*\\[\\(.*\\)\\].*/\\1/"',
      '> /sys/kernel/mm/transparent_hugepage/enabled',
    ),
    users: root,
    needs: 'huge pages in this kernel',
  },
  {
    name: 'moves itself to another control group',
    script:
      'for f in /sys/fs/cgroup/cgroup.procs /sys/fs/cgroup/*/cgroup.procs /sys/fs/cgroup/*/*/cgroup.procs; do [ -w "$f" ] && echo ESCAPED; done; mkdir /sys/fs/cgroup/cs-test 2>/dev/null && rmdir /sys/fs/cgroup/cs-test && echo ESCAPED',
    users: root,
    needs: 'mounted control groups',
  },
  {
    name: 'reads a disk',
    script:
      'd=$(find /dev -maxdepth 1 -type b | head -1) && [ -n "$d" ] && head -c 1 "$d" >/dev/null && echo ESCAPED',
    users: root,
    needs: 'a disk',
  },
  {
    name: 'makes a disk of its own and reads it',
    script:
      'd=$(sed -n "3{s/^ *\\([0-9]*\\) *\\([0-9]*\\) .*/\\1 \\2/p}" /proc/partitions) && rm -f disk && mknod disk b $d && head -c 1 disk >/dev/null && echo ESCAPED; rm -f disk',
    users: root,
    needs: 'a disk',
  },
  {
    name: 'reads the log of the kernel',
    script: perl(`my $b = "x" x 64; print "ESCAPED\\n" if syscall(${nr('syslog')}, 3, $b, 64) >= 0`),
    users: root,
  },
  {
    name: 'asks for the size of the log',
    script: perl(`print "ESCAPED\\n" if syscall(${nr('syslog')}, 10, 0, 0) >= 0`),
    needs: 'an unrestricted kernel log',
  },
  {
    name: 'opens the log of the kernel',
    script: perl('print "ESCAPED\\n" if open(my $f, "<", "/dev/kmsg")'),
    users: root,
  },
  {
    name: 'uses the key rings',
    script: perl(`print "ESCAPED\\n" if syscall(${nr('keyctl')}, 0, -3, 1) >= 0`),
  },
  {
    name: 'adds a key',
    script: perl(
      `my ($t, $d, $p) = ("user", "cs", "x"); print "ESCAPED\\n" if syscall(${nr('add_key')}, $t, $d, $p, 1, -2) >= 0`,
    ),
  },
  {
    name: 'asks for a key',
    script: perl(
      `my ($t, $d) = ("user", "no-such"); syscall(${nr('request_key')}, $t, $d, 0, 0); print "ESCAPED\\n" if !$!{EPERM}`,
    ),
  },
  {
    name: 'loads a bpf program',
    script: perl(
      `my $a = pack("IIIIx112", 2, 4, 4, 1); print "ESCAPED\\n" if syscall(${nr('bpf')}, 0, $a, 72) >= 0`,
    ),
    users: root,
    needs: 'bpf in this kernel',
  },
  {
    name: 'watches performance events',
    script: perl(
      `my $a = pack("IIQx112", 1, 112, 1); syscall(${nr('perf_event_open')}, $a, 0, -1, -1, 0); print "ESCAPED\\n" if !$!{EPERM} && !$!{EACCES} && !$!{ENOSYS}`,
    ),
    users: root,
    needs: 'performance events in this kernel',
  },
  {
    name: 'sets up an io_uring',
    script: perl(`my $p = "\\0" x 120; print "ESCAPED\\n" if syscall(${nr('io_uring_setup')}, 4, $p) >= 0`),
    needs: 'io_uring in this kernel',
  },
  {
    name: 'handles page faults itself',
    script: perl(`print "ESCAPED\\n" if syscall(${nr('userfaultfd')}, 1) >= 0`),
    needs: 'userfaultfd in this kernel',
  },
  {
    name: 'gets a handle of a file',
    script: perl(`${handle} print "ESCAPED\\n" if $r == 0`),
    needs: 'file handles on this file system',
  },
  {
    name: 'opens a file by its handle',
    script: perl(
      `${handle} open(my $f, "<", "/"); print "ESCAPED\\n" if syscall(${nr('open_by_handle_at')}, fileno($f), $h, 0) >= 0`,
    ),
    users: root,
    needs: 'file handles on this file system',
  },
  {
    name: 'loads a kernel module',
    script: allowed('init_module', '0, 0, 0'),
    users: root,
    needs: 'a kernel with modules',
  },
  {
    name: 'loads a kernel module from a file',
    script: allowed('finit_module', '-1, 0, 0'),
    users: root,
    needs: 'a kernel with modules',
  },
  {
    name: 'unloads a kernel module',
    script: perl(
      `my $n = "cs_none"; syscall(${nr('delete_module')}, $n, 0); print "ESCAPED\\n" if !$!{EPERM} && !$!{ENOSYS}`,
    ),
    users: root,
    needs: 'a kernel with modules',
  },
  {
    name: 'loads another kernel',
    script: allowed('kexec_load', '0, 0, 0, 0xffff'),
    users: root,
    needs: 'kexec in this kernel',
  },
  {
    name: 'restarts the machine (asks to be told of Ctrl-Alt-Del)',
    script: perl(`print "ESCAPED\\n" if syscall(${nr('reboot')}, 0xfee1dead, 672274793, 0x89abcdef, 0) == 0`),
    users: root,
  },
  {
    name: 'sets the clock',
    script: perl(
      `my $t = pack("qq", time(), -1); syscall(${nr('clock_settime')}, 0, $t); print "ESCAPED\\n" if $!{EINVAL}`,
    ),
    users: root,
  },
  {
    name: 'adjusts the clock',
    script: perl(`my $t = "\\0" x 256; print "ESCAPED\\n" if syscall(${nr('adjtimex')}, $t) >= 0`),
  },
  {
    name: 'sets the time of day',
    script: perl(
      `my $t = pack("qq", 0, -1); syscall(${nr('settimeofday')}, $t, 0); print "ESCAPED\\n" if $!{EINVAL}`,
    ),
    users: root,
  },
  {
    name: 'swaps to a file',
    script: perl(
      `my $p = "$ENV{WORK}/none"; syscall(${nr('swapon')}, $p, 0); print "ESCAPED\\n" if $!{ENOENT} || $!{EINVAL}`,
    ),
    users: root,
  },
  {
    name: 'stops swapping',
    script: perl(
      `my $p = "$ENV{WORK}/none"; syscall(${nr('swapoff')}, $p); print "ESCAPED\\n" if $!{ENOENT} || $!{EINVAL}`,
    ),
    users: root,
  },
  {
    name: 'has processes accounted',
    script: perl(`my $p = "$ENV{WORK}/none"; syscall(${nr('acct')}, $p); print "ESCAPED\\n" if $!{ENOENT}`),
    users: root,
    needs: 'process accounting in this kernel',
  },
  {
    name: 'changes quotas',
    script: allowed('quotactl', '0x80000100, 0, 0, 0'),
    needs: 'quotas in this kernel',
  },
  {
    name: 'sets the name of the machine by call',
    script: perl(
      `my $n = "x"; print "ESCAPED\\n" if syscall(${nr('sethostname')}, $n, -1) == 0 || $!{EINVAL}`,
    ),
    users: root,
  },
  {
    name: 'watches whole mounts',
    users: root,
    script: allowed('fanotify_init', '0, 0'),
    needs: 'fanotify in this kernel',
  },
  {
    name: 'reads the memory of the machine',
    script: perl('print "ESCAPED\\n" if open(my $f, "<", "/dev/mem") || open(my $g, "<", "/proc/kcore")'),
    users: root,
    needs: 'a way to the memory in this kernel',
  },
]

await escapeTable({ prepare: 'rm -rf "$WORK"/*' }, attempts)
