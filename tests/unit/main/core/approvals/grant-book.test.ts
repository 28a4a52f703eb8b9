import { expect, test } from 'vitest'
import type { RunPromise } from '@shared/domain/run-promise'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { GrantBook, hostGrantKey } from '../../../../../src/main/core/approvals/grant-book'
import type { RuleStore } from '../../../../../src/main/core/ports/session-store'
import type { RuleUsage } from '../../../../../src/main/core/ports/rule-usage'
import { grantKey } from '../../../../../src/main/core/approvals/grant-key'
import { bashParser } from '../../../../fakes/bash-parser'
import { fakeProgram } from '../../../../fakes/fake-world'

const grant = (id: string, more: Partial<StoredGrant> = {}): StoredGrant => ({
  ...{ id, scope: 'session', sessionId: 's', turnId: 't', key: 'a', command: ['npm', 'test'], cwd: '/work' },
  ...{ kind: 'only-this', grants: [], createdAt: '2026-11-23T10:00:00.000Z' },
  ...more,
})
/** Given and taken back on it. */
const day = '2026-11-23'
const here = { sessionId: 's', turnId: 't' }
const more: RunPromise = { by: 'facts', watched: 'all', more: [], moreCount: 1, hosts: [] }

/** A book with these grants; `onFile` are rules as they stand in their file, whoever wrote them. */
async function bookOf(given: readonly StoredGrant[], onFile: readonly StoredGrant[] = [], usage?: RuleUsage) {
  let stored = onFile
  const rules: RuleStore = {
    load: () => Promise.resolve(stored),
    async change(edit) {
      const next = await edit(stored)
      stored = next ?? stored
      return next !== undefined
    },
  }
  const book = new GrantBook(rules, () => undefined, usage)
  for (const each of given) await book.add(each)
  return book
}

const plain = { keys: ['a'], command: ['npm', 'test'] }
const idsOf = async (book: GrantBook, wanted: Parameters<GrantBook['find']>[0], at = here) =>
  (await book.find(wanted, at))?.records.map(({ id }) => id)

test.each([
  ['turn', here, true],
  ['turn', { sessionId: 's', turnId: 'next' }, false],
  ['turn', { sessionId: 'other', turnId: 't' }, false],
  ['session', { sessionId: 's', turnId: 'next' }, true],
  ['session', { sessionId: 'other', turnId: 't' }, false],
  ['rule', { sessionId: 'other', turnId: 'next' }, true],
] as const)('what is given for a %s, used at %j: %s', async (scope, at, counts) => {
  const book = await bookOf([grant('g', { scope })])
  expect(await idsOf(book, plain, at)).toEqual(counts ? ['g'] : undefined)
})

test('every key must be covered, and by one kind', async () => {
  const both = { keys: ['a', 'b'], command: ['apply_patch'] }
  expect(await idsOf(await bookOf([grant('a')]), both)).toBeUndefined()
  expect(await idsOf(await bookOf([grant('a'), grant('b', { key: 'b' })]), both)).toEqual(['a', 'b'])
  const apart = await bookOf([grant('a'), grant('b', { key: 'b', kind: 'outside' })])
  expect(await idsOf(apart, both)).toBeUndefined()
  expect(await idsOf(apart, { keys: [], command: [] })).toBeUndefined()
})

test('a grant whose run did more counts no more, and is found where suspended ones are asked for', async () => {
  const book = await bookOf([grant('g')])
  await book.ran(['g'], { ...more, moreCount: 0 })
  expect(await idsOf(book, plain)).toEqual(['g'])
  await book.ran(['g'], more)
  expect(await idsOf(book, plain)).toBeUndefined()
  expect((await book.find(plain, here, 'suspended'))?.records).toMatchObject([{ id: 'g', suspended: true }])
})

test('what somebody wrote into the file of rules lets nothing run without the sandbox', async () => {
  const file = [grant('o', { scope: 'rule', kind: 'outside' }), grant('t', { scope: 'turn' })]
  const book = await bookOf([], file)
  expect([await idsOf(book, plain), await book.list()]).toEqual([undefined, []])
})

test.each<[string, Partial<StoredGrant>, string | undefined, string[] | undefined]>([
  ['its words and nothing against them', {}, undefined, ['g']],
  ['words that stand for nearly everything', { command: ['bash', '-c'] }, undefined, undefined],
  ['another beginning', { command: ['npm', 'run'] }, undefined, undefined],
  ['another key', { key: 'other' }, undefined, undefined],
  ['a star that does not stand for the rest', {}, 'it leads out of the folder', undefined],
])('a rule with a star: %s', async (_, its, problem, expected) => {
  const rule = grant('g', { scope: 'rule', covers: 'prefix', key: 'open', command: ['npm', 'test'], ...its })
  const command = [...(its.command?.[0] === 'bash' ? ['bash', '-c'] : ['npm', 'test']), 'x']
  const asked: unknown[] = []
  const starProblem = (words: readonly string[]) => {
    asked.push(words)
    return Promise.resolve(problem)
  }
  const book = await bookOf([], [rule])
  expect(await idsOf(book, { keys: ['a'], command, openKey: 'open', starProblem })).toEqual(expected)
  expect(asked.every((words) => words === rule.command)).toBe(true)
  // Without a way to ask about its star no rule counts.
  expect(await idsOf(book, { keys: ['a'], command, openKey: 'open' })).toBeUndefined()
})

