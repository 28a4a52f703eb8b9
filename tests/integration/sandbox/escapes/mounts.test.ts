import { allowed, nr, perl, type EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

const prepare = 'rm -rf "$WORK"/* "$OUT"/*; mkdir "$WORK/m" && printf original > "$OUT/file"'
const ns = (flags: string): string => perl(`print "ESCAPED\\n" if syscall(${nr('unshare')}, ${flags}) == 0`)
const clone = (flags: string): string =>
  perl(
    `my $r = syscall(${nr('clone')}, ${flags} | 17, 0, 0, 0, 0); if ($r == 0) { exec("true") } print "ESCAPED\\n" if $r > 0; wait`,
  )
const NEWUSER = '0x10000000'
const root = ['root'] as const

const attempts: EscapeAttempt[] = [
  { name: 'mounts a file system', script: 'mount -t tmpfs none m && echo ESCAPED; umount m', users: root },
  {
    name: 'mounts in a user namespace of its own',
    script: 'unshare -Urm sh -c "mount -t tmpfs none m && echo ESCAPED"',
  },
  {
    name: 'binds a folder over another',
    script: 'mount --bind "$OUT" m && echo ESCAPED; umount m',
    users: root,
  },
  { name: 'mounts a proc of its own', script: 'unshare -Urpmf --mount-proc true && echo ESCAPED' },
  {
    name: 'makes the whole file system writable',
    script:
      'mount -o remount,rw,bind / && echo x > "$OUT/new"; mount -o remount,rw / 2>/dev/null; echo x > "$OUT/new"',
    check: '[ -e "$OUT/new" ] && echo ESCAPED',
  },
  {
    name: 'makes /proc writable',
    script: 'mount -o remount,rw /proc; [ -w /proc/sys/kernel/core_pattern ] && echo ESCAPED',
    users: root,
  },
  {
    name: 'unmounts',
    script: 'mount -t tmpfs none m 2>/dev/null; umount -l m && echo ESCAPED; umount -l "$WORK"',
    users: root,
    alone: 'it is about the workspace itself',
  },
  { name: 'changes the root', script: 'chroot / true && echo ESCAPED', users: root },
  { name: 'changes the root in a user namespace', script: 'unshare -Ur chroot / true && echo ESCAPED' },
  {
    name: 'pivots the root',
    script: perl(
      `my $p = "m"; my $r = syscall(${nr('pivot_root')}, $p, $p); print "ESCAPED\\n" if $!{EINVAL} || $!{EBUSY}`,
    ),
    users: root,
  },
  { name: 'makes a user namespace', script: ns(NEWUSER) },
  { name: 'makes a mount namespace', script: ns('0x20000'), users: root },
  { name: 'makes a pid namespace', script: ns('0x20000000'), users: root },
  { name: 'makes the two that the helper asks for', script: ns('0x20020000'), users: root },
  { name: 'makes a network namespace', script: ns('0x40000000'), users: root },
  { name: 'makes an ipc namespace', script: ns('0x08000000'), users: root },
  { name: 'makes a uts namespace', script: ns('0x04000000'), users: root },
  { name: 'makes a cgroup namespace', script: ns('0x02000000'), users: root },
  { name: 'makes a time namespace', script: ns('0x80'), users: root },
  { name: 'starts a process in a user namespace', script: clone(NEWUSER) },
  { name: 'starts a process in a mount namespace', script: clone('0x20000'), users: root },
  {
    name: 'starts a process in a user namespace with clone3',
    script: perl(
      `my $a = pack("Q11", ${NEWUSER}, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0); my $r = syscall(${nr('clone3')}, $a, 88); if ($r == 0) { exec("true") } print "ESCAPED\\n" if $r > 0; wait`,
    ),
  },
  {
    name: "enters another process's namespaces",
    script: 'nsenter -t "$VICTIM" -m true && echo ESCAPED',
    users: root,
  },
  {
    name: 'enters a namespace through its own',
    script: perl(
      `open(my $f, "<", "/proc/self/ns/net"); my $r = syscall(${nr('setns')}, fileno($f), 0); print "ESCAPED\\n" if $r == 0`,
    ),
    users: root,
  },
  {
    name: 'opens a file system',
    script: perl(`my $t = "tmpfs"; print "ESCAPED\\n" if syscall(${nr('fsopen')}, $t, 0) >= 0`),
    users: root,
  },
  {
    name: 'copies a part of the mount tree',
    script: perl(`my $p = "/"; print "ESCAPED\\n" if syscall(${nr('open_tree')}, -100, $p, 1) >= 0`),
    users: root,
  },
  {
    name: 'opens a part of the mount tree',
    script: perl(`my $p = "/"; print "ESCAPED\\n" if syscall(${nr('open_tree')}, -100, $p, 0) >= 0`),
  },
  { name: 'moves a mount', script: allowed('move_mount', '-1, 0, -1, 0, 4'), users: root },
  {
    name: 'changes the attributes of a mount',
    script: perl(
      `my $p = "$ENV{WORK}/m"; my $a = pack("QQQQ", 0, 1, 0, 0); syscall(${nr('mount_setattr')}, -100, $p, 0, $a, 32); print "ESCAPED\\n" if !$!{EPERM} && !$!{ENOSYS}`,
    ),
    users: root,
  },
  { name: 'configures a file system', script: allowed('fsconfig', '-1, 0, 0, 0, 0') },
  { name: 'mounts what it opened', script: allowed('fsmount', '-1, 0, 0'), users: root },
  {
    name: 'picks a mounted file system',
    script: perl(`my $p = "/"; print "ESCAPED\\n" if syscall(${nr('fspick')}, -100, $p, 0) >= 0`),
    users: root,
  },
]

await escapeTable({ prepare }, attempts)
