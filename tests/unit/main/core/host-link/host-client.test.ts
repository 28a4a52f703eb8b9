import { expect, test } from 'vitest'
import type { HostPipeEnd } from '@shared/domain/host-problem'
import { HostClient, type HostNotice } from '../../../../../src/main/core/host-link/host-client'
import type { HostPipe } from '../../../../../src/main/core/host-link/host-pipe'
import { sampleRequest } from '../../../../fakes/sample-request'

const version = '1.2.3'
const engine = 'e'.repeat(32)
const hello = {
  countersign: 'engine',
  protocol: 2,
  version,
  engine,
  platform: 'linux',
  now: 0,
  line: 'new',
  received: 0,
}

/** A pipe whose host says what the test has it say. */
function fakePipe(): HostPipe & { say(line: unknown): void; finish(): void; readonly heard: string[] } {
  const queue: Uint8Array[] = []
  const heard: string[] = []
  let wake: (() => void) | undefined
  const state = { over: false }
  const ended = Promise.withResolvers<HostPipeEnd>()
  const finish = (): void => {
    state.over = true
    ended.resolve({ kind: 'exit', code: 0 })
    wake?.()
  }
  return {
    heard,
    finish,
    ended: ended.promise,
    end: finish,
    said: () => '',
    write: (text) => heard.push(text),
    say(line) {
      queue.push(new TextEncoder().encode(typeof line === 'string' ? line : `${JSON.stringify(line)}\n`))
      wake?.()
    },
    output: (async function* () {
      for (;;) {
        for (let next = queue.shift(); next; next = queue.shift()) yield next
        if (state.over) return
        await new Promise<void>((resolve) => (wake = resolve))
      }
    })(),
  }
}

function world(pipes: readonly HostPipe[], hasty = false) {
  const left = [...pipes]
  const notices: HostNotice[] = []
  const client = new HostClient({
    open: () => left.shift() ?? fakePipe(),
    version,
    clock: {
      now: () => 0,
      // What is waited for between tries comes at once, deadlines and looks never.
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          if (ms < 1_000 || hasty) setTimeout(resolve, 1)
          signal?.addEventListener('abort', () => {
            reject(signal.reason as Error)
          })
        }),
    },
    lineId: () => 'a'.repeat(32),
    withinMs: 45_000,
  })
  client.subscribe((notice) => notices.push(notice))
  return { client, notices }
}

const body = (value: unknown, n = 1, ack = 0): object => ({ n, ack, body: value })
const event = (told: object, more: object = {}): object =>
  body({
    push: { seq: 1, kind: 'events', events: [{ sessionId: 's', seq: 1, at: 'now', event: told, ...more }] },
  })
const deep = (levels: number): string => `{"n":1,"ack":0,"body":${'['.repeat(levels)}${']'.repeat(levels)}}\n`

test.each<[string, unknown]>([
  ['a number', 5],
  ['null', null],
  ['a list', []],
  ['no JSON', '{"n":\n'],
  ['an empty line', '\n'],
  ['bytes of no text', '\u0000\ufffd\n'],
  ['an object of nothing', {}],
  ['a member nobody knows', { ack: 0, root: true }],
  ['a prototype', '{"ack":0,"__proto__":{"n":1},"constructor":1}\n'],
  ['a negative number', { ...body(1), n: -1 }],
  ['a number that is none', { ...body(1), n: '1' }],
  ['a number with a fraction', { ...body(1), n: 1.5 }],
  ['a number beyond all', '{"n":1e999,"ack":0,"body":1}\n'],
  ['a message that jumps ahead', body({ push: {} }, 7)],
  ['an acknowledgement of what was not sent', { ack: 1_000 }],
  ['a message without a body', { n: 1, ack: 0 }],
  ['a body that is a text', body('allow')],
  ['a body that is both', body({ id: 1, reply: { ok: true, value: 1 }, push: {} })],
  ['a request to this machine', body({ id: 1, channel: 'session.create', payload: { cwd: '/' } })],
  ['an answer to nothing', body({ id: 999, reply: { ok: true, value: {} } })],
  ['an answer of another form', body({ id: 1, reply: { ok: true, value: { begun: 'yes' } } }, 1, 1)],
  [
    'an answer with more in it',
    body({ id: 1, reply: { ok: true, value: { begun: true, run: 'sh' } } }, 1, 1),
  ],
  ['an answer that is nothing', body({ id: 1, reply: null }, 1, 1)],
  ['a fault nobody knows', body({ id: 1, reply: { ok: false, fault: { code: 'root', message: '' } } }, 1, 1)],
  ['a fault without words', body({ id: 1, reply: { ok: false, fault: { code: 'internal' } } }, 1, 1)],
  ['a push nobody knows', body({ push: { seq: 1, kind: 'run', command: 'sh' } })],
  ['a push without a number', body({ push: { kind: 'servers' } })],
  ['a push of number nought', body({ push: { seq: 0, kind: 'servers' } })],
  ['an event nobody knows', event({ type: 'command.run', command: ['sh'] })],
  ['an event of no session', event({ type: 'search.started', callId: 'c' }, { sessionId: undefined })],
  ['an event with more in it', event({ type: 'search.started', callId: 'c', then: 'sh' })],
  ['an event of number nought', event({ type: 'search.started', callId: 'c' }, { seq: 0 })],
  ['a request without offers', event({ type: 'approval.requested', request: { id: 'r' } })],
  [
    'a request of a level nobody knows',
    event({
      type: 'approval.requested',
      request: { ...sampleRequest, assessment: { ...sampleRequest.assessment, level: 'none' } },
    }),
  ],
  [
    'a request with a state nobody knows',
    event({ type: 'approval.requested', request: { ...sampleRequest, state: 'allowed-here' } }),
  ],
  ['a session of another form', body({ push: { seq: 1, kind: 'session', session: { id: 5 } } })],
  ['grants of another form', body({ push: { seq: 1, kind: 'grants', grants: [{ kind: 'all' }] } })],
  ['a command of the window that is none', body({ push: { seq: 1, kind: 'command', command: 'quit.now' } })],
  ['a depth of a hundred thousand', deep(100_000)],
  ['a greeting once more', hello],
])('a host that says %s is not spoken with any more', async (_, said) => {
  const pipe = fakePipe()
  const { client, notices } = world([pipe])
  pipe.say(hello)
  await client.connect()
  const asking = client.request('approval.rehearse', { requestId: 'r' }).catch((error: unknown) => error)
  pipe.say(said)
  await expect.poll(() => notices.map(({ kind }) => kind)).toEqual(['over'])
  expect(await asking).toBeInstanceOf(Error)
  await expect(client.request('app.hello', {})).rejects.toThrow()
})

