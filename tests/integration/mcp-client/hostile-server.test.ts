import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closeWorlds, hostileServer, openServers } from './mcp-world'

afterAll(closeWorlds)

const open = (manner: string, more: object = {}) => openServers({ h: { ...hostileServer(manner), ...more } })

test.each([
  ['no-start', /exit code 1/],
  ['silent', /did not answer within 1 s/],
  ['old', /protocol version/i],
  ['no-list', /no list of tools/],
  ['prose', /not the protocol/],
])('a server that is %s fails with the reason', async (manner, reason) => {
  const { servers } = await open(manner, { startup_timeout_sec: manner === 'silent' ? 1 : 20 })
  const [status] = servers.status()
  expect(status?.state).toBe('failed')
  expect(status?.reason).toMatch(reason)
})

test('the last lines of what failed are told', async () => {
  const { servers } = await open('no-start')
  expect(servers.status()[0]?.stderr).toContain('cannot open the database')
})

test.each([
  ['many', 128, /first 128/],
  ['twice', 1, /lists twice/],
  ['deep', 1, /too deep/],
  ['wide', 1, /64 KB/],
  ['unlike-tools', 1, /without a name or a schema/],
  ['circle', 3, undefined],
  ['talks-first', 1, undefined],
])('of a list that is %s, what can be believed is offered', async (manner, count, note) => {
  const { servers } = await open(manner)
  const [status] = servers.status()
  expect(status?.state).toBe('ready')
  expect(servers.tools()).toHaveLength(count)
  if (note) expect(status?.notes.join(' ')).toMatch(note)
})

test.each([
  ['never-answers', 'timed-out'],
  ['dies', 'unreachable'],
])('a call to a server that %s ends', async (manner, cause) => {
  const { call } = await open(manner, { tool_timeout_sec: 2 })
  expect(await call('h__look')).toMatchObject({ kind: 'stopped', cause })
})

test('a message without an end ends the server', async () => {
  const { call } = await open('huge-line')
  expect(await call('h__look')).toMatchObject({
    kind: 'stopped',
    cause: 'unreachable',
    reason: expect.stringContaining('16 MB') as string,
  })
})

test('a call that is called off ends at once', async () => {
  const { call } = await open('never-answers')
  const stop = new AbortController()
  const answer = call('h__look', {}, { signal: stop.signal })
  stop.abort()
  expect(await answer).toMatchObject({ kind: 'stopped', cause: 'cancelled' })
})

test('parts of an answer that are not known or not what they say are named, and the rest counts', async () => {
  const { call } = await open('odd-result')
  const answer = await call('h__look')
  expect(answer).toMatchObject({ kind: 'answered', images: [] })
  expect(answer).toMatchObject({ text: expect.stringContaining('seen') as string })
})

test('a flood of notifications holds neither the call nor the engine up', async () => {
  const { call } = await open('flood')
  let beats = 0
  const beat = setInterval(() => {
    beats += 1
  }, 5)
  const answer = await call('h__look')
  clearInterval(beat)
  expect(answer).toMatchObject({ text: 'in the flood' })
  expect(beats).toBeGreaterThan(0)
})

test.each([
  ['renamed', /describes look otherwise/],
  ['gone', /no tool look any more/],
  ['unlisted', /not known: .* could not be read: .*no list today/],
])('a tool that is %s after it was agreed to is not called', async (manner, reason) => {
  const { call, servers, tool } = await open(manner)
  const agreed = tool('h__look')
  expect(await call('h__look')).toMatchObject({ text: 'once' })
  await expect.poll(() => servers.tools()[0]?.hash).not.toBe(agreed.hash)
  const world = { signal: new AbortController().signal, askHost: undefined, onProgress: () => undefined }
  const answer = await servers.call(
    agreed,
    {},
    { ...world, elicit: () => Promise.resolve({ action: 'decline' }) },
  )
  expect(answer).toMatchObject({
    kind: 'stopped',
    cause: 'changed',
    reason: expect.stringMatching(reason) as string,
  })
})

test('a server writes where a command of the session may, and nowhere else', async () => {
  const { call, workspace } = await open('writes')
  const outside = `/var/tmp/cs-mcp-outside-${String(process.pid)}`
  expect(await call('h__look', { path: join(workspace, 'a') })).toMatchObject({ text: 'written' })
  expect(await call('h__look', { path: outside })).toMatchObject({
    text: expect.stringMatching(/EROFS|EACCES|EPERM/) as string,
  })
  expect(existsSync(outside)).toBe(false)
})

test('a host that a server wants is asked about in the call that it works for', async () => {
  const { call } = await open('connects')
  const asked: string[] = []
  const answer = await call(
    'h__look',
    { url: 'http://mcp.invalid/' },
    {
      askHost: ({ host }) => {
        asked.push(host)
        return Promise.resolve('deny')
      },
    },
  )
  expect(answer).toMatchObject({ text: expect.stringMatching(/403/) as string })
  expect(asked).toEqual(['mcp.invalid'])
})

test('what a server asks the person is answered in the call, and only what was accepted is sent', async () => {
  const { call } = await open('asks')
  const given = await call(
    'h__look',
    {},
    { elicit: () => Promise.resolve({ action: 'accept', content: { name: 'Ada' } }) },
  )
  expect(given).toMatchObject({ text: JSON.stringify({ action: 'accept', content: { name: 'Ada' } }) })
  const refused = await call('h__look', {}, { elicit: () => Promise.resolve({ action: 'decline' }) })
  expect(refused).toMatchObject({ text: JSON.stringify({ action: 'decline' }) })
})

test('a server that crashed is there again after a while', async () => {
  const { call, servers } = await open('dies')
  await call('h__look')
  await expect.poll(() => servers.status()[0]?.state).toBe('waiting')
  expect(servers.status()[0]?.stderr).toContain('out of luck')
  await expect.poll(() => servers.status()[0]?.state).toBe('ready')
})

test('names that no model would take, or that imitate, become plain ones', async () => {
  const { servers } = await open('escapes')
  const [tool] = servers.tools()
  expect(tool?.offeredAs).toMatch(/^h__loo_k_[0-9a-f]{8}$/)
})
