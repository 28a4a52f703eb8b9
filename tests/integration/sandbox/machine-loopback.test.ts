import { spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { userInfo } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, test } from 'vitest'
import type { Grant } from '@shared/domain/grant'
import type { HostQuestion } from '../../../src/main/core/run/host-question'
import { oneBySeed } from '../../fakes/by-seed'
import { FakeBrowser } from '../../fakes/fake-browser'
import { serveWindow } from '../../fakes/serve-window'
import type { HostRequest } from './harness/host'
import { printed, saying, startServer } from './harness/server'
import { openWorlds, users, type World } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of machine loopback', users)

/** What a command reaches of this machine's own loopback: what a person allows, port by port, and never an engine. */
const worlds = openWorlds()
const servers: Server[] = []
const programs: ChildProcess[] = []
afterAll(() => {
  for (const server of servers) server.close()
  for (const program of programs) program.kill('SIGKILL')
})

/** A server of this machine's, outside of any sandbox, at that address alone. */
const machineServer = (host = '127.0.0.1'): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer((_, reply) => reply.end('the machine\n'))
    servers.push(server)
    server.once('error', reject)
    server.listen({ port: 0, host, ipv6Only: host === '::1' }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })

/** Asks through the proxy, which a client passes by for `localhost` unless it is told not to. */
const fetching = (host: string, port: number): string =>
  `curl -sS --max-time 20 --noproxy '' http://${host}:${String(port)}/ 2>&1`
const tunnelling = (host: string, port: number): string =>
  `curl -sS --max-time 20 --noproxy '' -p http://${host}:${String(port)}/ 2>&1`
const bySocks = (host: string, port: number): string =>
  `curl -sS --max-time 20 --noproxy '' -x "$(echo "$HTTP_PROXY" | sed s,^http:,socks5h:,)" http://${host}:${String(port)}/ 2>&1`

const grant = (host: string, port: number): Grant => ({ kind: 'host', host, port })

const questions = async (world: World): Promise<readonly HostQuestion[]> =>
  (await world.run({ confined: true, command: [], hostQuestions: true })) as unknown as HostQuestion[]

/** What a command printed, what was refused it, and what was asked about it. */
async function run(world: World, script: string, options: Partial<HostRequest> = {}) {
  const before = (await questions(world)).length
  const result = await world.sh(script, options)
  const evidence = 'evidence' in result ? result.evidence : []
  return {
    text: printed(result),
    refused: evidence.map(({ target, operation = '' }) => `${target} ${operation}`),
    evidence,
    asked: (await questions(world)).slice(before),
  }
}

const node = basename(process.execPath)

