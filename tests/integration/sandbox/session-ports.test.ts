import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { perl } from './harness/attempts'
import { printed, saying, serving, startServer } from './harness/server'
import { openWorld, openWorlds, users, type World } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of session ports', users)

const worlds = openWorlds()

const asking = { confined: true, command: [] }
const ports = async (world: World): Promise<unknown> => world.run({ ...asking, ports: true })
const forward = async (world: World, port: number): Promise<unknown> =>
  world.run({ ...asking, forward: port })
const patiently = { interval: 50 }
const told = async (world: World, expected: readonly number[]): Promise<void> => {
  await expect.poll(() => ports(world), patiently).toEqual(expected)
}

/** What comes back for these words at that place; 'refused' where nothing does. The words are all that is sent. */
const say = (port: number, words: string, host = '127.0.0.1', closes = false): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    const socket = connect({ port, host, allowHalfOpen: true }, () => {
      if (closes) socket.end(words)
      else socket.write(words)
    })
    socket.setEncoding('latin1').on('data', (more: string) => (text += more))
    socket.on('error', () => {
      resolve('refused')
    })
    socket.on('end', () => {
      socket.end()
      resolve(text)
    })
  })

describe.each(chosen)('the ports of a session (%s)', (user) => {
  const world = worlds.of(user)

  test('those that a command listens on are told, not those that it or another says, nor its relay', async () => {
    const { ended } = await startServer(world, 4301, { watchHosts: true })
    const talker = world.sh(
      'echo "Listening on http://localhost:9999"; until [ -e quiet ]; do sleep 0.1; done',
      { watchHosts: true },
    )
    await told(world, [4301])
    await world.sh(saying(4301, 'quit'))
    await ended
    await told(world, [])
    await world.sh('touch quiet')
    expect(printed(await talker)).toContain('9999')
  })

  test('a port that is closed while the command goes on is told no longer', async () => {
    const both = `${serving(4302)} & ${serving(4303, '::1')} & wait`
    const running = world.sh(both, { timeoutMs: 60_000 })
    await told(world, [4302, 4303])
    await world.sh(saying(4302, 'quit'))
    await told(world, [4303])
    await world.sh(saying(4303, 'quit', '::1'))
    await running
    await told(world, [])
  })

  test.each(['127.0.0.1', '0.0.0.0', '::1', '::'])(
    'one is forwarded to the loopback of this machine alone, byte by byte, until it is closed (%s)',
    async (address) => {
      const { ended } = await startServer(world, 4304, { address })
      await told(world, [4304])
      const at = Number(await forward(world, 4304))
      expect(await forward(world, 4304)).toBe(at)
      expect(await say(at, 'Host: evil.example\r\n')).toBe('served Host: evil.example\r\n')
      expect(await say(at, 'half\n', '127.0.0.1', true)).toBe('served half\n')
      const others = Object.values(networkInterfaces()).flatMap((each) =>
        (each ?? []).flatMap((one) => (one.family === 'IPv4' && !one.internal ? [one.address] : [])),
      )
      expect(await Promise.all([...others, '::1', '127.0.0.2'].map((host) => say(at, 'x\n', host)))).toEqual(
        [...others, '::1', '127.0.0.2'].map(() => 'refused'),
      )
      expect(await say(at, 'quit\n')).toBe('served quit\n')
      await ended
      await told(world, [])
      expect([await say(at, 'x\n'), await forward(world, 4304)]).toEqual(['refused', 'not open'])
    },
  )

  test('much is carried whole, over many connections at once', async () => {
    const many = perl(
      `use Socket; socket(my $s, AF_INET, SOCK_STREAM, 0); bind($s, pack_sockaddr_in(4305, INADDR_LOOPBACK)) or die; listen($s, 64);
       while (accept(my $c, $s)) { my $w = <$c>; last if $w =~ /quit/; if (!fork) { print $c "x" x 1000000; close $c; exit } close $c }`,
    )
    const running = world.sh(many, { timeoutMs: 60_000 })
    await told(world, [4305])
    const at = Number(await forward(world, 4305))
    const all = await Promise.all(Array.from({ length: 12 }, () => say(at, 'go\n')))
    await say(at, 'quit\n')
    await running
    expect(all.map((text) => text.length)).toEqual(Array.from({ length: 12 }, () => 1_000_000))
  })

  test('a port of this machine, or of another session, is none that could be forwarded', async () => {
    const server = createServer((_, reply) => reply.end('the machine'))
    const own = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
    const { ended } = await startServer(world, 4306)
    await told(world, [4306])
    expect([await forward(world, own), await forward(world, 22)]).toEqual(['not open', 'not open'])
    await world.sh(saying(4306, 'quit'))
    await ended
    server.close()
  })
})

test.each(chosen)('a forwarding ends with an engine that is killed (%s)', async (user) => {
  const world = openWorld({ bundle: worlds.bundle, user })
  onTestFinished(() => {
    world.close()
  })
  await startServer(world, 4307)
  await told(world, [4307])
  const at = Number(await forward(world, 4307))
  expect(await say(at, 'hello\n')).toBe('served hello\n')
  world.host.kill('SIGKILL')
  await expect.poll(() => say(at, 'x\n'), patiently).toBe('refused')
})
