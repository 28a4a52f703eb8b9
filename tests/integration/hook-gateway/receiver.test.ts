import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FaultError } from '@shared/domain/fault'
import { createHookGatewayFile } from '../../../src/main/adapters/hook-gateway-file/hook-gateway-file'
import { openReceiver } from '../../../src/main/hosts/hook-gateway/receiver'
import { hookBody } from '../../fakes/agent-hooks'
import { createFakeLog } from '../../fakes/fake-engine'
import { askHookGateway, type HookGatewayAnswer, type HookGatewayAsk } from '../../fakes/hook-gateway-client'
import { allowed, bash, TriedHookGateway, until } from './tried-hook-gateway'

let hookGateway: TriedHookGateway
beforeEach(async () => {
  hookGateway = new TriedHookGateway()
  await hookGateway.open()
})
afterEach(() => hookGateway.end())

test('a recorded request is answered as the recording was', async () => {
  expect(await hookGateway.send()).toMatchObject({ status: 200, text: allowed })
  expect(hookGateway.asked.map(({ agent, tool }) => [agent, tool])).toEqual([['claude-code', 'Bash']])
  const patch = hookBody('codex', 'PermissionRequest', 'apply_patch')
  expect(await hookGateway.send({ path: '/codex', body: patch })).toMatchObject({
    status: 200,
    text: allowed,
  })
  expect(hookGateway.asked[1]?.wanted.kind).toBe('patch')
})

test('what a reviewer refused is asked about, and before a call nobody is where only retries are let through', async () => {
  const denied = hookBody('claude', 'PermissionDenied', 'Bash')
  const retry = '{"hookSpecificOutput":{"hookEventName":"PermissionDenied","retry":true}}'
  expect(await hookGateway.send({ body: denied })).toMatchObject({ status: 200, text: retry })
  const before = { ...denied, hook_event_name: 'PreToolUse' }
  hookGateway.answering = () => Promise.resolve({ kind: 'none' })
  expect(await hookGateway.send({ path: '/claude/retries', body: before })).toMatchObject({ text: '{}' })
  expect(await hookGateway.send({ body: before })).toMatchObject({ text: '{}' })
  expect(hookGateway.asked.map(({ event, retriesOnly }) => [event, retriesOnly])).toEqual([
    ['PermissionDenied', undefined],
    ['PreToolUse', true],
    ['PreToolUse', undefined],
  ])
  // Nothing else is taken there, and other agents have no such place.
  for (const body of [denied, bash])
    expect(await hookGateway.send({ path: '/claude/retries', body })).toMatchObject({
      status: 200,
      text: '{}',
    })
  expect(await hookGateway.send({ path: '/codex/retries', body: before })).toMatchObject({ status: 404 })
  expect(hookGateway.asked).toHaveLength(3)
})

test('who asks as soon as the port is kept, or before that, is answered; where it cannot be kept nothing stays open', async () => {
  const file = createHookGatewayFile(mkdtempSync(join(hookGateway.home, 'early-')))
  const early: Promise<HookGatewayAnswer>[] = []
  let port = 0
  const parts = {
    hookGateway: { ask: () => Promise.resolve({ kind: 'allow' as const }) },
    log: createFakeLog(),
  }
  const keep = async (opened: number): Promise<void> => {
    port = opened
    const { token } = await file.open()
    early.push(askHookGateway({ url: `http://127.0.0.1:${String(port)}`, token, body: bash }))
    await early[0]
  }
  const receiver = await openReceiver({ ...parts, file: { ...file, keep } })
  expect(await early[0]).toMatchObject({ status: 200, text: allowed })
  await receiver.close()
  const full = (opened: number): Promise<void> => {
    port = opened
    return Promise.reject(new Error('the disk is full'))
  }
  await expect(openReceiver({ ...parts, file: { ...file, keep: full } })).rejects.toThrow('the disk is full')
  expect(await askHookGateway({ url: `http://127.0.0.1:${String(port)}` })).toMatchObject({ status: 0 })
})

