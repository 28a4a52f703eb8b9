import { describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { perl } from './harness/attempts'
import { openWorlds, users } from './harness/world'

/** What the program beside a command does in its place goes as it does without a sandbox. */
const worlds = openWorlds()

/** What is there afterwards; sizes of folders and times are left out. */
const show = `find . -mindepth 1 -printf '%M %n %y %p %l\\n' | sort`

const rows = {
  'modes by the umask of the process':
    'umask 027; mkdir d; : > d/f; mknod d/p p; (umask 077; : > g); umask 0; : > h; mkdir e',
  'modes that a folder hands on': 'mkdir d; chmod 2775 d; mkdir d/e; : > d/f',
  'links at the end and on the way':
    'mkdir d; ln -s d l; : > l/a; ln -s ../b l/c; echo b > l/c; cat b; ln -s e e; : > e; ln -s none/f g; : > g; mkdir g; ln h i',
  'names that end with a slash':
    'mkdir d/; : > f/; : > d/; rmdir d//; mkdir -p a/b/; mv a/b/ a/c/; rm -r a/; : > none/; mkdir ./x/.; mkdir x/y/..',
  'names of nothing': perl(
    'mkdir ""; print "$!\\n"; rename "", "a"; print "$!\\n"; symlink "", "b"; print "$!\\n"; open(my $f, ">", "") or print "$!\\n"; mkdir "n" x 256; print "$!\\n"; mkdir "n/" x 2500; print "$!\\n"',
  ),
  'only where nothing is':
    'set -C; : > a; : > a; ln -s b c; : > c; : > /dev/null; set +C; : > a; mkdir a; ln a a; mknod a p',
  moves:
    'mkdir d e; : > d/f; mv d/f e/g; mv -n e/g d; mv d e; mv e e/d; mv none x; : > y; mv -T y e; mv --exchange y e 2>/dev/null; true',
  'relative to a folder that moved or is gone':
    'mkdir d && cd d && mv ../d ../e && : > f && cd ..; mkdir g && cd g && rmdir ../g; : > h; mkdir i; cd ..',
  'relative to a descriptor': `mkdir d; : > f; ${perl(`opendir(my $d, "d"); my $n = fileno $d; mkdir "/proc/self/fd/$n/in"; open(my $g, ">", "/dev/fd/$n/out") or print "$!\\n"; open(my $h, "<", "f"); syscall(${process.arch === 'arm64' ? '34' : '258'}, fileno $h, "x", 0755); print "$!\\n"; syscall(${process.arch === 'arm64' ? '34' : '258'}, 99, "x", 0755); print "$!\\n"`)}`,
  'output by its names':
    '(echo a > /dev/stdout; echo b > /dev/stderr; echo c > /dev/fd/1; echo d > /proc/self/fd/1; echo e > /dev/null; echo f | tee /dev/stderr > g) 2>&1 | cat',
  'a pipe that is waited for':
    'mkfifo p; (sleep 0.2; cat p) & echo a > p; wait; (sleep 0.2; echo b > p) & cat p; wait; exec 5<>p; echo c >&5; read -r x <&5; echo "$x"',
  'a program that is run as soon as it is written':
    'for i in $(seq 60); do printf "#!/bin/sh\\necho $0 >/dev/null\\n" > run; chmod +x run; ./run || echo "$?"; rm run; cp /bin/true run; ./run || echo "$?"; done',
  'what a descriptor says of itself': perl(
    'use Fcntl; for my $how (O_WRONLY, O_RDWR|O_APPEND, O_WRONLY|O_NONBLOCK, O_RDWR|O_TRUNC, O_RDWR|O_EXCL) { sysopen(my $f, "f", $how|O_CREAT, 0640) or print("$!\\n"), next; printf("%o %o %d\\n", fcntl($f, F_GETFL, 0) & ~O_NOFOLLOW, fcntl($f, F_GETFD, 0), fileno $f) } sysopen(my $t, ".", O_RDWR|020200000) or print "$!\\n"; syswrite($t, "a") and print "written\\n"',
  ),
  'no descriptor left': `ulimit -n 20; ${perl('my @f; for (1 .. 40) { open(my $f, ">", "f$_") or print("$!\\n"), last; push @f, $f } printf("%d\\n", scalar @f)')}; rm -f f*`,
  'many at once':
    'for i in 1 2 3 4 5 6; do (for j in $(seq 50); do mkdir d$i-$j; : > d$i-$j/f; mv d$i-$j e$i-$j; done) & done; wait; ls | wc -l',
  'threads with folders of their own':
    'git init -q r; cd r; for i in $(seq 30); do mkdir d$i; echo $i > d$i/f; done; git add -A; git -c user.name=a -c user.email=a@b commit -qm a; git status --short; rm -rf d*; git checkout -q .; ls | wc -l; cd ..; rm -rf r/.git',
} as const

describe.each(oneBySeed('calls done', users))('as %s', (user) => {
  test.each(Object.entries(rows))('%s', async (_, script) => {
    const world = worlds.of(user)
    const looked = async (confined: boolean): Promise<string> => {
      await world.sh('chmod -R u+rwX .; find . -mindepth 1 -maxdepth 1 -exec rm -rf {} +', {
        confined: false,
      })
      await world.rest()
      const ran = await world.sh(`{ ${script}\n}; ${show}`, { confined, inTurn: false })
      if (ran.kind !== 'exited') throw new Error(JSON.stringify(ran))
      return `${String(ran.exitCode)}\n${ran.output.stdout}---\n${ran.output.stderr}`
    }
    const [plain, inside] = [await looked(false), await looked(true)]
    expect(inside).toBe(plain)
  })
})
