import { createServer, type Server } from 'node:net'
import { createSocket, type Socket } from 'node:dgram'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { nr, perl, type EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

/** What listens outside: TCP on both loopbacks, UDP, and Unix sockets by path, one of them where commands may write, and by abstract name. */
const listening = { tcp: 0, tcp6: 0, udp: 0, folder: '', shared: '' }
const servers: Server[] = []
const listen = (where: Parameters<Server['listen']>[0]): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy()) // it was let go of at once
      socket.end('ESCAPED\n')
    })
    servers.push(server)
    server.once('error', reject)
    server.listen(where, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })

// Before the table is made, since it tries what this machine can do at all.
listening.folder = mkdtempSync('/var/tmp/cs-sockets-')
chmodSync(listening.folder, 0o755)
listening.tcp = await listen({ port: 0, host: '127.0.0.1' })
listening.tcp6 = await listen({ port: 0, host: '::1' })
const path = join(listening.folder, 'socket')
await listen({ path })
chmodSync(path, 0o777)
listening.shared = mkdtempSync('/tmp/cs-sockets-')
chmodSync(listening.shared, 0o777)
await listen({ path: join(listening.shared, 'socket') })
chmodSync(join(listening.shared, 'socket'), 0o777)
await listen({ path: join(listening.shared, 'turned') })
chmodSync(join(listening.shared, 'turned'), 0o777)
// Every run on this machine sees it.
const abstract = `cs-abstract-test-${String(process.pid)}`
await listen({ path: `\0${abstract}` })
const datagrams: Socket = createSocket('udp4', (_, from) =>
  datagrams.send('ESCAPED\n', from.port, from.address),
)
await new Promise<void>((resolve) => {
  datagrams.bind(0, '127.0.0.1', resolve)
})
listening.udp = datagrams.address().port
afterAll(() => {
  for (const server of servers) server.close()
  datagrams.close()
  for (const folder of [listening.folder, listening.shared]) rmSync(folder, { recursive: true, force: true })
})

const inet = (type: string, port: string, address = '127, 0, 0, 1'): string =>
  `use Socket; socket(my $s, AF_INET, ${type}, 0) or exit 1; alarm 2;
   connect($s, pack_sockaddr_in($ENV{${port}}, pack("C4", ${address}))) or exit 1;`
const say = 'sysread($s, my $b, 99); print $b;'
const family = (number: number, type: number, protocol = 0): string =>
  perl(`print "ESCAPED\\n" if syscall(${nr('socket')}, ${number}, ${type}, ${protocol}) >= 0`)
const unix = (type: string): string => `use Socket; socket(my $s, AF_UNIX, ${type}, 0) or exit 1; alarm 2;`
const root = ['root'] as const

