import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processesWith } from '../../fakes/processes-with'
import { agentWorld, closeAgentWorlds } from './agent-world'
import { hostileServer, npmServer } from './mcp-world'

/** What the sandbox stops of a server's process is evidence like a command's: a question with exactly that, which takes effect. */

let outside: string
const sockets: Server[] = []
beforeAll(() => {
  // Not in the temporary folder, which commands may write.
  outside = mkdtempSync('/var/tmp/cs-stopped-server-')
})
afterAll(async () => {
  await closeAgentWorlds()
  for (const socket of sockets) socket.close()
  rmSync(outside, { recursive: true, force: true })
})

const memory = (file: string, ...args: string[]): object => ({
  ...npmServer('memory', ...args),
  env: { MEMORY_FILE_PATH: file },
})
const create = {
  name: 'memory__create_entities',
  args: { entities: [{ name: 'Ada', entityType: 'person', observations: ['wrote a program'] }] },
}
/** A server of this machine's at this path. */
async function machineSocket(path: string): Promise<void> {
  const server = createServer((socket) => socket.end('the machine'))
  sockets.push(server)
  await new Promise<void>((resolve) => server.listen({ path }, resolve))
}
const onlyThis = { kind: 'allow', offerId: 'only-this' } as const

describe('a server that keeps its file where the session may not write', () => {
  test('is asked about with that file alone, begun again with it, and the model is told so', async () => {
    const file = join(outside, 'memory.jsonl')
    const { engine, start, until, outputs } = await agentWorld({ memory: memory(file) }, [create, create])
    await start()
    const call = await until('approval.requested')
    await engine.decide(call.request.id, { ...onlyThis, scope: 'session' }, 'window')
    const { request } = await until('approval.requested', 2)
    expect(request).toMatchObject({
      callId: 'c0-stops',
      command: ['memory'],
      stop: {
        boundary: 'sandbox',
        evidence: [{ kind: 'write', target: expect.stringContaining(`${file}.`) as string }],
      },
      offers: [
        {
          // It writes under a made-up name, which then becomes this one.
          grants: [{ kind: 'write', path: file, extent: 'entry' }],
          scopes: ['once'],
          means: { kind: 'server-from-now', server: 'memory' },
        },
      ],
    })
    expect(existsSync(file)).toBe(false)
    await engine.decide(request.id, onlyThis, 'window')
    await until('turn.finished')
    expect(outputs()[0]).toMatch(/^The tool failed: .*EROFS[^]*A person has allowed that since/)
    expect(outputs()[1]).not.toContain('failed')
    expect(readFileSync(file, 'utf8')).toContain('Ada')
    expect(existsSync(join(outside, 'other'))).toBe(false)
  })

  test('that is killed while its question waits: a yes still counts, and it begins with what was allowed', async () => {
    const file = join(outside, 'killed.jsonl')
    const marker = randomUUID()
    const { engine, start, until, outputs } = await agentWorld({ memory: memory(file, marker) }, [
      create,
      create,
    ])
    await start()
    const call = await until('approval.requested')
    await engine.decide(call.request.id, { ...onlyThis, scope: 'session' }, 'window')
    const { request } = await until('approval.requested', 2)
    const had = processesWith(marker)
    expect(had.length).toBeGreaterThan(0)
    for (const pid of had.toSorted((one, other) => other - one).slice(0, 1)) process.kill(pid, 'SIGKILL')
    await expect
      .poll(() => had.filter((pid) => processesWith(marker).includes(pid)).length, { timeout: 120_000 })
      .toBe(0)
    await engine.decide(request.id, onlyThis, 'window')
    await until('turn.finished')
    expect(outputs()[1]).not.toContain('failed')
    expect(readFileSync(file, 'utf8')).toContain('Ada')
  })

  test('is asked about once, and a no leaves it as it was', async () => {
    const file = join(outside, 'never.jsonl')
    const { engine, start, until, events, outputs } = await agentWorld({ memory: memory(file) }, [
      create,
      create,
    ])
    await start()
    const call = await until('approval.requested')
    await engine.decide(call.request.id, { ...onlyThis, scope: 'session' }, 'window')
    const { request } = await until('approval.requested', 2)
    await engine.decide(request.id, { kind: 'deny' }, 'window')
    await until('turn.finished')
    expect(events().filter(({ type }) => type === 'approval.requested')).toHaveLength(2)
    expect(outputs().every((text) => text.startsWith('The tool failed: ') && !text.includes('allowed'))).toBe(
      true,
    )
    expect(existsSync(file)).toBe(false)
  })
})

