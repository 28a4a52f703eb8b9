import { EffectRule } from '@shared/domain/effect-rule'
import type { RecordedEffects, RecordedRequest } from '@shared/domain/recorded-request'
import { expect, test } from 'vitest'
import type { Recorded } from '../../../../../src/main/core/effect-rules/back-test'
import { compileRule } from '../../../../../src/main/core/effect-rules/compile-rule'
import { ruleSuggestions } from '../../../../../src/main/core/effect-rules/rule-suggestions'
import { suggestRules } from '../../../../../src/main/core/effect-rules/suggest'
import type { SuggestionNote } from '../../../../../src/main/core/ports/suggestion-notes'
import { bashParser } from '../../../../fakes/bash-parser'

const folder = '/home/dev/src/shop'
const now = Date.parse('2026-11-20T12:00:00Z')
const parts = {
  ...{ parser: bashParser(), home: '/home/dev', engine: ['/home/dev/.engine'] },
  isIn: (of: string, named: string) => `${of}/`.startsWith(`${named.replace('~', '/home/dev')}/`),
}
const wrote = (...names: string[]): RecordedEffects => ({
  changes: names.map((name) => ({ path: `${folder}/${name}`, kind: 'created', type: 'file' })),
  hosts: [],
})
let ids = 0
const once = (effects: RecordedEffects | undefined, more: Partial<RecordedRequest> = {}): Recorded => ({
  request: {
    ...{ id: String((ids += 1)), session: 's', at: '2026-11-19T10:00:00Z', folder, text: 'npm run build' },
    ...{ commands: [['npm', 'run', 'build']], level: 'medium', outcome: 'allowed', by: 'window' },
    ...more,
  },
  effects: () => effects,
})
const same = [once(wrote('dist/a.js')), once(wrote('dist/a.js')), once(wrote('dist/a.js'))]
const suggested = async (recorded: readonly Recorded[], standing: readonly EffectRule[] = []) => {
  const compiled = await Promise.all(
    standing.map(async (rule) => {
      const read = await compileRule(rule, parts)
      if (!('compiled' in read)) throw new Error('it is no rule')
      return read.compiled
    }),
  )
  const found = await suggestRules(recorded, compiled, parts, { now, nameOf: (text) => text })
  return found.map(({ times, width, rule, test: { asked, answered } }) => [
    ...[times, width, rule.writes.join(' '), `${String(answered)} of ${String(asked)}`],
  ])
}

test('what was allowed three times and did the same is suggested as just that', async () => {
  expect(await suggested(same)).toEqual([[3, 'files', 'dist/a.js', '3 of 3']])
})

test('what makes another file each time is suggested no narrower than would have answered the last time', async () => {
  expect(await suggested(['c', 'b', 'a'].map((name) => once(wrote(`dist/${name}.js`))))).toEqual([
    [3, 'kind', 'dist/**/*.js', '3 of 3'],
  ])
  expect(
    await suggested([once(wrote('dist/c.map')), once(wrote('dist/b.js')), once(wrote('dist/a.js'))]),
  ).toEqual([[3, 'folder', 'dist/**', '3 of 3']])
})

test('what was allowed most often comes first', async () => {
  const tests = { text: 'npm test', commands: [['npm', 'test']] }
  const more = Array.from({ length: 4 }, () => once(wrote('coverage/x'), tests))
  expect((await suggested([...same, ...more])).map(([times]) => times)).toEqual([4, 3])
})

test.each<[string, readonly Recorded[]]>([
  ['twice', same.slice(1)],
  ['by a flag', same.map((each) => ({ ...each, request: { ...each.request, by: 'flag' } }))],
  ['long ago', same.map((each) => ({ ...each, request: { ...each.request, at: '2026-10-01T10:00:00Z' } }))],
  ['at a high level', same.map((each) => ({ ...each, request: { ...each.request, level: 'high' } }))],
  ['not as plain commands', same.map((each) => ({ ...each, request: { ...each.request, commands: null } }))],
  ['and denied once', [...same, once(wrote('dist/a.js'), { outcome: 'denied' })]],
  ['never rehearsed', [once(undefined), once(undefined), once(undefined)]],
  ['with a host', same.map((each) => ({ ...each, effects: () => ({ ...wrote('a'), hosts: ['a:1'] }) }))],
  [
    'not seen to its end',
    same.map((each) => ({ ...each, effects: () => ({ ...wrote('a'), unseen: 'time' }) })),
  ],
  [
    'with a deletion',
    same.map((each) => ({
      ...each,
      effects: (): RecordedEffects => ({
        changes: [{ path: `${folder}/dist/a`, kind: 'deleted', type: 'file' }],
        hosts: [],
      }),
    })),
  ],
  ['elsewhere each time', ['a/x', 'b/y.js', 'c/z'].map((name) => once(wrote(name)))],
])('nothing is suggested for what was allowed %s', async (_, recorded) => {
  expect(await suggested(recorded)).toEqual([])
})

test('nothing is suggested that a rule of the file answers', async () => {
  const rule = EffectRule.parse({ name: 'builds', writes: ['dist/**'] })
  expect(await suggested(same, [rule])).toEqual([])
})

/** A home in which there are always the same suggestions. */
async function world() {
  const tests = { text: 'npm test', commands: [['npm', 'test']] }
  const other = Array.from({ length: 3 }, () => once(wrote('coverage/x'), tests))
  const all = await suggestRules([...same, ...other], [], parts, { now, nameOf: (text) => text })
  let note: SuggestionNote = { dismissed: [] }
  let time = now
  const saved: EffectRule[] = []
  const suggestions = ruleSuggestions({
    all: () => Promise.resolve(all),
    notes: { read: () => Promise.resolve(note), write: (next) => Promise.resolve(void (note = next)) },
    now: () => time,
    add: (rule) => Promise.resolve(saved.push(rule)).then(() => ({ kind: 'written', name: rule.name })),
  })
  const commands = async () => (await suggestions.suggestion())?.rule.commands
  return { suggestions, commands, saved, pass: (hours: number) => (time += hours * 3_600_000) }
}

test('one is shown a day, and the same one all day', async () => {
  const { commands, pass } = await world()
  expect([await commands(), await commands()]).toEqual([['npm run build'], ['npm run build']])
  pass(23)
  expect(await commands()).toEqual(['npm run build'])
  pass(2)
  expect(await commands()).toEqual(['npm test'])
})

test('one that was dismissed does not return, and no other comes that day', async () => {
  const { suggestions, commands, pass } = await world()
  const key = (await suggestions.suggestion())?.key ?? ''
  expect(await suggestions.answer(key, false)).toMatchObject({ kind: 'written' })
  expect(await commands()).toBeUndefined()
  for (const hours of [25, 25, 25]) {
    pass(hours)
    expect(await commands()).toEqual(['npm test'])
  }
})

test('what is saved is what was shown, for 30 days', async () => {
  const { suggestions, saved } = await world()
  expect((await suggestions.answer('made up', true)).kind).toBe('refused')
  const shown = await suggestions.suggestion()
  expect(await suggestions.answer(shown?.key ?? '', true)).toMatchObject({ kind: 'written' })
  expect(saved).toEqual([{ ...shown?.rule, ends: { at: '2026-12-20T12:00:00.000Z' } }])
})
