import { expect, test } from 'vitest'
import { z } from 'zod'
import { SessionEvent } from '@shared/domain/agent-event'
import { forms, type ResponseOf } from '@shared/ipc/contract'
import type { RequestChannel } from '@shared/ipc/channels'
import { fleetContract } from '@shared/ipc/fleet-contract'
import { hostContract } from '@shared/ipc/host-contract'
import { answerOf, hostChannels, namedIn } from '../../src/main/core/host-link/host-channels'
import { OfHost } from '../../src/main/core/host-link/of-host'
import { createBridgeServer } from '../../src/main/hosts/bridge/bridge-server'
import { createFakeEngine, createFakeLog } from '../fakes/fake-engine'

/** Names of members that hold an id of something. */
const isId = (name: string): boolean => /^(id|session|key)$|Ids?$/.test(name)

/** These name something of their own session, call or process: whoever asks about it names the session as well. */
const within = new Set(['turnId', 'callId', 'itemId', 'clientId', 'processId', 'offerId'])
/** So it is with these, by where they stand; what an effect calls a session is a process of its own, and no id of ours. */
const elsewhere =
  /(^|\.)(offers|findings|run|possible|agent|acp|desk|was|input)\.(id|session)$|(undoable|rewound|^\.event)\.id$|\.key$/

type Def = z.core.$ZodTypeDef & {
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly innerType?: z.ZodType
  readonly valueType?: z.ZodType
  readonly in?: z.ZodType
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, unknown>>
}

const def = (schema: z.ZodType): Def => schema._zod.def

type Visit = (path: string, name: string) => void

/** Looks at every member of what fits a schema; those of a union's kinds under the name of the kind. */
function visit(schema: z.ZodType, look: Visit, path = '', above: readonly z.ZodType[] = []): void {
  if (above.includes(schema)) return
  const below = (each: z.ZodType, at: string): void => {
    visit(each, look, at, [...above, schema])
  }
  const { shape, element, options = [], innerType, valueType, in: first } = def(schema)
  if (shape) {
    const kind = ['type', 'kind'].flatMap((name) => (shape[name] ? (def(shape[name]).values ?? []) : []))[0]
    const at = typeof kind === 'string' ? `${path}.${kind}` : path
    for (const [name, each] of Object.entries(shape)) {
      if (def(each).type !== 'object') look(`${at}.${name}`, name)
      below(each, `${at}.${name}`)
    }
  }
  for (const each of [element, innerType, valueType, first, ...options]) if (each) below(each, path)
}

function idsOf(schema: z.ZodType): readonly string[] {
  const found = new Set<string>()
  visit(schema, (path, name) => {
    if (isId(name) && !within.has(name) && !elsewhere.test(path)) found.add(path.slice(1))
  })
  return [...found].toSorted((a, b) => a.localeCompare(b))
}

/** Something of this form with every member that there may be; of a union the kind that is given, or the first that has more than one member. */
function sample(schema: z.ZodType, kind?: unknown): unknown {
  const { type, shape, element, options, innerType, in: first, values, entries } = def(schema)
  if (shape)
    return Object.fromEntries(Object.entries(shape).map(([name, each]) => [name, sample(each, kind)]))
  if (options) {
    const named = options.find((each) => {
      const { shape: of } = def(each)
      return of && Object.values(of).some((member) => def(member).values?.[0] === kind)
    })
    return sample(named ?? options[0] ?? z.null(), kind)
  }
  if (element) return [sample(element, kind)]
  if (innerType ?? first) return sample((innerType ?? first) as z.ZodType, kind)
  if (values) return values[0]
  if (entries) return Object.values(entries)[0]
  return type === 'string' ? 'own-id' : type === 'number' ? 1 : type === 'record' ? {} : true
}

