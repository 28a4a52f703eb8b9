import { readdirSync, readlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import type { HostRequest } from './harness/host'
import { machineAddresses, printed, saying, serving, startServer } from './harness/server'
import { shPrepared } from './harness/held'
import { openWorld, openWorlds, users as all, type World } from './harness/world'

const users = oneBySeed('the network of a session', all)

/** Each user by turns. */
const chosen = oneBySeed('users of session network', users)

const worlds = openWorlds()
const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

/** A server of this machine's on all its addresses, outside of any sandbox. */
async function machineServer(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end('the machine\n')
  })
  servers.push(server)
  return new Promise((resolve) => {
    server.listen({ port: 0, host: '::' }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

/** The network namespaces that processes of this machine are in, or hold open. */
function namespacesInUse(): ReadonlySet<string> {
  const found = new Set<string>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      found.add(readlinkSync(`/proc/${pid}/ns/net`))
      for (const fd of readdirSync(`/proc/${pid}/fd`)) found.add(readlinkSync(`/proc/${pid}/fd/${fd}`))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error // it ended meanwhile
    }
  }
  return found
}

const network = async (world: World, options: Partial<HostRequest> = {}): Promise<string> =>
  printed(await world.sh('readlink /proc/self/ns/net', options)).trim()

const refused = 'not reached: Connection refused\n'
const readOnly = { mode: 'read-only', network_access: false }

describe.each(chosen)('the network of a session (%s)', (user) => {
  const world = worlds.of(user)

  test('a server that one command started is reached by the next at its port, also from a prepared sandbox', async () => {
    const { ended } = await startServer(world, 4101)
    const next = await world.sh(saying(4101))
    const prepared = await shPrepared(world, saying(4101, 'prepared'))
    const outside = await world.sh(saying(4101), { confined: false })
    await world.sh(saying(4101, 'quit'))
    expect([printed(next), printed(prepared).split('\n')[1], printed(outside)]).toEqual([
      'served hello\n',
      'served prepared',
      refused,
    ])
    expect(await ended).toMatchObject({ kind: 'exited', exitCode: 0 })
  })

  test.each<[string, Partial<HostRequest>]>([
    ['another session', { session: 'another' }],
    ['no session', { session: null }],
    ['the session under other limits', { policy: readOnly }],
  ])('and by no command of %s', async (_, options) => {
    const { ended } = await startServer(world, 4102)
    const other = await world.sh(saying(4102), options)
    const same = await world.sh(saying(4102, 'quit'))
    await ended
    expect([printed(other), printed(same)]).toEqual([refused, 'served quit\n'])
  })

  test('and by none that works in another folder, which it may not write to itself', async () => {
    const { ended } = await startServer(world, 4106)
    const [workspace, cwd] = [world.outside, world.outside]
    const other = await world.sh(saying(4106), { workspace, cwd })
    const same = await world.sh(saying(4106, 'quit'))
    await ended
    expect([printed(other), printed(same)]).toEqual([refused, 'served quit\n'])
  })

  test('nothing of the machine is reached from it, at any of its addresses', async () => {
    const port = await machineServer()
    const addresses = machineAddresses()
    const script = addresses.map((address) => saying(port, 'hello', address)).join('\n')
    const outside = printed(await world.sh(script, { confined: false }))
    const first = printed(await world.sh(script))
    const prepared = printed(await shPrepared(world, `sh <<'E'\n${saying(port)}\nE`))
    expect(outside).toBe('the machine\n'.repeat(addresses.length))
    expect([first.includes('machine'), prepared.includes('the machine')]).toEqual([false, false])
    expect(first.split('\n').filter((line) => line.startsWith('not reached'))).toHaveLength(addresses.length)
  })

  test('what a command leaves behind listens no longer when it has ended', async () => {
    const left = await world.sh(
      `(setsid sh -c '${serving(4103).replaceAll("'", `'\\''`)}' >/dev/null 2>&1 &)\nuntil [ -e up-4103 ]; do sleep 0.1; done\n${saying(4103)}`,
    )
    const next = await world.sh(saying(4103))
    expect([printed(left), printed(next)]).toEqual(['served hello\n', refused])
  })

  test('it ends with the session: the next of that name begins anew, and nothing holds the old one', async () => {
    const own = { session: 'short' }
    const before = await network(world, own)
    expect(await network(world, own)).toBe(before)
    expect([...namespacesInUse()]).toContain(before)
    await world.run({ confined: true, command: [], leave: 'short' })
    await expect.poll(() => namespacesInUse().has(before), { timeout: 120_000 }).toBe(false)
    const after = await network(world, own)
    expect(after).toMatch(/^net:\[\d+\]$/)
  })

  test('a run that still goes on when its session is over is met by no other session', async () => {
    const { ended } = await startServer(world, 4104, { session: 'over' })
    await world.run({ confined: true, command: [], leave: 'over' })
    const others = await Promise.all(
      ['over', 'x1', 'x2', 'x3'].map(async (session) => printed(await world.sh(saying(4104), { session }))),
    )
    expect(others).toEqual([refused, refused, refused, refused])
    void ended
  })

  test('sessions that begin at the same moment have different networks, commands of one the same', async () => {
    const sessions = ['a', 'a', 'b', 'b', 'c']
    const found = await Promise.all(
      sessions.map((session) => network(world, { session: `at-once-${session}` })),
    )
    expect(found.map((each) => found.indexOf(each))).toEqual([0, 0, 2, 2, 4])
  })
})

test.each(chosen)('nothing of it outlives an engine that is killed (%s)', async (user) => {
  const world = openWorld({ bundle: worlds.bundle, user })
  onTestFinished(() => {
    world.close()
  })
  await startServer(world, 4105)
  const own = await network(world)
  expect([...namespacesInUse()]).toContain(own)
  world.host.kill('SIGKILL')
  await expect.poll(() => namespacesInUse().has(own)).toBe(false)
})
