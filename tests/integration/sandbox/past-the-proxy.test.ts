import { describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { perl } from './harness/attempts'
import { shPrepared } from './harness/held'
import { openWorlds, users as all } from './harness/world'

const users = oneBySeed('past the proxy', all)

/** Each user by turns. */
const chosen = oneBySeed('users of past the proxy', users)

/** What a command tries to reach by itself, without the proxy, is evidence: the address and the port. */
const worlds = openWorlds()

const bash = (script: string): string => `bash -c '${script}'`
/** Connects, or for `sendto` sends a datagram; both as the raw calls have it. */
const socket = (family: string, type: string, address: string, act: string): string =>
  perl(
    `use Socket qw(:all); socket(my $s, ${family}, ${type}, 0) or exit 3; ${act.replace('ADDRESS', address)} or exit 4`,
  )
const v4 = (address: string, port: number): string =>
  `pack_sockaddr_in(${String(port)}, inet_aton("${address}"))`
const v6 = (address: string, port: number): string =>
  `pack_sockaddr_in6(${String(port)}, inet_pton(AF_INET6, "${address}"))`
const connect = 'connect($s, ADDRESS)'
const send = 'defined(send($s, "x", 0, ADDRESS))'

const rows: readonly (readonly [name: string, script: string, found: readonly (readonly [string, string])[]])[] = [
  ['bash', bash('exec 3<>/dev/tcp/1.2.3.4/443'), [['connect', '1.2.3.4:443']]],
  ['a raw connect', socket('PF_INET', 'SOCK_STREAM', v4('8.8.4.4', 5432), connect), [['connect', '8.8.4.4:5432']]],
  ['IPv6', socket('PF_INET6', 'SOCK_STREAM', v6('2600::1', 22), connect), [['connect', '[2600::1]:22']]],
  ['IPv4 within IPv6', socket('PF_INET6', 'SOCK_STREAM', v6('::ffff:9.9.9.9', 22), connect), [['connect', '9.9.9.9:22']]],
  ['a datagram', socket('PF_INET', 'SOCK_DGRAM', v4('1.1.1.1', 123), send), [['sendto', '1.1.1.1:123']]],
  ['a private network', bash('exec 3<>/dev/tcp/10.1.2.3/80'), [['connect', '10.1.2.3:80']]],
  ['a lookup of names, where nothing else was stopped', socket('PF_INET', 'SOCK_DGRAM', v4('9.9.9.9', 53), connect), [['connect', '9.9.9.9:53']]],
  ['a lookup beside a connection', `${socket('PF_INET', 'SOCK_DGRAM', v4('9.9.9.9', 53), connect)}; ${bash('exec 3<>/dev/tcp/1.2.3.4/443')}`, [['connect', '1.2.3.4:443']]],
  ['many at once, each named once', bash('for i in 1 2 3 1 2 3; do (exec 3<>/dev/tcp/1.2.3.$i/443) & done; wait; exit 5'), [['connect', '1.2.3.1:443'], ['connect', '1.2.3.2:443'], ['connect', '1.2.3.3:443']]],
  ['from the background', bash('(exec 3<>/dev/tcp/1.2.3.4/443) & wait; exit 5'), [['connect', '1.2.3.4:443']]],
  ['loopback is within the sandbox', bash('exec 3<>/dev/tcp/127.0.0.1/9'), []],
  ['loopback in IPv6 and as any address', `${socket('PF_INET6', 'SOCK_STREAM', v6('::1', 9), connect)}; ${socket('PF_INET', 'SOCK_STREAM', v4('0.0.0.0', 9), connect)}`, []],
  ['words are none', 'echo connect 1.2.3.4:443 >&2; exit 9', []],
  ['an address without a port', socket('PF_INET', 'SOCK_DGRAM', v4('1.2.3.4', 0), connect), []],
] // prettier-ignore

const evidence = (found: (typeof rows)[number][2]) =>
  found.map(([operation, target]) => ({
    kind: 'network',
    target,
    operation,
    source: 'kernel',
    backend: 'bubblewrap',
  }))
const sorted = (result: Awaited<ReturnType<typeof shPrepared>>) => {
  if (result.kind !== 'exited') throw new Error(JSON.stringify(result))
  return {
    code: result.exitCode !== 0,
    evidence: result.evidence.toSorted((a, b) => (a.target < b.target ? -1 : 1)),
  }
}

describe.each(chosen)('as %s', (user) => {
  test.for(rows)('%s', async ([, script, found]) => {
    const world = worlds.of(user)
    const expected = { code: true, evidence: evidence(found) }
    expect(sorted(await world.sh(script, { inTurn: false }))).toEqual(expected)
    expect(sorted(await shPrepared(world, script))).toEqual(expected)
  })

  test('with the network open, nothing of it was stopped', async () => {
    const result = await worlds
      .of(user)
      .sh(bash('exec 3<>/dev/tcp/127.0.0.1/9; exec 3<>/dev/tcp/240.0.0.1/443; exit 5'), {
        policy: { mode: 'workspace-write', network_access: true },
      })
    expect(sorted(result)).toEqual({ code: true, evidence: [] })
  })

  test('a server within the sandbox is reached', async () => {
    const script = perl(
      'use Socket qw(:all); socket(my $l, PF_INET, SOCK_STREAM, 0); bind($l, pack_sockaddr_in(0, INADDR_LOOPBACK)) or die; listen($l, 5);' +
        'my ($port) = unpack_sockaddr_in(getsockname($l)); for (1 .. 200) { socket(my $s, PF_INET, SOCK_STREAM, 0);' +
        'connect($s, pack_sockaddr_in($port, INADDR_LOOPBACK)) or die; accept(my $c, $l); syswrite($c, "x"); sysread($s, my $b, 1) or die } print "done\\n"',
    )
    expect(await worlds.of(user).sh(script)).toMatchObject({
      exitCode: 0,
      output: { stdout: 'done\n' },
      evidence: [],
    })
  })
})