/** The ids that stand in a value, by their names. */
function idsIn(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) return value.flatMap((each) => idsIn(each, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]: readonly [string, unknown]) => {
    const at = `${path}.${name}`
    const own = typeof each === 'string' && isId(name) && !within.has(name) && !elsewhere.test(at)
    return own ? [[at, each] as const] : idsIn(each, at)
  })
}

const kinds = (def(def(SessionEvent).shape?.event ?? z.null()).options ?? []).map(
  (each) => def(def(each).shape?.type ?? z.null()).values?.[0],
)

test.each(kinds)('every id of %s by which a window knows something has the name of the host', (kind) => {
  const event = sample(SessionEvent, kind) as SessionEvent
  const renamed = idsIn(new OfHost('build1').event(event))
  expect(renamed.length).toBeGreaterThan(0)
  expect(renamed.filter(([, id]) => !id.startsWith('build1:'))).toEqual([])
})

/** What it was asked, as far as that says how its answer is taken. */
const askedFor = { sessionId: 's1', format: 'json' } as never

test('the ids of what a host answers are these, and have its name', () => {
  const named = hostChannels.flatMap((name) => {
    const channel = name as RequestChannel
    const { response } = forms[channel]
    const ids = idsOf(response).filter((path) => !path.startsWith('events.'))
    return ids.length === 0 ? [] : [[channel, ids.join(' ')] as const]
  })
  const session = 'child.parentId id'
  expect(named).toEqual([
    ['session.create', session],
    ['session.list', 'items.child.parentId items.id'],
    ['records.find', 'sessions.sessionId'],
    ['session.open', 'session.child.parentId session.id'],
    ['session.resume', 'session.child.parentId session.id'],
    ...['session.configure', 'session.fork', 'session.rename', 'session.unarchive'].map((channel) => [
      channel,
      session,
    ]),
    ['session.overview', 'decisions.grant.grant.id decisions.grant.grant.sessionId'],
  ])
  for (const [channel] of named) {
    const answer = sample(forms[channel].response, 'grant') as ResponseOf<typeof channel>
    const ids = idsIn(answerOf(channel, answer, new OfHost('build1'), askedFor))
    expect(ids.length).toBeGreaterThan(channel === 'records.find' ? 0 : 1)
    expect(ids.filter(([, id]) => !id.startsWith('build1:'))).toEqual([])
  }
})

/** Members that say when something was or will be: ISO 8601, or a number since the epoch. What has another such name is a place in a line. */
const isMoment = (path: string): boolean =>
  /(\.at|At|AtMs|newestMs|[uU]ntil|[eE]xpires)$/.test(path) && !path.endsWith('.parts.at')
const hourMs = 3_600_000
const noon = Date.UTC(2026, 10, 29, 12)
/** A moment as a member of this name has it. */
const moment = (path: string, ms: number): unknown =>
  path.endsWith('resetsAt') ? ms / 1000 : path.endsWith('Ms') ? ms : new Date(ms).toISOString()

/** The same with noon for every moment in it. */
const atNoon = (value: unknown, path = ''): unknown =>
  isMoment(path)
    ? moment(path, noon)
    : Array.isArray(value)
      ? value.map((each) => atNoon(each, path))
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value).map(([name, each]) => [name, atNoon(each, `${path}.${name}`)]),
          )
        : value

/** The moments in a value, by where they stand. */
function momentsIn(value: unknown, path = ''): readonly (readonly [string, unknown])[] {
  if (isMoment(path)) return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    momentsIn(each, Array.isArray(value) ? path : `${path}.${name}`),
  )
}
const hourBefore = (moments: readonly (readonly [string, unknown])[]) =>
  moments.map(([path]) => [path, moment(path, noon - hourMs)])

test.each(kinds)('every moment of %s is by the clock here', (kind) => {
  const told = momentsIn(new OfHost('a', hourMs).event(atNoon(sample(SessionEvent, kind)) as SessionEvent))
  expect(told.length).toBeGreaterThan(0)
  expect(told).toEqual(hourBefore(told))
})

