import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { McpServer } from '@shared/domain/mcp-server'
import { createKeyFile } from '../../../src/main/adapters/key-file/key-file'
import { SignedInServers } from '../../../src/main/adapters/mcp-client/sign-in/signed-in'
import { createSignIns } from '../../../src/main/adapters/mcp-client/sign-in/sign-ins'
import { createTokenStore } from '../../../src/main/adapters/mcp-client/sign-in/token-store'
import { systemClock } from '../../../src/main/adapters/system/clock'
import { createRedactor } from '../../../src/main/core/redaction/redact-secrets'
import { startOAuthServer, type OAuthManner } from '../../fakes/oauth-mcp-server'
import { closeWorlds, openServers } from './mcp-world'

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  vi.unstubAllGlobals()
  await closeWorlds()
  for (const close of closers.splice(0)) await close()
})

/** A server that wants signing in, and a home to keep what it gives. */
async function world(manner: OAuthManner = {}) {
  const server = await startOAuthServer(manner)
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'cs-sign-in-'))
  closers.push(server.close, () => {
    rmSync(home, { recursive: true, force: true })
  })
  const tokens = createTokenStore(await createKeyFile(home))
  const signIns = createSignIns({
    servers: () => ({ far: McpServer.parse({ url: server.url }) }),
    tokens,
    clock: systemClock,
  })
  const signedIn = new SignedInServers(tokens, systemClock)
  const open = () => openServers({ far: { url: server.url, startup_timeout_sec: 20 } }, { signedIn })
  return { server, home, tokens, signIns, signedIn, open }
}

/** Visits an address as a browser would, following what it is sent on to. */
const visit = async (url: string): Promise<{ status: number; text: string }> => {
  const response = await fetch(url)
  return { status: response.status, text: await response.text() }
}

test('a click, a visit, and the tools of a server that wants a token are there; nothing is asked before', async () => {
  const { server, home, tokens, signIns, open } = await world()
  const before = await open()
  expect(before.servers.status()[0]).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/HTTP status 401/) as string,
  })
  expect(server.asked).toEqual([])
  const begun = await signIns.begin('far')
  expect(begun.host).toBe(new URL(server.auth).host)
  const address = new URL(begun.url)
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/) as string,
    state: expect.stringMatching(/^[\w-]{43}$/) as string,
  })
  expect(await visit(begun.url)).toMatchObject({
    status: 200,
    text: expect.stringContaining('Signed in') as string,
  })
  await begun.done
  const file = join(home, 'auth.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const after = await open()
  expect(await after.call('far__whoami')).toMatchObject({ text: 'ada' })
  const [secret = ''] = tokens.secrets()
  expect(readFileSync(file, 'utf8')).toContain(secret)
  expect(createRedactor([], () => tokens.secrets())(`said ${secret}`)).toBe('said [redacted]')
  await signIns.forget('far')
  expect(readFileSync(file, 'utf8')).not.toContain(secret)
})

test('a token that is no good any more is renewed once for two sessions, and kept', async () => {
  const { server, signIns, open } = await world({ expiresIn: 1 })
  const begun = await signIns.begin('far')
  await visit(begun.url)
  await begun.done
  server.expire()
  const both = await Promise.all([open(), open()])
  for (const each of both) expect(await each.call('far__whoami')).toMatchObject({ text: 'ada' })
})

test('one that cannot be renewed says that the person has to sign in again, and nothing is begun', async () => {
  const { server, signIns, open } = await world()
  const begun = await signIns.begin('far')
  await visit(begun.url)
  await begun.done
  server.revoke()
  const before = server.asked.filter((each) => /register|authorize/.test(each)).length
  const { servers } = await open()
  expect(servers.status()[0]).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('sign in again') as string,
  })
  expect(server.asked.filter((each) => /register|authorize/.test(each))).toHaveLength(before)
})

test('what one server gave is never sent to another under its name', async () => {
  const { signIns, tokens, server } = await world()
  const begun = await signIns.begin('far')
  await visit(begun.url)
  await begun.done
  expect(tokens.read('far', server.url)).toBeDefined()
  expect(tokens.read('far', 'https://other.example/mcp')).toBeUndefined()
})

test('whoever comes back without the state, by another name or another way changes nothing; the right one still counts', async () => {
  const { signIns } = await world()
  const begun = await signIns.begin('far')
  const back = new URL(new URL(begun.url).searchParams.get('redirect_uri') ?? '')
  const state = new URL(begun.url).searchParams.get('state') ?? ''
  expect((await visit(`${back.href}?code=evil`)).status).toBe(400)
  expect((await visit(`${back.href}?code=evil&state=${'A'.repeat(43)}`)).status).toBe(400)
  expect(
    (
      await visit(`http://localhost:${back.port}/callback?code=evil&state=${state}`).catch(() => ({
        status: 400,
      }))
    ).status,
  ).toBe(400)
  const posted = await fetch(`${back.href}?code=evil&state=${state}`, { method: 'POST' })
  expect(posted.status).toBe(400)
  expect((await visit(begun.url)).status).toBe(200)
  await begun.done
  await expect(fetch(back)).rejects.toThrow()
})