test('the place is kept for this user alone, and found again with the same port and token', async () => {
  const { url, token } = hookGateway.receiver
  const file = hookGateway.place
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ token, port: Number(new URL(url).port) })
  await expect(hookGateway.open()).rejects.toThrow('is in use, perhaps by another Countersign')
  await hookGateway.receiver.close()
  await hookGateway.open()
  expect([hookGateway.receiver.url, hookGateway.receiver.token]).toEqual([url, token])
})

test.each<readonly [string, (path: string) => void]>([
  [
    'others may read',
    (path) => {
      chmodSync(path, 0o644)
    },
  ],
  [
    'is a link',
    (path) => {
      rmSync(path)
      writeFileSync(`${path}.2`, '{}', { mode: 0o600 })
      symlinkSync(`${path}.2`, path)
    },
  ],
  [
    'is damaged',
    (path) => {
      writeFileSync(path, '{"port":1,"token":"x"}')
    },
  ],
])('a place that %s is not used, and is not written over', async (_, spoil) => {
  await hookGateway.receiver.close()
  const path = hookGateway.place
  spoil(path)
  const before = readFileSync(path, 'utf8')
  await expect(hookGateway.open()).rejects.toThrow('cannot be used')
  expect(readFileSync(path, 'utf8')).toBe(before)
})

test.each<readonly [string, (own: string) => Partial<HookGatewayAsk>]>([
  ['no token', () => ({ token: undefined })],
  ['a wrong token', () => ({ token: 'x'.repeat(43) })],
  ['a token that is nearly right', (own) => ({ token: own.slice(0, -1) })],
  ['a page of the web', () => ({ headers: { origin: 'https://example.com' } })],
  ['a page of this very address', () => ({ headers: { origin: hookGateway.receiver.url } })],
  ['a page without an origin', () => ({ headers: { origin: 'null' } })],
  [
    'another name of this machine',
    () => ({ headers: { host: `localhost:${new URL(hookGateway.receiver.url).port}` } }),
  ],
  [
    'a name that was bound anew',
    () => ({ headers: { host: `evil.example:${new URL(hookGateway.receiver.url).port}` } }),
  ],
  ['another path without a token', () => ({ path: '/x', token: undefined })],
  ['a question without a token', () => ({ method: 'GET', token: undefined })],
])('%s is refused without a hint, and nobody is asked', async (_, change) => {
  const answer = await hookGateway.send(change(hookGateway.receiver.token))
  expect([answer.status, answer.text]).toEqual([404, ''])
  expect(hookGateway.asked).toEqual([])
})

test.each<readonly [string, Partial<HookGatewayAsk>, number]>([
  ['another method', { method: 'GET' }, 405],
  ['another path', { path: '/elsewhere' }, 404],
  ['no JSON', { body: 'not json' }, 400],
  ['another JSON', { body: [1, 2] }, 400],
  ['no folder', { body: { ...bash, cwd: 'x' } }, 400],
])('%s is refused, saying what was expected', async (_, change, status) => {
  const answer = await hookGateway.send(change)
  expect(answer.status).toBe(status)
  expect(answer.text.length).toBeGreaterThan(5)
  expect(hookGateway.asked).toEqual([])
})

test('what only reads is left to the agent, at once', async () => {
  const read = hookBody('claude', 'PreToolUse', 'Bash', {
    tool_name: 'Read',
    tool_input: { file_path: '/x' },
  })
  expect(await hookGateway.send({ body: read })).toMatchObject({ status: 200, text: '{}' })
  expect(hookGateway.asked).toEqual([])
})

test('a verdict that is none, a fault and a folder that is not there are no answer', async () => {
  hookGateway.answering = () => Promise.resolve({ kind: 'none' })
  expect(await hookGateway.send()).toMatchObject({ status: 200, text: '{}' })
  hookGateway.answering = () => Promise.reject(new Error('broken'))
  expect((await hookGateway.send()).status).toBe(503)
  hookGateway.answering = () =>
    Promise.reject(new FaultError({ code: 'bad-request', message: '/gone is no folder that can be read.' }))
  expect(await hookGateway.send()).toMatchObject({
    status: 503,
    text: '/gone is no folder that can be read.',
  })
})

