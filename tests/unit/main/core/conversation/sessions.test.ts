import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createJsonlStore } from '../../../../../src/main/adapters/store-jsonl/jsonl-store'
import { systemIds } from '../../../../../src/main/adapters/system/clock'
import { FaultError } from '@shared/domain/fault'
import { messageText } from '@shared/domain/response-item'
import {
  calls,
  exited,
  fakeEngine,
  fakeModel,
  fakeSandbox,
  kernelWrite,
  says,
} from '../../../../fakes/fake-world'

let home: string
let trashed: string[]
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-shelf-'))
  trashed = []
})
afterEach(() => {
  rmSync(home, { recursive: true })
})

const onDisk = () =>
  createJsonlStore({
    home,
    version: '0.1.0',
    trash: {
      put: (path) => {
        trashed.push(path)
        rmSync(path)
        return Promise.resolve()
      },
    },
  })
const world = (model = fakeModel([]), sandbox = fakeSandbox()) =>
  fakeEngine({ model, sandbox, records: onDisk(), ids: systemIds })

async function talk(made: ReturnType<typeof world>, sessionId: string, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    const before = made.events().filter((event) => event.type === 'turn.finished').length
    await made.engine.startTurn(sessionId, text)
    await made.until('turn.finished', before + 1)
  }
}

/** A session of two turns, and the engine that made it closed. */
async function twoTurns(): Promise<string> {
  const made = world(fakeModel([says('one'), says('two')]))
  const { id } = await made.engine.createSession({ cwd: '/work' })
  await talk(made, id, 'first', 'second')
  await made.engine.close()
  return id
}

const texts = (events: readonly { event: { type: string; text?: string } }[]) =>
  events.flatMap(({ event }) =>
    event.type === 'user.message' || event.type === 'message.completed' ? [event.text] : [],
  )

test('a session is resumed with its policies and history, and the very same one is given back', async () => {
  const id = await twoTurns()
  const model = fakeModel([says('three')])
  const { engine } = fakeEngine({ model, records: onDisk(), defaults: { approvalPolicy: 'never' } })
  const [one, other] = await Promise.all([
    engine.resumeSession({ sessionId: id }),
    engine.resumeSession({ sessionId: id }),
  ])
  expect([one.session.approvalPolicy, texts(one.events), one.session === other.session]).toEqual([
    'on-failure',
    ['first', 'one', 'second', 'two'],
    true,
  ])
  const again = await engine.resumeSession(
    { path: one.session.rolloutPath ?? '' },
    { approvalPolicy: 'untrusted' },
  )
  expect([again.session.id, again.session.approvalPolicy]).toEqual([id, 'untrusted'])
  await engine.close()
})

test('a file from elsewhere is gone on with in place, under the configured policies', async () => {
  const path = join(home, 'rollout-elsewhere.jsonl')
  const policy = '"approval_policy":"never","sandbox_policy":{"mode":"danger-full-access"}'
  writeFileSync(
    path,
    '{"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"id":"f1","timestamp":"2026-01-01T00:00:00Z","cwd":"/there"}}\n' +
      `{"timestamp":"2026-01-01T00:00:00Z","type":"turn_context","payload":{"cwd":"/there",${policy},"model":"m"}}\n`,
  )
  const made = world(fakeModel([says('hello')]))
  const { session } = await made.engine.resumeSession({ path })
  expect(session).toMatchObject({
    id: 'f1',
    cwd: '/there',
    model: 'm',
    provider: 'fake',
    approvalPolicy: 'on-failure',
    sandboxPolicy: { mode: 'workspace-write' },
  })
  await talk(made, 'f1', 'hi')
  await made.engine.close()
  expect(readFileSync(path, 'utf8')).toContain('"agent_message","message":"hello"')
})