test('a no, giving up, and coming back from another place end it with the reason, and nobody listens any more', async () => {
  const { signIns } = await world()
  const refused = await signIns.begin('far')
  const back = new URL(new URL(refused.url).searchParams.get('redirect_uri') ?? '')
  const state = new URL(refused.url).searchParams.get('state') ?? ''
  await visit(`${back.href}?error=access_denied%1b&state=${state}`)
  await expect(refused.done).rejects.toThrow('it said "access_denied?"')
  const given = await signIns.begin('far')
  given.cancel()
  await expect(given.done).rejects.toThrow('It was given up.')
  const elsewhere = await world({ iss: 'https://evil.example' })
  const begun = await elsewhere.signIns.begin('far')
  await visit(begun.url)
  await expect(begun.done).rejects.toThrow('another place than the one that you were sent to')
  expect(elsewhere.server.asked).not.toContain('auth POST /token')
})

test('a server that describes itself as another place to sign in at gets nothing of what the person comes back with', async () => {
  const place = await startOAuthServer({ ownIss: true })
  closers.push(place.close)
  const evil = await world({
    metadata: { issuer: place.auth, authorization_endpoint: `${place.auth}/authorize` },
  })
  const begun = await evil.signIns.begin('far')
  await visit(begun.url)
  await expect(begun.done).rejects.toThrow('another place than the one that you were sent to')
  expect(evil.server.asked).not.toContain('auth POST /token')
})

test('where a place does not say who it is, whom the code goes to is told before the visit, and only where that is another host', async () => {
  const place = await startOAuthServer()
  closers.push(place.close)
  const evil = await world({ metadata: { authorization_endpoint: `${place.auth}/authorize` } })
  const begun = await evil.signIns.begin('far')
  expect([begun.host, begun.codeTo]).toEqual([new URL(place.auth).host, new URL(evil.server.auth).host])
  const { signIns } = await world()
  expect(await signIns.begin('far')).not.toHaveProperty('codeTo')
})

test('an answer without its sender, from a place that says that it names it, is none', async () => {
  const { signIns, server } = await world({
    metadata: { authorization_response_iss_parameter_supported: true },
  })
  const begun = await signIns.begin('far')
  await visit(begun.url)
  await expect(begun.done).rejects.toThrow('does not say where it comes from')
  expect(server.asked).not.toContain('auth POST /token')
})

test('one that names itself as it is described is taken', async () => {
  const { signIns } = await world({ ownIss: true })
  const begun = await signIns.begin('far')
  await visit(begun.url)
  await begun.done
})

test('a server that is signed in to has nothing asked that a sign-in would not ask, nor is its key sent there', async () => {
  const seen: [url: string, key: string | null][] = []
  const { fetch: real } = globalThis
  vi.stubGlobal('fetch', (url: string | URL, init?: RequestInit) => {
    seen.push([String(url), new Headers(init?.headers).get('x-key')])
    return real(url, init)
  })
  const other = await bystander()
  for (const describedAt of ['http://169.254.169.254/latest/meta-data', `${other.origin}/described`]) {
    const { signIns, signedIn, server } = await world({ describedAt })
    const begun = await signIns.begin('far')
    await visit(begun.url)
    await begun.done
    server.revoke()
    seen.length = 0
    const settings = { url: server.url, startup_timeout_sec: 20, http_headers: { 'x-key': 'for-the-server' } }
    await openServers({ far: settings }, { signedIn })
    expect(seen).toContainEqual([server.url, 'for-the-server'])
    expect(
      seen.filter(
        ([url, key]) =>
          url.startsWith('http://169') || (key !== null && !url.startsWith(new URL(server.url).origin)),
      ),
    ).toEqual([])
  }
  expect(other.asked).toContain('/described')
})

/** Something on the loopback that a hostile server would like to have asked. */
async function bystander() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` }
}

test.each<[string, OAuthManner, RegExp]>([
  [
    'a place to sign in at that is a file',
    { metadata: { authorization_endpoint: 'file:///etc/passwd' } },
    /expected https|protocol|URL/i,
  ],
  [
    'a script',
    { metadata: { authorization_endpoint: 'javascript:alert(1)' } },
    /expected https|cannot use|protocol|URL/i,
  ],
  [
    'a far place without encryption',
    { metadata: { authorization_endpoint: 'http://192.0.2.1/authorize' } },
    /expected https/,
  ],
  [
    'a password in the address',
    { metadata: { authorization_endpoint: 'https://bank.example@127.0.0.1/x' } },
    /password/,
  ],
  [
    'a private address to register at',
    { metadata: { registration_endpoint: 'https://10.0.0.1/register' } },
    /private; expected a public one/,
  ],
  [
    'the cloud’s own address',
    { metadata: { registration_endpoint: 'https://169.254.169.254/latest' } },
    /metadata; expected a public one/,
  ],
  [
    'an authorization server in a private network',
    { authorizationServer: 'https://192.168.1.1' },
    /private; expected a public one/,
  ],
  ['answers without end', { endless: true }, /longer than 1 MB/],
])('a server that names %s is refused with the reason', async (_, manner, said) => {
  const { signIns } = await world(manner)
  await expect(signIns.begin('far')).rejects.toThrow(said)
})

test('no redirect is followed while signing in', async () => {
  const other = await bystander()
  const { signIns } = await world({ metadataRedirect: `${other.origin}/admin` })
  await signIns.begin('far').catch(() => undefined)
  expect(other.asked).toEqual([])
  await vi.waitFor(
    () => {
      expect(other.asked).toEqual([])
    },
    { timeout: 120_000 },
  )
})
