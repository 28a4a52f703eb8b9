import { perl, type EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

/** A terminal of its own, so that the control has one to type into. */
const terminal =
  'open(my $m, "+<", "/dev/ptmx") or exit 1; my $n = "\\0" x 4; ioctl($m, 0x80045430, $n); my $u = "\\0" x 4; ioctl($m, 0x40045431, $u); my $i = unpack("I", $n); require POSIX; if (fork()) { wait; exit } POSIX::setsid(); open(my $t, "+<", "/dev/pts/$i") or exit 1; my $c = "x";'
const denied = '!$!{EPERM} && !$!{EIO}'

const attempts: EscapeAttempt[] = [
  {
    name: 'types into a terminal',
    script: perl(`${terminal} print "ESCAPED\\n" if ioctl($t, 0x5412, $c)`),
    users: ['root'],
  },
  {
    name: 'types into a terminal with a request beyond 32 bits',
    script: perl(
      `${terminal} print "ESCAPED\\n" if syscall(${process.arch === 'arm64' ? '29' : '16'}, fileno($t), 0x100005412, $c) == 0`,
    ),
    users: ['root'],
  },
  {
    name: 'pastes into a console',
    script: perl(`${terminal} my $s = "\\2"; ioctl($t, 0x541c, $s); print "ESCAPED\\n" if ${denied}`),
  },
  {
    name: 'takes the console',
    script: perl(`${terminal} ioctl($t, 0x541d, 0); print "ESCAPED\\n" if ${denied}`),
    users: ['root'],
  },
  {
    name: 'changes the line discipline',
    script: perl(`${terminal} my $d = pack("I", 99); ioctl($t, 0x5423, $d); print "ESCAPED\\n" if ${denied}`),
  },
]

await escapeTable({ prepare: ':' }, attempts)