test.each([
  [0, []],
  [1, ['first', 'one']],
  [2, []],
  [99, []],
])('a fork before user message %i holds what stood before it', async (before, kept) => {
  const id = await twoTurns()
  const model = fakeModel([says('three')])
  const made = world(model)
  const fork = await made.engine.forkSession(id, before)
  const { events } = await made.engine.openSession(fork.id)
  const listed = (await world().engine.listSessions({})).items.find((each) => each.id === fork.id)
  expect([fork.status, listed?.status]).toEqual(kept.length === 0 ? ['idle', 'idle'] : ['done', 'done'])
  expect([fork.id === id, fork.title, fork.forked, texts(events)]).toEqual([
    false,
    'first (fork)',
    true,
    kept,
  ])
  await talk(made, fork.id, 'otherwise')
  const told = model.requests[0]?.input.map(messageText).filter((text) => !text.startsWith('<'))
  expect(told).toEqual([...kept, 'otherwise'])
  expect(texts((await made.engine.openSession(id)).events)).toEqual(['first', 'one', 'second', 'two'])
  await made.engine.close()
})

test('rename, archive, unarchive, delete: each is on file, listed and told', async () => {
  const id = await twoTurns()
  const { engine, notices } = world()
  const { updatedAt } = (await engine.openSession(id)).session
  expect((await engine.renameSession(id, '  A  new\nname ')).updatedAt).toBe(updatedAt)
  const listed = async (archived: boolean) =>
    (await engine.listSessions({ archived })).items.map(({ title, preview }) => [title, preview])
  expect([await listed(false), await listed(true)]).toEqual([[['A new name', 'first']], []])
  await engine.archiveSession(id)
  expect([await listed(false), await listed(true)]).toEqual([[], [['A new name', 'first']]])
  expect(readdirSync(join(home, 'archived_sessions'))).toHaveLength(1)
  expect(texts((await engine.openSession(id)).events)).toHaveLength(4)
  await expect(engine.startTurn(id, 'go on')).rejects.toThrow('This session is archived.')
  const back = await engine.unarchiveSession(id)
  expect([back.title, await listed(true)]).toEqual(['A new name', []])
  await engine.deleteSession(id)
  expect([await listed(false), trashed]).toEqual([[], [back.rolloutPath]])
  expect(notices.flatMap((notice) => (notice.kind === 'removed' ? [notice.sessionId] : []))).toEqual([id, id])
  await expect(engine.openSession(id)).rejects.toThrow('There is no session')
  await engine.close()
})

test('what cannot go to the trash stays where it is', async () => {
  const id = await twoTurns()
  const store = createJsonlStore({
    home,
    version: '0',
    trash: { put: () => Promise.reject(new Error('no trash')) },
  })
  const { engine } = fakeEngine({ records: store })
  const path = (await engine.openSession(id)).session.rolloutPath ?? ''
  await expect(engine.deleteSession(id)).rejects.toThrow('could not be moved to the trash')
  expect([existsSync(path), (await engine.listSessions({})).items.length]).toEqual([true, 1])
})

test('a session that works is neither archived nor deleted', async () => {
  const made = world(
    fakeModel([calls({ id: 'c1', args: { command: ['touch', '/srv/x'] } })]),
    fakeSandbox([exited(1, [kernelWrite('/srv/x')])]),
  )
  const { id } = await made.engine.createSession({ cwd: '/work' })
  await made.engine.startTurn(id, 'go')
  await made.until('approval.requested')
  await expect(made.engine.archiveSession(id)).rejects.toThrow('A turn is running in this session.')
  await expect(made.engine.deleteSession(id)).rejects.toThrow('A turn is running in this session.')
  await made.engine.close()
})

test('lists come in pages, the newest first, and can be searched', async () => {
  const made = world()
  for (const text of ['Alpha', 'beta', 'ALPHA two']) {
    const { id } = await made.engine.createSession({ cwd: '/work' })
    made.advance(1000)
    await talk(made, id, text)
  }
  const first = await made.engine.listSessions({ limit: 2 })
  const second = await made.engine.listSessions({ limit: 2, cursor: first.nextCursor })
  expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(['ALPHA two', 'beta', 'Alpha'])
  expect(second.nextCursor).toBeUndefined()
  const found = await made.engine.listSessions({ search: 'alpha' })
  expect(found.items.map(({ title }) => title)).toEqual(['ALPHA two', 'Alpha'])
  await expect(made.engine.listSessions({ limit: 0 })).rejects.toThrow(
    'expected a whole number from 1 to 200',
  )
  await made.engine.close()
})