test('a body of 50 MB that says so is refused before it arrives', async () => {
  const answer = await hookGateway.send({
    body: JSON.stringify({ ...bash, filler: 'x'.repeat(50 * 1024 * 1024) }),
  })
  expect([0, 413]).toContain(answer.status)
  expect(hookGateway.asked).toEqual([])
  expect(await hookGateway.send()).toMatchObject({ status: 200 })
})

test('a body of 50 MB that does not say so is refused while it arrives', async () => {
  const { port } = new URL(hookGateway.receiver.url)
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  let sent = 0
  socket.on('data', (data: Buffer) => (answer += data.toString()))
  socket.on('error', () => undefined) // it is cut off
  socket.write(
    `POST /claude HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${hookGateway.receiver.token}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve()
    })
  })
  for (let at = 0; at < 800 && !socket.destroyed; at += 1) {
    sent += 65_536
    if (socket.write(chunk)) continue
    const drained = new Promise<void>((resolve) => {
      socket.once('drain', resolve)
    })
    await Promise.race([drained, closed])
  }
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(sent).toBeLessThan(50 * 1024 * 1024)
  expect(hookGateway.asked).toEqual([])
})

test('an authorised body that arrives slowly ends when its time is over, and not with the next look of 30 seconds', async () => {
  await hookGateway.receiver.close()
  await hookGateway.open(1_000)
  const { port, host } = new URL(hookGateway.receiver.url)
  const begun = Date.now()
  const socket = connect(Number(port), '127.0.0.1')
  let answered = ''
  socket.on('data', (text) => (answered += text.toString()))
  socket.on('error', () => undefined) // it is cut off
  const gone = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    `POST /claude HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${hookGateway.receiver.token}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
  )
  const drip = setInterval(() => socket.write(' '), 200)
  await gone
  clearInterval(drip)
  expect([Date.now() - begun < 5_000, hookGateway.asked, answered.includes('allow')]).toEqual([
    true,
    [],
    false,
  ])
})

test('a client that goes away takes its request back', async () => {
  let withdrawn = 0
  hookGateway.answering = (_, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        withdrawn += 1
        resolve({ kind: 'none' })
      })
    })
  const gone = new AbortController()
  const answer = hookGateway.send({ signal: gone.signal })
  await until(() => hookGateway.asked.length === 1)
  gone.abort()
  expect((await answer).status).toBe(0)
  await until(() => withdrawn === 1)
})

test('a desk that closes gives what waits no answer', async () => {
  hookGateway.answering = (_, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        resolve({ kind: 'allow' })
      })
    })
  const answer = hookGateway.send()
  await until(() => hookGateway.asked.length === 1)
  await hookGateway.receiver.close()
  expect(await answer).toMatchObject({ status: 0, text: '' })
})

test('200 requests at once are each answered as it was decided; what is beyond the bound is told to come back', async () => {
  const release = Promise.withResolvers<undefined>()
  hookGateway.answering = async ({ input }) => {
    await release.promise
    return input['n'] === 1 ? { kind: 'allow' } : { kind: 'deny', message: 'no', stops: false }
  }
  const body = (n: number) => ({ ...bash, tool_input: { command: 'make', n } })
  const answers = Array.from({ length: 200 }, (_, at) => hookGateway.send({ body: body(at % 2) }))
  await until(() => hookGateway.asked.length === 200)
  const more = Array.from({ length: 100 }, () => hookGateway.send({ body: body(1) }))
  await until(() => hookGateway.asked.length === 256)
  let refused = 0
  for (const each of more) void each.then(({ status }) => (refused += status === 503 ? 1 : 0))
  await until(() => refused === 44)
  release.resolve(undefined)
  const told = (await Promise.all(answers)).map(({ text }) => (text === allowed ? 'allow' : 'deny'))
  expect(told).toEqual(Array.from({ length: 200 }, (_, at) => (at % 2 === 1 ? 'allow' : 'deny')))
  expect((await Promise.all(more)).filter(({ text }) => text === allowed)).toHaveLength(56)
})
