import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { closeWorlds, openServers } from './mcp-world'

afterAll(closeWorlds)

const running: { child?: ChildProcess; server?: Server } = {}
afterEach(() => {
  running.child?.kill('SIGKILL')
  running.server?.closeAllConnections()
  running.server?.close()
})

/** A free port of the loopback; another could take it meanwhile, which would end the test with an error. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const everything = join(
  import.meta.dirname,
  '../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
)

test('server-everything answers over streamable HTTP', async () => {
  const port = await freePort()
  const child = spawn(process.execPath, [everything, 'streamableHttp'], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.child = child
  await new Promise((resolve) => child.stderr.once('data', resolve))
  const { call } = await openServers({ every: { url: `http://127.0.0.1:${String(port)}/mcp` } })
  expect(await call('every__echo', { message: 'far' })).toMatchObject({ text: 'Echo: far' })
})

/** A server of HTTP that answers everything the same way, and remembers what it was sent. */
async function answering(
  status: number,
  body: string,
): Promise<{ url: string; seen: IncomingHttpHeaders[] }> {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }).listen(0, '127.0.0.1')
  running.server = server
  await new Promise((resolve) => server.once('listening', resolve))
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/mcp`, seen }
}

test('the token of the environment is sent, and a server that refuses it says so', async () => {
  const { url, seen } = await answering(401, '{}')
  const { servers } = await openServers({ far: { url, bearer_token_env_var: 'MCP_TOKEN' } })
  expect(seen[0]?.authorization).toBe('Bearer a token')
  expect(servers.status()[0]).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/HTTP status 401.*token/) as string,
  })
})

test('a variable that is not set is named, and nothing is asked without it', async () => {
  const { url, seen } = await answering(200, '{}')
  const { servers } = await openServers({ far: { url, bearer_token_env_var: 'NOT_SET_HERE' } })
  expect(servers.status()[0]?.reason).toBe('the environment variable NOT_SET_HERE is not set')
  expect(seen).toEqual([])
})

test.each([
  ['no JSON', 200, '<html>'],
  ['JSON that is no message', 200, '[1,2]'],
  ['an error page', 500, 'oops'],
])('a server that answers %s has failed', async (_, status, body) => {
  const { url } = await answering(status, body)
  const { servers } = await openServers({ far: { url, startup_timeout_sec: 5 } })
  expect(servers.status()[0]).toMatchObject({ state: 'failed' })
  expect(servers.status()[0]?.reason).not.toBe('')
})

test('an address where nobody listens has failed', async () => {
  const { servers } = await openServers({ far: { url: `http://127.0.0.1:${String(await freePort())}/mcp` } })
  expect(servers.status()[0]).toMatchObject({ state: 'failed' })
})