test('an export holds the conversation, and nothing breaks out of its fence', async () => {
  const output = 'a\n```\n# not a heading\n'
  const made = world(
    fakeModel([calls({ id: 'c1', args: { command: ['cat', 'x'] } }), says('Read.')]),
    fakeSandbox([exited(0, [], output)]),
  )
  const { id } = await made.engine.createSession({ cwd: '/work' })
  await talk(made, id, 'Read x/y: "z"?')
  const markdown = await made.engine.exportSession(id, 'markdown')
  expect(markdown.fileName).toBe('Read-x-y-z-2026-11-21.md')
  expect(markdown.text).toContain('## You\n\n> Read x/y: "z"?')
  expect(markdown.text).toContain(`\`\`\`\`text\n${output}\`\`\`\``)
  const json = await made.engine.exportSession(id, 'json')
  expect(JSON.parse(json.text)).toMatchObject({ version: 1, session: { id }, items: [{}, {}, {}, {}, {}] })
  await made.engine.close()
})

test('a clock that goes backwards mixes nothing up', async () => {
  const made = world(fakeModel([says('one'), says('two')]))
  const { id } = await made.engine.createSession({ cwd: '/work' })
  await talk(made, id, 'first')
  const before = (await made.engine.openSession(id)).session.updatedAt
  made.advance(-86_400_000)
  await talk(made, id, 'second')
  expect((await made.engine.openSession(id)).session.updatedAt).toBe(before)
  await made.engine.close()
  const { session, events } = await world().engine.openSession(id)
  expect([session.updatedAt, texts(events)]).toEqual([before, ['first', 'one', 'second', 'two']])
})

test('a message of 10,000 lines is kept to the last character', async () => {
  const long = Array.from({ length: 10_000 }, (_, line) => `${String(line)} \u2028 ü 👩‍🚀 "\\`).join('\n')
  const made = world(fakeModel([says('read')]))
  const { id } = await made.engine.createSession({ cwd: '/work' })
  await talk(made, id, long)
  await made.engine.close()
  const { session, events } = await world().engine.openSession(id)
  expect([session.title, texts(events)]).toEqual(['0 \u2028 ü 👩‍🚀 "\\', [long, 'read']])
})

test('what was on screen while the disk was full is written when there is room again', async () => {
  let full = false
  const inner = onDisk()
  const records: typeof inner = {
    ...inner,
    append: (place, lines) =>
      full
        ? Promise.reject(new FaultError({ code: 'store-failed', message: 'the disk is full' }))
        : inner.append(place, lines),
  }
  const answer = function* () {
    full = true
    yield* says('lost?')
  }
  const made = fakeEngine({
    model: fakeModel([
      async function* () {
        await Promise.resolve()
        yield* answer()
      },
      says('two'),
    ]),
    records,
    ids: systemIds,
  })
  const { id } = await made.engine.createSession({ cwd: '/work' })
  await talk(made, id, 'first')
  expect(made.events().filter(({ type }) => type === 'error.reported').length).toBeGreaterThan(0)
  full = false
  await talk(made, id, 'second')
  await made.engine.close()
  const { events } = await world().engine.openSession(id)
  expect(events.map(({ event }) => event.type).filter((type) => type.startsWith('turn.'))).toEqual([
    'turn.started',
    'turn.finished',
    'turn.started',
    'turn.finished',
  ])
})

test('a fork of a compacted session has the summary only from where it was made', async () => {
  const made = world(fakeModel([says('one'), says('two'), says('Two things are done.'), says('three')]))
  const { id } = await made.engine.createSession({ cwd: '/work' })
  await talk(made, id, 'first', 'second')
  await made.engine.compactSession(id)
  await made.until('turn.finished', 3)
  await talk(made, id, 'third')
  await made.engine.close()
  const toldIn = async (before: number) => {
    const model = fakeModel([says('after')])
    const again = world(model)
    const fork = await again.engine.forkSession(id, before)
    await talk(again, fork.id, 'otherwise')
    await again.engine.close()
    const said = model.requests[0]?.input.map(messageText) ?? []
    return said.filter((text) => !text.startsWith('<environment_context>'))
  }
  const summary = expect.stringContaining('Two things are done.') as string
  expect(await toldIn(2)).toEqual(['first', 'second', summary, 'otherwise'])
  expect(await toldIn(1)).toEqual(['first', 'one', 'otherwise'])
})

