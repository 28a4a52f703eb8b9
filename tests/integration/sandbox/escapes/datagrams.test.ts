import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { afterAll } from 'vitest'
import { nr, perl, type EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

/** Where something outside waits for datagrams: like a home folder, in a writable root, and by an abstract name. */
const home = mkdtempSync('/var/tmp/cs-datagrams-')
const temporary = mkdtempSync('/tmp/cs-datagrams-')
for (const folder of [home, temporary]) chmodSync(folder, 0o755)
const abstract = `cs-datagrams-${String(process.pid)}`
const listener = spawn(
  'perl',
  [
    '-e',
    `use Socket; my @s; $| = 1; umask 0;
     for my $at (@ARGV) { $at =~ s/^@/\\0/; socket(my $s, AF_UNIX, SOCK_DGRAM, 0) or die; bind($s, pack_sockaddr_un($at)) or die; push @s, $s }
     print "ready\\n"; my $in = ""; vec($in, fileno($_), 1) = 1 for @s;
     while (select(my $got = $in, undef, undef, undef)) { for (@s) { recv($_, my $b, 99, 0) if vec($got, fileno($_), 1) } }`,
    `${home}/socket`,
    `${temporary}/socket`,
    `@${abstract}`,
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
await once(listener.stdout, 'data')
afterAll(() => {
  listener.kill('SIGKILL')
  for (const folder of [home, temporary]) rmSync(folder, { recursive: true, force: true })
})

const places = [
  ['outside', 'pack_sockaddr_un("$ENV{HOMESOCK}")'],
  ['in /tmp', 'pack_sockaddr_un("$ENV{TMPSOCK}")'],
  ['of an abstract name', 'pack_sockaddr_un("\\0$ENV{ABSTRACT}")'],
] as const
const types = [
  ['a pair of datagram sockets', 'SOCK_DGRAM'],
  ['a pair of raw ones, which are the same', 'SOCK_RAW'],
  ['a pair with flags', 'SOCK_DGRAM | 02000000 | 04000'],
] as const

const pair = (type: string): string => `use Socket; socketpair(my $s, my $t, AF_UNIX, ${type}, 0) or exit 1;`
/** A msghdr with an address and one byte, as sendmsg takes it (linux/socket.h, 64 bits). */
const message = (at: string): string =>
  `my $n = ${at}; my $b = "x"; my $v = pack("PQ", $b, 1); my $h = pack("PIx4PQQQIx4", $n, length $n, $v, 1, 0, 0, 0);`
const sent = (call: string): string => `print "ESCAPED\\n" if ${call}`

const attempts: EscapeAttempt[] = places.flatMap(([place, at]) => [
  ...types.map(([how, type]) => ({
    name: `sends to a socket ${place} from ${how}`,
    script: perl(`${pair(type)} ${sent(`defined send($s, "x", 0, ${at})`)}`),
  })),
  {
    name: `sends a message with an address to a socket ${place}`,
    script: perl(
      `${pair('SOCK_DGRAM')} ${message(at)} ${sent(`syscall(${nr('sendmsg')}, fileno($s), $h, 0) == 1`)}`,
    ),
  },
  {
    name: `sends many messages to a socket ${place}`,
    script: perl(
      `${pair('SOCK_DGRAM')} ${message(at)} my $m = $h . pack("Ix4", 0); ${sent(`syscall(${nr('sendmmsg')}, fileno($s), $m, 1, 0) == 1`)}`,
    ),
  },
  {
    name: `connects one of a pair to a socket ${place}`,
    script: perl(`${pair('SOCK_DGRAM')} connect($s, ${at}) or exit 1; ${sent('syswrite($s, "x") == 1')}`),
  },
  {
    name: `sends a file to a socket ${place}`,
    script: perl(
      `${pair('SOCK_DGRAM')} connect($s, ${at}) or exit 1; open(my $f, "<", "/etc/passwd"); ${sent(`syscall(${nr('sendfile')}, fileno($s), fileno($f), 0, 4) == 4`)}`,
    ),
  },
  {
    name: `splices a pipe to a socket ${place}`,
    script: perl(
      `${pair('SOCK_DGRAM')} connect($s, ${at}) or exit 1; pipe(my $r, my $w); syswrite($w, "x"); ${sent(`syscall(${nr('splice')}, fileno($r), 0, fileno($s), 0, 1, 0) == 1`)}`,
    ),
  },
  {
    name: `sends through a descriptor of a pair that a child passed on, to a socket ${place}`,
    script: perl(
      `use Socket; socketpair(my $c, my $d, AF_UNIX, SOCK_STREAM, 0) or exit 1;
       if (!fork()) { ${pair('SOCK_DGRAM')} my $b = "x"; my $v = pack("PQ", $b, 1); my $o = pack("QiiIx4", 20, 1, 1, fileno($s)); my $h = pack("QIx4PQPQIx4", 0, 0, $v, 1, $o, 24, 0); syscall(${nr('sendmsg')}, fileno($d), $h, 0); exit }
       close $d; my $b = "x"; my $v = pack("PQ", $b, 1); my $o = "\\0" x 24; my $h = pack("QIx4PQPQIx4", 0, 0, $v, 1, $o, 24, 0); syscall(${nr('recvmsg')}, fileno($c), $h, 0) == 1 or exit 1;
       open(my $s, "+<&=", unpack("x16I", $o)) or exit 1; ${sent(`defined send($s, "x", 0, ${at})`)}`,
    ),
  },
])

await escapeTable(
  {
    prepare: ':',
    env: () => ({ HOMESOCK: `${home}/socket`, TMPSOCK: `${temporary}/socket`, ABSTRACT: abstract }),
  },
  attempts,
)
