import { chmodSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDeskFile } from '../../../src/main/adapters/desk-file/desk-file'
import { hookProgram } from '../../../src/main/hosts/desk/hook-program'
import { hookBody } from '../../fakes/agent-hooks'
import { askDesk } from '../../fakes/desk-client'
import { allowed, bash, TriedDesk } from './tried-desk'

let desk: TriedDesk
beforeEach(async () => {
  desk = new TriedDesk()
  await desk.open()
})
afterEach(() => desk.end())

/** Runs the program of a hook; what it says to the agent and what it complains of. */
async function hook(agent: string, body: unknown, file = createDeskFile(desk.home)) {
  const said = { out: '', err: '' }
  const input = Readable.from([Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))])
  const code = await hookProgram({
    ...{ agent, input, place: () => file.read() },
    write: (text) => (said.out += text),
    complain: (text) => (said.err += text),
  })
  return { code, ...said }
}

test("a hook's program passes the answer on", async () => {
  const codex = hookBody('codex', 'PermissionRequest', 'Bash')
  expect(await hook('codex', codex)).toEqual({ code: 0, out: `${allowed}\n`, err: '' })
  expect(await hook('claude-code', bash)).toEqual({ code: 0, out: `${allowed}\n`, err: '' })
  desk.answering = () => Promise.resolve({ kind: 'none' })
  expect(await hook('codex', codex)).toEqual({ code: 0, out: '', err: '' })
})

test.each<readonly [string, () => Promise<unknown> | undefined, unknown]>([
  ['the desk is closed', () => desk.receiver.close(), bash],
  ['the body is no hook', () => undefined, 'x'],
  ['the body is too large', () => undefined, 'x'.repeat(6 * 1024 * 1024)],
  [
    'the place cannot be used',
    () => {
      chmodSync(desk.place, 0o644)
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
  const { port } = new URL(desk.receiver.url)
  await desk.receiver.close()
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
  expect(heard.join('')).not.toContain(desk.receiver.token)
  await desk.open()
})

test('one that asks the real desk elsewhere for its proof does not get one that fits', async () => {
  const { port } = new URL(desk.receiver.url)
  const between = createServer((request, response) => {
    const { 'x-countersign-nonce': nonce = '' } = request.headers
    void askDesk({
      url: desk.receiver.url,
      path: '/proof',
      headers: { 'x-countersign-nonce': String(nonce) },
    }).then(({ text }) => response.end(text))
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  const stale = { port: (between.address() as AddressInfo).port, token: desk.receiver.token }
  const said = await hook('claude-code', bash, {
    ...createDeskFile(desk.home),
    read: () => Promise.resolve(stale),
  })
  await new Promise((resolve) => between.close(resolve))
  expect(said.err).toContain('what listens there is not it')
  expect([said.out, desk.asked, Number(port) === stale.port]).toEqual(['', [], false])
})
