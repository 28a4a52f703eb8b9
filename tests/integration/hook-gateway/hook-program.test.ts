import { chmodSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHookGatewayFile } from '../../../src/main/adapters/hook-gateway-file/hook-gateway-file'
import { hookProgram } from '../../../src/main/hosts/hook-gateway/hook-program'
import { hookBody } from '../../fakes/agent-hooks'
import { askHookGateway } from '../../fakes/hook-gateway-client'
import { allowed, bash, TriedHookGateway } from './tried-hook-gateway'

let hookGateway: TriedHookGateway
beforeEach(async () => {
  hookGateway = new TriedHookGateway()
  await hookGateway.open()
})
afterEach(() => hookGateway.end())

/** Runs the program of a hook; what it says to the agent and what it complains of. */
async function hook(
  agent: string,
  body: unknown,
  { file = createHookGatewayFile(hookGateway.home), retriesOnly = false } = {},
) {
  const said = { out: '', err: '' }
  const input = Readable.from([Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))])
  const code = await hookProgram({
    ...{ agent, retriesOnly, input, place: () => file.read() },
    write: (text) => (said.out += text),
    complain: (text) => (said.err += text),
  })
  return { code, ...said }
}

test("a hook's program passes the answer on", async () => {
  const codex = hookBody('codex', 'PermissionRequest', 'Bash')
  expect(await hook('codex', codex)).toEqual({ code: 0, out: `${allowed}\n`, err: '' })
  expect(await hook('claude-code', bash)).toEqual({ code: 0, out: `${allowed}\n`, err: '' })
  hookGateway.answering = () => Promise.resolve({ kind: 'none' })
  expect(await hook('codex', codex)).toEqual({ code: 0, out: '', err: '' })
  const before = hookBody('claude', 'PreToolUse', 'Bash')
  await hook('claude-code', before, { retriesOnly: true })
  await hook('claude-code', before)
  expect(hookGateway.asked.slice(-2).map(({ retriesOnly }) => retriesOnly)).toEqual([true, undefined])
})

test.each<readonly [string, () => Promise<unknown> | undefined, unknown]>([
  ['the desk is closed', () => hookGateway.receiver.close(), bash],
  ['the body is no hook', () => undefined, 'x'],
  ['the body is too large', () => undefined, 'x'.repeat(6 * 1024 * 1024)],
  [
    'the place cannot be used',
    () => {
      chmodSync(hookGateway.place, 0o644)
      return undefined
    },
    bash,
  ],
])("a hook's program gives no answer where %s", async (_, spoil, body) => {
  await spoil()
  const said = await hook('codex', body)
  expect([said.code, said.out]).toEqual([0, ''])
  expect(said.err).toContain('the desk gave no answer')
})

test('what has taken the port of a closed desk learns neither the token nor the request, and allows nothing', async () => {
  const { port } = new URL(hookGateway.receiver.url)
  await hookGateway.receiver.close()
  const heard: string[] = []
  const other = createServer((request, response) => {
    heard.push(JSON.stringify([request.url, request.headers]))
    request.on('data', (data: Buffer) => heard.push(data.toString()))
    response.end(allowed)
  })
  await new Promise<void>((resolve) => other.listen(Number(port), '127.0.0.1', resolve))
  const said = await hook('claude-code', bash)
  await new Promise((resolve) => other.close(resolve))
  expect([said.out, said.err]).toEqual([
    '',
    'countersign: the desk gave no answer: what listens there is not it\n',
  ])
  expect(heard).toHaveLength(1)
  expect(heard.join('')).not.toContain(hookGateway.receiver.token)
  await hookGateway.open()
})

test('one that asks the real desk elsewhere for its proof does not get one that fits', async () => {
  const { port } = new URL(hookGateway.receiver.url)
  const between = createServer((request, response) => {
    const { 'x-countersign-nonce': nonce = '' } = request.headers
    void askHookGateway({
      url: hookGateway.receiver.url,
      path: '/proof',
      headers: { 'x-countersign-nonce': String(nonce) },
    }).then(({ text }) => response.end(text))
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  const stale = { port: (between.address() as AddressInfo).port, token: hookGateway.receiver.token }
  const file = { ...createHookGatewayFile(hookGateway.home), read: () => Promise.resolve(stale) }
  const said = await hook('claude-code', bash, { file })
  await new Promise((resolve) => between.close(resolve))
  expect(said.err).toContain('what listens there is not it')
  expect([said.out, hookGateway.asked, Number(port) === stale.port]).toEqual(['', [], false])
})
