import { createServer, type Server } from 'node:net'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { nr, perl, type EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

/** With the network open the namespace is the machine's own, so what is left is the filter and the lack of capabilities. */
const servers: Server[] = []
// Before the table is made, since it tries what this machine can do at all.
const folder = mkdtempSync('/var/tmp/cs-sockets-')
chmodSync(folder, 0o755)
// Every run on this machine sees it.
const abstract = `cs-abstract-open-${String(process.pid)}`
for (const path of [join(folder, 'socket'), `\0${abstract}`]) {
  const server = createServer((socket) => socket.end('ESCAPED\n'))
  servers.push(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ path }, resolve)
  })
}
chmodSync(join(folder, 'socket'), 0o777)
afterAll(() => {
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true, force: true })
})

const unix = (name: string): string =>
  perl(
    `use Socket; socket(my $s, AF_UNIX, SOCK_STREAM, 0) or exit 1; alarm 2; connect($s, pack_sockaddr_un(${name})) or exit 1; sysread($s, my $b, 99); print $b;`,
  )
const family = (number: number, type: number, protocol = 0): string =>
  perl(
    `print "ESCAPED\\n" if syscall(${nr('socket')}, ${String(number)}, ${String(type)}, ${String(protocol)}) >= 0`,
  )

const attempts: EscapeAttempt[] = [
  { name: 'connects to a Unix socket', script: unix('"$ENV{SOCK}/socket"') },
  { name: 'connects to an abstract socket', script: unix('"\\0$ENV{ABSTRACT}"') },
  {
    name: 'makes a generic netlink socket',
    script: family(16, 3, 16),
    needs: 'generic netlink in this kernel',
  },
  { name: 'makes a netfilter netlink socket', script: family(16, 3, 12), needs: 'netfilter in this kernel' },
  { name: 'makes a raw socket', script: family(2, 3, 1), users: ['root'] },
  {
    name: 'makes a packet socket',
    script: family(17, 3, 0x0300),
    users: ['root'],
    needs: 'packet sockets in this kernel',
  },
  {
    name: 'makes a socket to the host of a virtual machine',
    script: family(40, 1),
    needs: 'vsock in this kernel',
  },
  {
    name: 'takes an interface of the machine down',
    script: perl(
      `use Socket; socket(my $s, AF_INET, SOCK_DGRAM, 0); my $r = pack("a16sx22", "lo", 0x49); print "ESCAPED\\n" if ioctl($s, 0x8914, $r)`,
    ),
    users: ['root'],
  },
]

await escapeTable(
  {
    prepare: ':',
    policy: { mode: 'workspace-write', network_access: true },
    env: () => ({ SOCK: folder, ABSTRACT: abstract }),
  },
  attempts,
)
