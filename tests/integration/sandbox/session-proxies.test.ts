import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { perl } from './harness/attempts'
import { printed, saying, startServer } from './harness/server'
import { openWorlds, users } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of session proxies', users)

const worlds = openWorlds()

/** Asks the proxy at this URL for a tunnel, with its credentials or others, and prints the first line of the answer. */
const asking = (url: string, credentials: string): string => {
  const { hostname, port } = new URL(url)
  return perl(
    `use Socket; use MIME::Base64; socket(my $s, AF_INET, SOCK_STREAM, 0) or exit 1; alarm 10;
     connect($s, pack_sockaddr_in(${port}, inet_aton("${hostname}"))) or do { print "not reached: $!\\n"; exit };
     my $a = encode_base64("${credentials}", ""); my $h = "${credentials}" ? "Proxy-Authorization: Basic $a\\r\\n" : "";
     syswrite($s, "CONNECT example.org:443 HTTP/1.1\\r\\nHost: example.org\\r\\n$h\\r\\n"); my $l = <$s>; print $l`,
  )
}
const credentialsOf = (url: string): string => `${new URL(url).username}:${new URL(url).password}`

test.each(chosen)('the proxy of one run is of no use to another of its session (%s)', async (user) => {
  const world = worlds.of(user)
  const [told, go] = [join(world.workspace, 'told'), join(world.workspace, 'go')]
  const first = world.sh('echo "$HTTP_PROXY" > part; mv part told; until [ -e go ]; do sleep 0.1; done', {
    watchHosts: true,
    timeoutMs: 60_000,
  })
  await expect.poll(() => existsSync(told), { interval: 20 }).toBe(true)
  const url = readFileSync(told, 'utf8').trim()
  const lists = await world.sh('cat /proc/net/tcp')
  const without = await world.sh(asking(url, ''), { watchHosts: true })
  const own = await world.sh('echo "$HTTP_PROXY"', { watchHosts: true })
  const withOther = await world.sh(asking(url, credentialsOf(printed(own).trim())))
  const evidence = [without, withOther].map((each) => ('evidence' in each ? each.evidence : each))
  // Only what the first command was told opens it: the positive control.
  const control = await world.sh(asking(url, credentialsOf(url)))
  writeFileSync(go, '')
  const ended = await first
  expect(printed(lists)).toContain(
    `:${Number(new URL(url).port).toString(16).toUpperCase()} 00000000:0000 0A`,
  )
  expect([printed(without), printed(withOther), evidence]).toEqual([
    'HTTP/1.1 407 Proxy Authentication Required\r\n',
    'HTTP/1.1 407 Proxy Authentication Required\r\n',
    [[], []],
  ])
  expect(printed(control)).toMatch(/^HTTP\/1\.1 403 /)
  expect(ended).toMatchObject({ kind: 'exited', evidence: [{ kind: 'network', target: 'example.org:443' }] })
})

test.each(chosen)(
  'many runs with a proxy go side by side, and meet the servers of their session (%s)',
  async (user) => {
    const world = worlds.of(user)
    const { ended } = await startServer(world, 4201, { watchHosts: true, address: '0.0.0.0' })
    const all = await Promise.all(
      Array.from({ length: 6 }, async () => printed(await world.sh(saying(4201), { watchHosts: true }))),
    )
    await world.sh(saying(4201, 'quit'))
    await ended
    expect(all).toEqual(Array.from({ length: 6 }, () => 'served hello\n'))
  },
)