test('looking at a session shows its end before the whole is read; what comes then is numbered behind it', async () => {
  const first = world(fakeModel([says('one'), says('two'), says('three')]))
  const { id } = await first.engine.createSession({ cwd: '/work' })
  await talk(first, id, 'first', 'second', 'third')
  await first.engine.close()

  const made = world(fakeModel([says('four')]))
  const enough = { events: 1, characters: 1 }
  const end = await made.engine.openSession(id, enough)
  const texts = (events: typeof end.events) =>
    events.flatMap(({ event }) => (event.type === 'user.message' ? [event.text] : []))
  expect([texts(end.events), end.userMessagesBefore, end.session.status]).toEqual([['third'], 2, 'done'])
  const whole = await made.engine.openSession(id)
  expect([texts(whole.events), whole.userMessagesBefore]).toEqual([['first', 'second', 'third'], undefined])
  expect([whole.session, whole.events.slice(-end.events.length)]).toEqual([end.session, end.events])
  await talk(made, id, 'fourth')
  const last = end.events.at(-1)?.seq ?? 0
  // The open session tells by now, which knows more than the record.
  const after = await made.engine.openSession(id, enough)
  expect([texts(after.events.filter(({ seq }) => seq > last)), after.userMessagesBefore]).toEqual([
    ['fourth'],
    undefined,
  ])
})

test('what another engine wrote is read once for all who go on with it at the same time, and they have the same session', async () => {
  const id = await twoTurns()
  const made = world(fakeModel([says('four')]))
  await made.engine.openSession(id)
  const other = world(fakeModel([says('three')]))
  await talk(other, id, 'third')
  await other.engine.close()

  const renamed = await Promise.all(['one', 'other'].map((title) => made.engine.renameSession(id, title)))
  await talk(made, id, 'fourth')
  const { session, events } = await made.engine.openSession(id)
  expect([renamed.map(({ title }) => title), session.title, texts(events)]).toEqual([
    ['one', 'other'],
    'other',
    ['first', 'one', 'second', 'two', 'third', 'three', 'fourth', 'four'],
  ])
  await made.engine.close()
})

test('a terminal of a session that is not open is typed into, sized and ended by nobody, and the session stays closed', async () => {
  const id = await twoTurns()
  const inner = onDisk()
  let loads = 0
  const records: typeof inner = {
    ...inner,
    load: (at) => {
      loads += 1
      return inner.load(at)
    },
  }
  const { engine } = fakeEngine({ records, ids: systemIds })
  await engine.openSession(id)
  await engine.unloadSession(id)
  const size = { columns: 80, rows: 24 }
  expect(await engine.terminals.write(id, 1, 'x')).toBe(false)
  await engine.terminals.resize(id, size)
  await engine.terminals.end(id, 1)
  expect(loads).toBe(1)
  await engine.close()
})

test('the whole of a session that is looked at is read a moment later, or for the first that asks; what a turn changed asks for none', async () => {
  const id = await twoTurns()
  const inner = onDisk()
  let loads = 0
  const records: typeof inner = {
    ...inner,
    load: (at) => {
      loads += 1
      return inner.load(at)
    },
  }
  const enough = { events: 1, characters: 1 }
  const looked = async () => {
    const made = fakeEngine({ records, ids: systemIds })
    const { session } = await made.engine.openSession(id, enough)
    await made.engine.restores.changes(id, 2)
    expect([session.title, loads]).toEqual(['first', 0])
    return made
  }
  const waits = await looked()
  waits.advance(5000)
  await vi.waitFor(() => {
    expect(loads).toBe(1)
  })
  await waits.engine.close()

  loads = 0
  const asks = await looked()
  expect(texts((await asks.engine.openSession(id)).events)).toHaveLength(4)
  asks.advance(5000)
  await asks.engine.close()
  expect(loads).toBe(1)

  loads = 0
  const ends = await looked()
  await ends.engine.close()
  ends.advance(5000)
  expect(loads).toBe(0)
})