const attempts: EscapeAttempt[] = [
  { name: 'connects to this machine over TCP', script: perl(`${inet('SOCK_STREAM', 'TCP')} ${say}`) },
  {
    name: 'connects over IPv6',
    script: perl(
      `use Socket qw(:DEFAULT inet_pton pack_sockaddr_in6); socket(my $s, AF_INET6, SOCK_STREAM, 0) or exit 1; alarm 2; connect($s, pack_sockaddr_in6($ENV{TCP6}, inet_pton(AF_INET6, "::1"))) or exit 1; ${say}`,
    ),
    needs: 'IPv6',
  },
  {
    name: 'connects to an IPv4 address over IPv6',
    script: perl(
      `use Socket qw(:DEFAULT inet_pton pack_sockaddr_in6); socket(my $s, AF_INET6, SOCK_STREAM, 0) or exit 1; alarm 2; connect($s, pack_sockaddr_in6($ENV{TCP}, inet_pton(AF_INET6, "::ffff:127.0.0.1"))) or exit 1; ${say}`,
    ),
    needs: 'IPv6',
  },
  { name: 'asks over UDP', script: perl(`${inet('SOCK_DGRAM', 'UDP')} send($s, "x", 0) or exit 1; ${say}`) },
  {
    name: 'sends UDP without connecting',
    script: perl(
      'use Socket; socket(my $s, AF_INET, SOCK_DGRAM, 0) or exit 1; alarm 2; send($s, "x", 0, pack_sockaddr_in($ENV{UDP}, inet_aton("127.0.0.1"))) or exit 1; recv($s, my $b, 99, 0); print $b',
    ),
  },
  {
    name: 'sends with the first packet (TCP fast open)',
    script: perl(
      'use Socket; socket(my $s, AF_INET, SOCK_STREAM, 0) or exit 1; alarm 2; send($s, "x", 0x20000000, pack_sockaddr_in($ENV{TCP}, inet_aton("127.0.0.1"))) or exit 1; sysread($s, my $b, 99); print $b',
    ),
  },
  {
    name: 'connects to a Unix socket',
    script: perl(
      `${unix('SOCK_STREAM')} connect($s, pack_sockaddr_un("$ENV{SOCK}/socket")) or exit 1; ${say}`,
    ),
  },
  {
    name: 'connects to a Unix socket through a link',
    script: `ln -s "$SOCK" s; ${perl(`${unix('SOCK_STREAM')} connect($s, pack_sockaddr_un("s/socket")) or exit 1; ${say}`)}`,
  },
  {
    name: 'connects to a Unix socket where it may write',
    script: perl(
      `${unix('SOCK_STREAM')} connect($s, pack_sockaddr_un("$ENV{SHARED}/socket")) or exit 1; ${say}`,
    ),
  },
  {
    name: 'connects to a Unix socket by a second name of it',
    users: root,
    script: `n=$(mktemp -u "$SHARED/XXXXXX"); ln "$SHARED/socket" "$n" && N=$n ${perl(`${unix('SOCK_STREAM')} connect($s, pack_sockaddr_un($ENV{N})) or exit 1; ${say}`)}; rm -f "$n"`,
  },
  {
    name: 'connects to a Unix socket from a folder that it opened, by a descriptor',
    script: perl(
      `opendir(my $d, $ENV{SHARED}) or exit 1; ${unix('SOCK_STREAM')} connect($s, pack_sockaddr_un("/proc/self/fd/" . fileno($d) . "/socket")) or exit 1; ${say}`,
    ),
  },
  {
    name: 'connects while another thread turns address and descriptor',
    script: `python3 -c '
import ctypes, os, socket, sys, threading, time
c = ctypes.CDLL(None)
ours = ("mine-%d" % os.getpid()).encode()
for path in [ours]:
    own = socket.socket(socket.AF_UNIX); own.bind(path); own.listen(512)
tcp = socket.socket(); tcp.bind(("127.0.0.1", 0)); tcp.listen(512)
mine = b"\\1\\0" + ours.ljust(108, b"\\0")
theirs = b"\\1\\0" + (os.environ["SHARED"] + "/turned").encode().ljust(108, b"\\0")
inet = b"\\2\\0" + tcp.getsockname()[1].to_bytes(2, "big") + b"\\x7f\\0\\0\\1" + bytes(102)
buffer = ctypes.create_string_buffer(theirs, 110)
at = 100
os.dup2(socket.socket(socket.AF_UNIX).detach(), at)
going = True
def turn():
    while going:
        for bytes_, family in ((mine, socket.AF_UNIX), (inet, socket.AF_INET), (theirs, socket.AF_UNIX)):
            s = socket.socket(family); s.settimeout(None); os.dup2(s.fileno(), at); s.close()
            ctypes.memmove(buffer, bytes_, 110)
thread = threading.Thread(target=turn, daemon=True); thread.start()
end = time.time() + 1.5
out = False
while time.time() < end and not out:
    if c.connect(at, buffer, 110) == 0:
        try:
            s = socket.socket(fileno=os.dup(at)); s.settimeout(0.05); out = b"ESCAPED" in s.recv(99); s.close()
        except OSError: pass
going = False
thread.join()
os.unlink(ours)
print("ESCAPED" if out else "held")
'`,
    needs: 'Python',
  },
  {
    name: 'takes the descriptor of another process',
    script: `sleep 5 & ${perl(`my $p = syscall(${nr('pidfd_open')}, getppid(), 0); $p >= 0 or exit 1; print "ESCAPED\n" if syscall(438, $p, 0, 0) >= 0`)}; kill $!`,
  },
  {
    name: 'asks for the list of Unix sockets',
    script: family(16, 3, 4),
  },
  {
    name: 'connects to an abstract socket',
    script: perl(
      `${unix('SOCK_STREAM')} connect($s, pack_sockaddr_un("\\0$ENV{ABSTRACT}")) or exit 1; ${say}`,
    ),
  },
  { name: 'makes a Unix datagram socket', script: family(1, 2) },
  {
    name: 'puts a Unix socket where others look',
    script: perl(
      `${unix('SOCK_STREAM')} bind($s, pack_sockaddr_un("$ENV{OUT}/sock")) and print "ESCAPED\\n"`,
    ),
  },
  { name: 'makes a raw socket', script: family(2, 3, 1), users: root },
  {
    name: 'makes a packet socket',
    script: family(17, 3, 0x0300),
    users: root,
    needs: 'packet sockets in this kernel',
  },
  {
    name: 'makes a generic netlink socket',
    script: family(16, 3, 16),
    needs: 'generic netlink in this kernel',
  },
  {
    name: 'makes an audit netlink socket',
    script: family(16, 3, 9),
    users: root,
    needs: 'audit in this kernel',
  },
  { name: 'makes a netfilter netlink socket', script: family(16, 3, 12), needs: 'netfilter in this kernel' },
  { name: 'makes a device event socket', script: family(16, 3, 15), needs: 'device events in this kernel' },
  {
    name: 'makes a socket to the host of a virtual machine',
    script: family(40, 1),
    needs: 'vsock in this kernel',
  },
  {
    name: 'makes a socket to the cryptography of the kernel',
    script: family(38, 5),
    needs: 'AF_ALG in this kernel',
  },
  { name: 'makes a Bluetooth socket', script: family(31, 3), needs: 'Bluetooth in this kernel' },
  { name: 'makes a CAN socket', script: family(29, 3, 1), needs: 'CAN in this kernel' },
  { name: 'makes a TIPC socket', script: family(30, 1), needs: 'TIPC in this kernel' },
  { name: 'makes an XDP socket', script: family(44, 3), users: root, needs: 'XDP in this kernel' },
  {
    name: 'makes a key management socket',
    script: family(15, 3, 2),
    users: root,
    needs: 'PF_KEY in this kernel',
  },
  { name: 'makes an SMC socket', script: family(43, 1), needs: 'SMC in this kernel' },
  { name: 'makes an RDS socket', script: family(21, 5), needs: 'RDS in this kernel' },
  { name: 'makes a PPP socket', script: family(24, 1), needs: 'PPP in this kernel' },
  {
    name: 'makes a pair of another family',
    script: perl(
      `my $p = "x" x 8; syscall(${nr('socketpair')}, 30, 1, 0, $p); print "ESCAPED\\n" if !$!{EAFNOSUPPORT}`,
    ),
    needs: 'TIPC in this kernel',
  },
  {
    name: 'hides the family in the upper half of the argument',
    script: perl(`print "ESCAPED\\n" if syscall(${nr('socket')}, 0x100000001, 2, 0) >= 0`),
  },
  {
    name: 'looks at the interfaces of the machine',
    script: 'grep -v -e "^ *lo:" -e Inter -e face /proc/net/dev | grep -q . && echo ESCAPED',
    needs: 'a network interface',
  },
  {
    name: 'asks the name service',
    script: perl(
      'use Socket; socket(my $s, AF_INET, SOCK_DGRAM, 0) or exit 1; connect($s, pack_sockaddr_in(53, inet_aton("192.0.2.1"))) and print "ESCAPED\\n"',
    ),
    needs: 'a default route',
  },
]

const env = (): Record<string, string> => ({
  TCP: String(listening.tcp),
  TCP6: String(listening.tcp6),
  UDP: String(listening.udp),
  SOCK: listening.folder,
  SHARED: listening.shared,
  ABSTRACT: abstract,
})
const prepare = 'rm -rf "$WORK"/* "$OUT"/*'
await escapeTable({ prepare, env }, attempts)
await escapeTable(
  { prepare, env, policy: { mode: 'danger-no-network' } },
  attempts.map((attempt) => ({ ...attempt, name: `${attempt.name}, where every file is open` })),
)