test('a request is sent once more over the next pipe, and its answer counts once', async () => {
  const [first, second] = [fakePipe(), fakePipe()]
  const { client, notices } = world([first, second])
  first.say(hello)
  await client.connect()
  const asking = client.request('approval.rehearse', { requestId: 'r' })
  first.finish()
  second.say({ ...hello, line: 'resumed' })
  second.say(body({ id: 1, reply: { ok: true, value: { begun: true } } }, 1, 1))
  expect(await asking).toEqual({ begun: true })
  expect(notices.map(({ kind }) => kind)).toEqual(['lost', 'back'])
  expect(second.heard.filter((line) => line.includes('"channel"')).length).toBe(1)
  client.close()
})

test('an engine that does not know the line any more is no reason to ask twice', async () => {
  const [first, second] = [fakePipe(), fakePipe()]
  const { client, notices } = world([first, second])
  first.say(hello)
  await client.connect()
  const asking = client.request('approval.rehearse', { requestId: 'r' })
  first.finish()
  second.say(hello)
  await expect(asking).rejects.toThrow('it is not known what became of what was asked')
  await expect.poll(() => notices.at(-1)).toEqual({ kind: 'back', resumed: false, engine, aheadMs: 0 })
  expect(second.heard.filter((line) => line.includes('"channel"'))).toEqual([])
  client.close()
})

test('what is said over a pipe that does not come up is told with the loss', async () => {
  const [first, second] = [fakePipe(), { ...fakePipe(), said: () => 'the disk is full' }]
  const { client, notices } = world([first, second])
  first.say(hello)
  await client.connect()
  second.say('Welcome\n')
  second.finish()
  first.finish()
  const end = { kind: 'exit', code: 0 }
  await expect
    .poll(() => notices.slice(0, 2))
    .toEqual([
      { kind: 'lost', why: { kind: 'ended', end }, said: '' },
      { kind: 'lost', why: { kind: 'early', end }, said: 'Welcome\nthe disk is full' },
    ])
  client.close()
})

test('half a message at the end of a pipe is no message', async () => {
  const [first, second] = [fakePipe(), fakePipe()]
  const { client, notices } = world([first, second])
  first.say(hello)
  await client.connect()
  first.say('{"n":1,"ack":0,"body":{"push":{"seq":1,"kind":"serv')
  first.finish()
  await expect.poll(() => notices[0]).toMatchObject({ kind: 'lost', why: { kind: 'half' } })
  client.close()
})

test.each([Number.NaN, Infinity, 1e300, 253_402_300_800_000, -1, 0.5, '0', null, undefined])(
  'an engine whose clock says %j is none of ours',
  async (now) => {
    const pipe = fakePipe()
    const { client } = world([pipe])
    pipe.say({ ...hello, now })
    await expect(client.connect()).rejects.toMatchObject({ problem: { kind: 'form' }, lasting: true })
  },
)

test('how far its clock is ahead counts from when its greeting is heard, however long the pipe took to come up', async () => {
  const pipe = fakePipe()
  const { client } = world([pipe])
  pipe.say('a login of some seconds\n')
  pipe.say({ ...hello, now: 3_600_000 })
  expect(await client.connect()).toMatchObject({ aheadMs: 3_600_000 })
  client.close()
})

test.each([
  ['none', { kind: 'early' }, false],
  // It would be asked again, and answered without being read.
  ['answer', { kind: 'early' }, true],
  ['cancelled', { kind: 'unanswered' }, true],
  ['nobody', { kind: 'nobody-asked' }, false],
] as const)('a pipe without an engine whose question came to %s is %o', async (outcome, problem, lasting) => {
  const pipe = { ...fakePipe(), asks: () => ({ changes: 2, asking: false, outcome }) }
  const { client } = world([pipe])
  pipe.finish()
  await expect(client.connect()).rejects.toMatchObject({ problem, lasting })
})

test('an engine is not late while a person is asked, and has its whole time after the answer', async () => {
  const state = { changes: 1, asking: true, outcome: 'none' as 'none' | 'answer' }
  let looks = 0
  const asks = () => {
    looks += 1
    if (looks === 5) Object.assign(state, { changes: 2, asking: false, outcome: 'answer' })
    return state
  }
  const { client } = world([{ ...fakePipe(), asks }], true)
  await expect(client.connect()).rejects.toMatchObject({ problem: { kind: 'no-answer' } })
  expect(looks).toBeGreaterThan(6)
})