test('every moment of what a host answers is by the clock here', () => {
  const named = hostChannels.flatMap((name) => {
    const channel = name as RequestChannel
    return ['grant', 'request', 'rule', 'already'].flatMap((kind) => {
      const answer = atNoon(sample(forms[channel].response, kind))
      if (channel === 'session.open' || channel === 'session.resume')
        Reflect.set(answer as object, 'events', [])
      const told = momentsIn(
        answerOf(channel, answer as ResponseOf<typeof channel>, new OfHost('a', hourMs), askedFor),
      )
      expect(told).toEqual(hourBefore(told))
      return told.length === 0 ? [] : [channel]
    })
  })
  expect([...new Set(named)]).toEqual([
    ...['session.create', 'session.list', 'records.find', 'session.open', 'session.resume'],
    ...['session.configure', 'session.fork'],
    ...['session.rename', 'session.unarchive', 'session.overview', 'approval.decide'],
  ])
})

test.each(Object.keys(hostContract) as (keyof typeof hostContract)[])(
  '%s is asked of no host, whatever the name in it looks like, and not answered to whoever is attached from elsewhere',
  async (channel) => {
    expect(hostChannels).not.toContain(channel)
    const payload = {
      name: 'build1:x',
      ...(channel === 'host.add' && { via: 'ssh', target: 'build1' }),
      ...(channel === 'host.on-close' && { ends: true }),
      ...(channel === 'host.lend' && { providers: [] }),
      ...(channel === 'host.set-fleet' && {
        ...{ context: 'c', namespace: 'n', template: 't', ready_seconds: 1, idle_minutes: 5 },
      }),
    }
    expect(namedIn(channel, payload)).toBeUndefined()
    const engine = createFakeEngine()
    const bridge = createBridgeServer({
      ...{ engine, log: createFakeLog(), host: 'browser', version: '1', platform: 'linux', home: '/' },
      searchFiles: () => Promise.resolve([]),
      pickFolder: () => Promise.resolve({ kind: 'unsupported' }),
    })
    const reply = await bridge
      .connect(() => Promise.resolve())
      .handle(
        channel,
        channel === 'host.list' ? {} : channel === 'host.answer' ? { ask: payload.name } : payload,
      )
    expect(reply).toMatchObject({
      ok: false,
      fault: { message: expect.stringContaining('expected a window there') as string },
    })
    expect(engine.calls).toEqual([])
  },
)

test.each(Object.keys(fleetContract) as (keyof typeof fleetContract)[])(
  '%s is asked of no sandbox, and not answered to whoever is attached from elsewhere',
  async (channel) => {
    const host = 'fleet/3701144ef3'
    const payload = {
      'fleet.changes': { host },
      'fleet.apply': { host, changes: 'c', folder: '/', files: ['a'] },
      'fleet.branch': { host, repository: '/', name: 'a' },
    }[channel]
    expect([hostChannels.includes(channel), namedIn(channel, payload)]).toEqual([false, undefined])
    const engine = createFakeEngine()
    const bridge = createBridgeServer({
      ...{ engine, log: createFakeLog(), host: 'browser', version: '1', platform: 'linux', home: '/' },
      searchFiles: () => Promise.resolve([]),
      pickFolder: () => Promise.resolve({ kind: 'unsupported' }),
    })
    const reply = await bridge.connect(() => Promise.resolve()).handle(channel, payload)
    expect(reply).toMatchObject({
      ok: false,
      fault: { message: expect.stringContaining('expected a window there') as string },
    })
    expect(engine.calls).toEqual([])
  },
)

test.each(['', 'a b', 'build2:x', 'x'.repeat(51), '__proto__\n', '../x', 'é'])(
  '%j is no id of an engine: the host is not spoken with any more',
  (id) => {
    expect(() => new OfHost('build1').id(id)).toThrow('it names something in a way that no engine does')
  },
)