test.each([
  ['npm test', ['npm', 'test']],
  ['npm test -- *.ts', ['(script)', '-c', 'npm test -- *.ts']],
  ['npm test ~/x', ['(script)', '-c', 'npm test ~/x']],
  ['npm test {a,b}', ['(script)', '-c', 'npm test {a,b}']],
  ['npm test; ls', ['(script)', '-c', 'npm test; ls']],
])('a shell round %s is, for grants, %j', async (script, command) => {
  const sandboxPolicy = { mode: 'read-only', network_access: false } as const
  const subject = { command: ['bash', '-c', script], cwd: '/work', sandboxPolicy, escalated: false }
  const programs = (word: string) => Promise.resolve(fakeProgram(word))
  const keys = await grantKey({ ...subject, danger: undefined }, { parser: bashParser(), programs })
  expect(keys.command).toEqual(command)
  expect(keys.openKey === undefined).toBe(command[0] === '(script)')
})

/** Counts in memory: a rule whose id says so has ended, and `broken` cannot be counted. */
function fakeUsage(): RuleUsage & { readonly used: readonly string[] } {
  const used: string[] = []
  const stands = ({ key }: { readonly key: string }) =>
    key.startsWith('over') ? ({ kind: 'ended', by: 'time' } as const) : ({ kind: 'in-force' } as const)
  return {
    used,
    standing: (each) => Promise.resolve(each.map(([yes]) => stands(yes))),
    use: (yes) => {
      if (yes.key === 'broken') return Promise.reject(new Error('cannot be counted'))
      used.push(yes.key)
      return Promise.resolve(stands(yes))
    },
    of: (keys) => Promise.resolve(keys.map((key) => ({ count: used.filter((each) => each === key).length }))),
    suspend: () => Promise.resolve(),
    resume: () => Promise.resolve(),
    onResume: () => () => undefined,
    onSuspendAll: () => () => undefined,
    askedAnew: () => Promise.resolve(undefined),
    allSuspended: () => Promise.resolve(false),
  }
}

test('a rule that has ended covers nothing, is listed with that, and one that cannot be counted is not used', async () => {
  const usage = fakeUsage()
  const rule = (id: string, ends?: StoredGrant['ends']) =>
    grant(id, { scope: 'rule', key: id, ...(ends && { ends }) })
  const rules = [rule('good'), rule('over-1'), rule('broken')]
  const book = await bookOf([], rules, usage)
  const found = async (key: string) => idsOf(book, { keys: [key], command: ['npm', 'test'] })
  expect([await found('good'), await found('over-1')]).toEqual([['good'], undefined])
  expect([await book.use([rule('good')]), await book.use([rule('broken')])]).toEqual([true, false])
  expect((await book.list()).map(({ id, usage: known }) => [id, known?.count, known?.standing])).toEqual([
    ['good', 1, 'in-force'],
    ['over-1', 0, 'time'],
    ['broken', 0, 'in-force'],
  ])
  // Where nothing counts, what has an end is not used at all.
  const without = await bookOf([], [rule('ends', { runs: 1 }), rule('lasts')])
  expect(await idsOf(without, { keys: ['ends'], command: ['npm', 'test'] })).toBeUndefined()
  expect([await without.use([rule('ends', { runs: 1 })]), await without.use([rule('lasts')])]).toEqual([
    false,
    true,
  ])
})

interface AskedAnew {
  readonly where: string
  readonly hour: string
  readonly anew: Awaited<ReturnType<RuleUsage['askedAnew']>> | Error
  readonly counts: boolean
  readonly isListed: boolean
}
const at = (hour: string, goesOn: boolean) => ({ at: Date.parse(`${day}T${hour}Z`), goesOn })

test.each<AskedAnew>([
  { where: 'nothing was asked about anew', hour: '10:00', anew: undefined, counts: true, isListed: true },
  { where: 'all was after it', hour: '10:00', anew: at('10:30', false), counts: false, isListed: false },
  { where: 'in its moment', hour: '10:00', anew: at('10:00', false), counts: false, isListed: false },
  { where: 'all was before it', hour: '11:00', anew: at('10:30', false), counts: true, isListed: true },
  { where: 'all is', hour: '11:00', anew: at('10:30', true), counts: false, isListed: true },
  { where: 'that cannot be read', hour: '10:00', anew: new Error('no file'), counts: false, isListed: true },
])('what was given for a session, where $where', async ({ hour, anew, counts, isListed }) => {
  const askedAnew = () => (anew instanceof Error ? Promise.reject(anew) : Promise.resolve(anew))
  const createdAt = `${day}T${hour}:00.000Z`
  const given = [
    grant('g', { createdAt }),
    grant('h', { key: hostGrantKey('/work'), covers: 'host', createdAt }),
  ]
  const book = await bookOf(given, [], { ...fakeUsage(), askedAnew })
  expect({
    found: await idsOf(book, plain),
    hosts: (await book.findHosts('/work', here)).map(({ id }) => id),
    used: await book.use(given),
    listed: (await book.list()).map(({ id }) => id),
  }).toEqual({
    found: counts ? ['g'] : undefined,
    hosts: counts ? ['h'] : [],
    used: counts,
    listed: isListed ? ['g', 'h'] : [],
  })
})