describe.each(chosen)('the loopback of this machine (%s)', (user) => {
  const world = worlds.of(user)
  /** What the engine of this user can see of a server that the test's own user runs. */
  const mine = {
    ...((user === 'root' || process.getuid?.() !== 0) && { program: node }),
    user: userInfo().username,
  }

  test.each([
    ['the name that commands have for it', 'host.countersign.internal', 'localhost'],
    ['its name', 'localhost', 'localhost'],
    ['its address', '127.0.0.1', '127.0.0.1'],
    ['its address, spelled otherwise', '2130706433', '127.0.0.1'],
  ])('is reached by %s after a yes to a question that says what listens there', async (_, host, asked) => {
    const port = await machineServer()
    const found = await run(world, fetching(host, port), { answersHosts: 'allow' })
    expect(found).toMatchObject({
      text: 'the machine\n',
      refused: [],
      asked: [{ host: asked, port, servers: [mine] }],
    })
  })

  test.each([
    ['by IPv6', '::1', '[::1]', '::1'],
    ['by IPv6 under its name', '::1', 'localhost', 'localhost'],
    ['by the name for commands, over IPv6', '::1', 'host.countersign.internal', 'localhost'],
  ])('is reached %s', async (_, listens, host, asked) => {
    const port = await machineServer(listens)
    const found = await run(world, fetching(host, port), { answersHosts: 'allow' })
    expect(found).toMatchObject({ text: 'the machine\n', asked: [{ host: asked, port }] })
  })

  test.each([
    ['a tunnel', tunnelling],
    ['SOCKS', bySocks],
  ])('is reached by way of %s under a grant, unasked, and no other port is', async (_, by) => {
    const [port, other] = [await machineServer(), await machineServer()]
    const name = 'host.countersign.internal'
    const found = await run(world, `${by(name, port)}; ${by(name, other)}`, {
      grants: [grant('localhost', port)],
    })
    expect(found.text).toMatch(/^the machine\n(?!.*the machine)/s)
    expect(found.asked).toEqual([])
    expect(found.evidence).toMatchObject([
      { target: `localhost:${String(other)}`, operation: 'connect', source: 'proxy', servers: [mine] },
    ])
  })

  test('is not reached after a no, nor where nobody can be asked, and that is evidence', async () => {
    const port = await machineServer()
    const name = 'host.countersign.internal'
    const denied = await run(world, fetching(name, port), { answersHosts: 'deny' })
    const alone = await run(world, fetching(name, port), { watchHosts: true })
    expect([denied.text, alone.text].filter((text) => text.includes('the machine'))).toEqual([])
    expect([denied.refused, alone.refused, alone.asked]).toEqual([
      [`localhost:${String(port)} denied`],
      [`localhost:${String(port)} connect`],
      [],
    ])
  })

  test('a grant for its name is none for its address, and the other way round', async () => {
    const port = await machineServer()
    const named = await run(world, fetching('127.0.0.1', port), { grants: [grant('localhost', port)] })
    const addressed = await run(world, fetching('localhost', port), { grants: [grant('127.0.0.1', port)] })
    const other = await run(world, fetching('[::1]', port), { grants: [grant('127.0.0.1', port)] })
    expect([named.refused, addressed.refused, other.refused]).toEqual([
      [`127.0.0.1:${String(port)} connect`],
      [`localhost:${String(port)} connect`],
      [`[::1]:${String(port)} connect`],
    ])
  })

  test.each([
    '127.0.0.53',
    '127.1.2.3',
    '0.0.0.0',
    '[::]',
    'a.localhost',
    '169.254.169.254',
    '[64:ff9b::7f00:1]',
  ])('is not reached as %s, and nobody is asked about that', async (host) => {
    const port = await machineServer('0.0.0.0')
    const found = await run(world, fetching(host, port), { answersHosts: 'allow' })
    expect(found.text).not.toContain('the machine')
    expect([found.refused, found.asked]).toEqual([[`${host}:${String(port)} forbidden-address`], []])
  })

  test('nothing is asked twice in a run, and a port where nothing listens is asked about as such', async () => {
    const port = await machineServer()
    const script = `${fetching('localhost', port)}; ${fetching('host.countersign.internal', port)}; ${fetching('localhost', 9)}`
    const found = await run(world, script, { answersHosts: 'allow' })
    expect(found.text).toMatch(/^the machine\nthe machine\n(?!.*the machine)/s)
    expect(found.asked.map(({ port: at, servers: listens }) => [at, listens?.length])).toEqual([
      [port, 1],
      [9, 0],
    ])
  })

  test("the session's own servers are reached at its localhost as before, whatever listens on the machine", async () => {
    const { ended } = await startServer(world, 4501, { answersHosts: 'allow' })
    const found = await run(world, `${saying(4501)}; curl -s --max-time 20 http://localhost:4501/`, {
      answersHosts: 'allow',
    })
    await world.sh(saying(4501, 'quit'))
    await ended
    expect([found.text.includes('served hello'), found.asked]).toEqual([true, []])
  })

  test('a port of the engine itself is refused, also under a grant', async () => {
    const { ended } = await startServer(world, 4502)
    const none = { confined: true, command: [] }
    await expect.poll(() => world.run({ ...none, ports: true }), { interval: 50 }).toEqual([4502])
    const at = Number(await world.run({ ...none, forward: 4502 }))
    const outside = await world.sh(saying(at), { confined: false })
    const found = await run(world, fetching('host.countersign.internal', at), {
      answersHosts: 'allow',
      grants: [grant('localhost', at)],
    })
    await world.sh(saying(4502, 'quit'))
    await ended
    expect(printed(outside)).toBe('served hello\n')
    expect([found.refused, found.asked]).toEqual([[`localhost:${String(at)} forbidden-address`], []])
  })

  test('so is one of another engine of this user', async () => {
    const { outside } = world
    const script = join(outside, 'countersign')
    copyFileSync(join(import.meta.dirname, 'harness/listening.mjs'), script)
    const ids = user === 'ordinary' && process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    const started = spawn(worlds.bundle.node, [script], { stdio: ['ignore', 'pipe', 'inherit'], ...ids })
    programs.push(started)
    const port = await new Promise<number>((resolve) => {
      createInterface({ input: started.stdout }).once('line', (line) => {
        resolve(Number(line))
      })
    })
    const found = await run(world, fetching('localhost', port), { answersHosts: 'allow' })
    expect([found.text.includes('another engine'), found.refused, found.asked]).toEqual([
      false,
      [`localhost:${String(port)} forbidden-address`],
      [],
    ])
    const positive = await world.sh(`curl -s http://127.0.0.1:${String(port)}/`, { confined: false })
    expect(printed(positive)).toBe('another engine\n')
  })
})

/** The command line's own server for browsers: whoever may not enter this folder cannot start it, so one user is enough. */
test('so is the window of `countersign serve`, in both families', async () => {
  const [user] = users
  const world = worlds.of(user ?? 'ordinary')
  const env = { PATH: process.env.PATH, HOME: world.home, COUNTERSIGN_HOME: join(world.outside, 'state') }
  const window = await serveWindow(env)
  programs.push(window.child)
  const { host, port } = new URL(window.url)
  const page = await new FakeBrowser(host).ask({})
  expect(page.status).toBe(200)
  for (const address of ['localhost', '[::1]']) {
    const found = await run(world, fetching(address, Number(port)), {
      answersHosts: 'allow',
      grants: [grant(address.replace(/[[\]]/g, ''), Number(port))],
    })
    expect([found.refused, found.asked]).toEqual([[`${address}:${port} forbidden-address`], []])
  }
})