test('a server that was given something is begun again without it when all is to be asked about, and so is its tool', async () => {
  const file = join(outside, 'taken-back.jsonl')
  const { engine, start, until } = await agentWorld({ memory: memory(file) }, [create, 'done', create])
  await start()
  const call = await until('approval.requested')
  await engine.decide(call.request.id, { ...onlyThis, scope: 'session' }, 'window')
  const { request } = await until('approval.requested', 2)
  await engine.decide(request.id, onlyThis, 'window')
  await until('turn.finished')
  expect((await engine.listGrants()).map(({ scope }) => scope)).toEqual(['session'])

  await engine.suspendRules('all', true)
  expect(await engine.listGrants()).toEqual([])
  await engine.suspendRules('all', false)
  await start()
  const again = await until('approval.requested', 3)
  expect(again.request.callId).toBe('c2')
  await engine.decide(again.request.id, onlyThis, 'window')
  const stopped = await until('approval.requested', 4)
  expect(stopped.request).toMatchObject({
    callId: 'c2-stops',
    offers: [{ grants: [{ kind: 'write', path: file, extent: 'entry' }] }],
  })
  await engine.decide(stopped.request.id, { kind: 'deny' }, 'window')
  await until('turn.finished', 2)
})

test('a server that wants a socket of the machine is asked about with that path alone, and begun again with it', async () => {
  const [wanted, other] = [join(outside, 'wanted'), join(outside, 'other')]
  for (const path of [wanted, other]) await machineSocket(path)
  const looks = [wanted, wanted, other].map((path) => ({ name: 'near__look', args: { path } }))
  const { engine, start, until, outputs } = await agentWorld({ near: hostileServer('reaches') }, looks)
  await start()
  const call = await until('approval.requested')
  await engine.decide(call.request.id, { ...onlyThis, scope: 'session' }, 'window')
  const { request } = await until('approval.requested', 2)
  expect(request).toMatchObject({
    effect: { act: { kind: 'connect', hosts: [wanted] } },
    stop: { evidence: [{ kind: 'write', target: wanted, operation: 'connect', source: 'kernel' }] },
    offers: [
      {
        grants: [{ kind: 'write', path: wanted, extent: 'file' }],
        means: { kind: 'server-from-now', server: 'near' },
      },
    ],
  })
  await engine.decide(request.id, onlyThis, 'window')
  const next = await until('approval.requested', 3)
  expect(next.request.offers[0]?.grants).toEqual([{ kind: 'write', path: other, extent: 'file' }])
  await engine.decide(next.request.id, { kind: 'deny' }, 'window')
  await until('turn.finished')
  expect(outputs()[0]).toMatch(/EACCES[^]*A person has allowed that since/)
  expect(outputs()[1]).toContain('the machine')
  expect(outputs()[2]).toMatch(/EACCES/)
})

test('a server that cannot start for what it may not write is asked about before the first request, which then has its tools', async () => {
  const place = join(outside, 'state')
  const starts = {
    command: '/bin/sh',
    args: ['-c', `mkdir '${place}' && exec "$0" "$@"`, ...commandOf(npmServer('everything'))],
  }
  const { engine, start, until, model } = await agentWorld({ late: starts }, [])
  await start()
  const { request } = await until('approval.requested')
  expect(request).toMatchObject({
    callId: 'server-1-late-stops',
    offers: [{ grants: [{ kind: 'write', path: place }], means: { kind: 'server-from-now' } }],
  })
  expect(model.requests).toHaveLength(0)
  await engine.decide(request.id, onlyThis, 'window')
  await until('turn.finished')
  expect(existsSync(place)).toBe(true)
  expect(model.requests[0]?.tools.map(({ name }) => name)).toContain('late__echo')
})

function commandOf(server: object): readonly string[] {
  const { command, args } = server as { command: string; args: readonly string[] }
  return [command, ...args]
}
