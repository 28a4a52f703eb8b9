import { perl } from '../sandbox/harness/attempts'

/** Each is to change something of what is really there; `$O` is the folder outside, `$W` the workspace. */
export const attacks: readonly (readonly [string, string])[] = [
  ['through a link to a file', 'echo bad > out'],
  ['through a link to a folder', 'echo bad > away/far; rm away/far; echo > away/new'],
  ['through its own root', 'echo bad > /proc/self/root$O/far; echo bad > /proc/self/root$W/a'],
  [
    'through the root of its first process',
    'echo bad > /proc/1/root$O/far; echo bad > /proc/1/cwd/../outside/far',
  ],
  [
    'through descriptors',
    'exec 5<$O; echo bad > /proc/self/fd/5/far; exec 6<.; echo bad > /proc/self/fd/6/a',
  ],
  [
    'through the folders of all rehearsals',
    'find / -xdev -name a -path "*/work/*" 2>/dev/null | while read f; do echo bad > $f; done',
  ],
  [
    'by mounts of its own',
    'unshare -Urm sh -c "umount $W; umount -l $W; mount -o remount,rw /; mount --bind $O tree; echo bad > tree/far; echo bad > $O/far"',
  ],
  [
    'by namespaces of its first process',
    'nsenter -t 1 -m -U sh -c "echo bad > $O/far"; nsenter -t 1 -m sh -c "echo bad > $W/a"',
  ],
  ['by whiteouts made by hand', 'mknod tree/b2 c 0 0; rm tree/b; mknod tree/b c 0 0; mknod a2 c 0 0'],
  ['by devices', 'mknod d b 254 0; mknod d b 253 0; mknod m c 1 1; echo bad > d'],
  [
    'by attributes of the overlay',
    `python3 -c "import os
for n, v in (('opaque', b'y'), ('redirect', b'/a'), ('metacopy', b''), ('origin', b'x'), ('whiteout', b'y')):
  for p in ('tree', 'a', '.'):
    try: os.setxattr(p, 'user.overlay.' + n, v)
    except OSError: pass"`,
  ],
  [
    'by a rename away of its folder',
    'cd ..; mv work gone; mv $W $O/work; rm -rf $W; mkdir -p $W; echo > $W/a',
  ],
  ['by changing modes and owners', 'chmod -R 000 . $O; chown -R 1:1 . $O; chmod u+s a'],
  ['by hard links to what is outside', 'ln $O/far here; echo bad > here; ln a b; echo bad > b'],
  [
    'by running on',
    '(while :; do echo bad >> a; echo bad >> $O/far; sleep 0.01; done) & setsid sh -c "while :; do echo bad >> a; sleep 0.01; done" & sleep 0.2',
  ],
  [
    'by memory that is mapped',
    `${perl(
      'open(my $f, "+<", "a"); truncate($f, 0); syswrite($f, "bad"); open($f, "+<", "$ARGV[0]/far") and syswrite($f, "bad")',
    )} $O`,
  ],
  [
    'with all rights that it may ask for',
    'sudo -n sh -c "echo bad > $O/far"; su -c "echo bad > $O/far"; capsh --print >/dev/null && echo bad > $O/far',
  ],
  ['by removing everything', 'rm -rf --no-preserve-root / 2>/dev/null'],
]

/** Each is to have something put in place that was not shown, in another place, or with more force than it was shown with. */
export const attacksOnApplying: readonly (readonly [string, string])[] = [
  [
    'a new link to a folder outside, and a file by way of it',
    'ln -s $O l; echo bad > l/new; ln -s $O/far f; echo bad >> f',
  ],
  ['a folder that becomes a link outside', 'rm -r tree; ln -s $O tree'],
  [
    'a link that becomes a folder with the names of what it led to',
    'rm away; mkdir away; echo bad > away/far',
  ],
  ['a link that becomes a file', 'rm out; echo bad > out'],
  [
    'a link as a new name for what is outside',
    'ln -s ../outside/far tree/b2; chmod 666 tree/b2 2>/dev/null; touch tree/b2',
  ],
  [
    'a link through the process that follows it',
    'ln -s /proc/self/root$O/far p; ln -s /proc/self/cwd q; ln -s /proc/self/fd/3 r',
  ],
  ['the mode of what a link leads to', 'chmod 777 out away; chmod -R 777 tree'],
  ['a file that runs as its owner', 'cp /bin/sh s; chmod 4755 s'],
  ['a file that runs as its group', 'cp /bin/sh s; chmod 2755 s'],
  ['a folder that gives its group', 'mkdir g; chmod 2777 g'],
  ['a sticky folder', 'mkdir g; chmod 1777 g'],
  ['a second name for a secret', 'ln /etc/passwd here 2>/dev/null; ln $O/far here; ls'],
  ['two names for one new file', 'echo 1 > n; ln n m; echo 2 >> m'],
  ['a pipe and a socket', `mkfifo p; python3 -c "import socket; socket.socket(socket.AF_UNIX).bind('s')"`],
  ['a device', 'mknod z c 1 5; cp -a /dev/null n; ls'],
  [
    'hooks of a repository',
    'mkdir -p .git/hooks; echo bad > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit',
  ],
  [
    'a repository deeper down',
    'mkdir -p x/y/.git/hooks; echo bad > x/y/.git/hooks/post-checkout; echo n > n',
  ],
  ['a file that leads to a repository', 'mkdir w; echo "gitdir: ../evil" > w/.git'],
  [
    'a folder that is taken for a repository',
    'mkdir -p e/objects e/refs e/hooks; echo "ref: refs/heads/x" > e/HEAD; echo bad > e/hooks/post-checkout',
  ],
  [
    'settings of agents',
    'mkdir -p .claude sub/.codex; echo bad > .claude/settings.json; echo bad > sub/.codex/config.toml',
  ],
  ['settings of this program', 'mkdir -p sub/.countersign; echo bad > sub/.countersign/config.toml'],
  [
    'names that climb',
    `printf x > "..\n"; printf x > ' ..'; mkdir ...; printf x > .../f; printf x > "a;rm -rf b"`,
  ],
  [
    'names of what lies beside',
    'for i in 0 1 2; do : > .countersign-1-abc-$i.old; ln -s $O .countersign-1-abc-$i.new; done; rm a',
  ],
  ['names that are no text', `printf x > "$(printf 'n\\377')"; rm a`],
  ['names that turn the text around', `printf x > "$(printf 'a\\342\\200\\256txt.exe')"`],
  [
    'a very deep folder',
    'i=0; while [ $i -lt 300 ]; do mkdir dddddddddddddddddddd && cd dddddddddddddddddddd || break; i=$((i+1)); done; echo > f',
  ],
  ['a folder of links in circles', 'mkdir c; cd c; ln -s . a; ln -s a b; ln -s d d; ln -s ../c up'],
  ['what it takes away and makes again with less', 'rm -r tree; mkdir tree; ln -s $O tree/o'],
  ['a file with a hole', 'truncate -s 30M hole; rm a'],
  [
    'attributes and rights of a file',
    `setfattr -n user.x -v y a; setfacl -m u:1:rw a; setcap cap_net_raw+ep a; echo 1 >> a`,
  ],
  ['a file that is held open and unlinked', 'exec 3>n; rm n; echo bad >&3; echo good > m'],
  ['times in the future', 'echo 1 > n; touch -d 2100-01-01 n a tree; touch -h -d 1970-01-01 out'],
]
