import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApprovalRequest } from '@shared/domain/approval'
import { gatherIdentical, identicalTo, identityOf } from '@shared/domain/identical-requests'
import { sampleRequest } from '../../../fakes/sample-request'

/** A request with something in every place that is shown. */
const full: ApprovalRequest = {
  ...sampleRequest,
  naming: { roots: ['/work'], home: '/home/me' },
  justification: 'It is needed.',
  editable: true,
  whatWasRead: [{ path: '/work/build.sh', digest: 'sha256:1' }],
  stop: { ...sampleRequest.stop, changed: ['/work/a'], policy: 'on-request' },
  offers: [
    {
      id: 'only-this',
      kind: 'only-this',
      grants: [{ kind: 'write', path: '/b', extent: 'file' }],
      scopes: ['once', 'session'],
      means: { kind: 'run-again', before: 0, stays: ['/b'] },
      rule: 'cp a ../b',
    },
  ],
  assessment: {
    level: 'medium',
    categories: ['data_deletion'],
    view: {
      status: 'success',
      model: 'm',
      durationMs: 5,
      view: { description: 'x', level: 'low', categories: [] },
    },
    differs: [{ kind: 'model-lower', model: 'low', floor: 'medium' }],
    floor: {
      level: 'medium',
      categories: ['data_deletion'],
      reasons: [{ rule: 'delete.inside', level: 'medium' }],
    },
    facts: {
      effect: { act: { kind: 'run', text: 'cp a ../b' } },
      rows: [{ kind: 'unread', known: false, reason: 'x' }],
      lookThrough: [{ title: 'build.sh', lines: [{ number: 1, text: 'rm x', marked: true }], cut: false }],
      targets: [{ path: '/b', access: 'write', kind: 'file', exact: true, newestMs: 7 }],
      hosts: [{ host: 'example.org' }],
      readAtMs: 4,
      complete: true,
    },
  },
}

/** What may differ: who asks and when, when it was looked at, and the model's own words. */
const mayDiffer =
  /^(id|sessionId|sessionTitle|turnId|turnNumber|callId|createdAt|askedBy|assessment\.facts\.readAtMs|assessment\.view\.(model|durationMs|view))\b/

type Path = readonly (string | number)[]

function leaves(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  return Object.entries(value).flatMap(([key, each]) => leaves(each, [...at, key]))
}

function withChange(value: unknown, [key, ...rest]: Path, change: (leaf: unknown) => unknown): unknown {
  if (key === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((each: unknown, at) =>
      String(at) === String(key) ? withChange(each, rest, change) : each,
    )
  const record = value as Record<string, unknown>
  return { ...record, [key]: withChange(record[key], rest, change) }
}

const other = (leaf: unknown): unknown =>
  typeof leaf === 'string' ? `${leaf}~` : typeof leaf === 'number' ? leaf + 1 : !leaf

test('two requests are identical only where nothing that is shown or given differs', () => {
  for (const path of leaves(full)) {
    const changed = withChange(full, path, other) as ApprovalRequest
    const same = identityOf(changed) === identityOf(full)
    expect(same, path.join('.')).toBe(mayDiffer.test(path.join('.')))
  }
})

test('what comes or goes anywhere makes another request of it', () => {
  const objects = fc.constantFrom<Path>(
    [],
    ['stop'],
    ['offers', 0],
    ['assessment'],
    ['assessment', 'facts'],
    ['assessment', 'facts', 'targets', 0],
    ['effect'],
    ['sandboxPolicy'],
  )
  fc.assert(
    fc.property(objects, fc.stringMatching(/^[a-z]{3,8}$/), fc.jsonValue(), (path, key, value) => {
      const before = path.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], full)
      fc.pre(!(key in (before as object)) && !mayDiffer.test([...path, key].join('.')))
      const changed = withChange(full, path, (each) => ({
        ...(each as object),
        [key]: value,
      })) as ApprovalRequest
      expect(identityOf(changed)).not.toBe(identityOf(full))
    }),
  )
})

test('the order in which an object was written says nothing', () => {
  const turned = Object.fromEntries(Object.entries(full).toReversed()) as ApprovalRequest
  expect(identityOf(turned)).toBe(identityOf(full))
})

test('text for a running process is like no other', () => {
  const input = { ...full, kind: 'input', input: 'y\n' } as const
  expect(identicalTo(input, [{ ...input, id: 'r2' }])).toEqual([])
})

test('a patch of which something is not shown is like no other', () => {
  const patch = (omitted: number | undefined, id: string): ApprovalRequest => ({
    ...full,
    ...{ id, kind: 'patch', changes: { '/work/a': { type: 'add', content: 'x', omitted } } },
  })
  expect(identicalTo(patch(9, 'r1'), [patch(9, 'r2')])).toEqual([])
  expect(gatherIdentical([patch(9, 'r1'), patch(9, 'r2')]).map(({ others }) => others.length)).toEqual([0, 0])
  expect(identicalTo(patch(undefined, 'r1'), [patch(undefined, 'r2')])).toHaveLength(1)
})

test('what is asked on two machines is never the same: a yes for one is none for the other', () => {
  const there = { ...full, id: 'build1:r1', sessionId: 'build1:s1' }
  expect(identicalTo(full, [there, { ...there, id: 'build2:r1' }])).toEqual([])
  expect(identicalTo(there, [{ ...there, id: 'build2:r1' }])).toEqual([])
  expect(identicalTo(there, [{ ...there, id: 'build1:r2' }])).toHaveLength(1)
})

test('what has been answered is gathered with nothing', () => {
  const done = { ...full, id: 'r2', state: 'answered' } as const
  expect(identicalTo(full, [done])).toEqual([])
  expect(gatherIdentical([done, { ...done, id: 'r3' }]).map(({ others }) => others.length)).toEqual([0, 0])
})

test('every request stands in exactly one place, the first of the identical ones leading', () => {
  const requests = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 })
  fc.assert(
    fc.property(requests, (texts) => {
      const all = texts.map((text, at) => ({
        ...full,
        id: String(at),
        sessionId: `s${String(at)}`,
        command: [text],
      }))
      const gathered = gatherIdentical(all)
      expect(
        gathered
          .flatMap(({ request, others }) => [request, ...others])
          .toSorted((a, b) => Number(a.id) - Number(b.id)),
      ).toEqual(all)
      expect(gathered.map(({ request }) => request.command[0])).toEqual([...new Set(texts)])
      for (const { request, others } of gathered) expect(identicalTo(request, all)).toEqual(others)
    }),
  )
})
