import { expect, test } from 'vitest'
import { EffectRule } from '@shared/domain/effect-rule'
import type { RecordedEffects, RecordedRequest } from '@shared/domain/recorded-request'
import { backTest, type Recorded } from '../../../../../src/main/core/effect-rules/back-test'
import { compileRule } from '../../../../../src/main/core/effect-rules/compile-rule'
import { bashParser } from '../../../../fakes/bash-parser'

const home = '/home/dev'
const engine = ['/home/dev/.engine']
const folder = '/home/dev/src/shop'
const isIn = (of: string, named: string): boolean => of === named || of.startsWith(`${named}/`)

const writes: RecordedEffects = {
  changes: [{ path: `${folder}/dist/a.js`, kind: 'created', type: 'file' }],
  hosts: [],
}
let nth = 0
const recorded = (
  effects: RecordedEffects | undefined = writes,
  more: Partial<RecordedRequest> = {},
): Recorded => ({
  request: {
    ...{
      id: `r${String((nth += 1))}`,
      session: 's',
      at: `2026-11-26T10:00:${String(nth).padStart(2, '0')}Z`,
      folder,
    },
    ...{
      text: 'npm run build',
      commands: [['npm', 'run', 'build']],
      level: 'medium',
      outcome: 'allowed',
      by: 'window',
    },
    ...more,
  },
  effects: () => effects,
})
const never: Recorded['effects'] = () => {
  throw new Error('not wanted')
}
async function tried(rule: Partial<EffectRule>, of: readonly Recorded[]) {
  const read = await compileRule(
    EffectRule.parse({
      name: 'builds',
      where: ['~/src/shop'],
      commands: ['npm run build'],
      writes: ['dist/**'],
      ...rule,
    }),
    { parser: bashParser(), home, engine },
  )
  if (!('compiled' in read)) throw new Error(JSON.stringify(read.problems))
  const { denied, ...rest } = backTest(read.compiled, of, { home, engine, isIn })
  return { ...rest, denied: denied.map(({ command }) => command) }
}
const none = { answered: 0, unknown: 0, denied: [] }

test('what lies inside counts as answered, and what a person denied of it is named, the last first', async () => {
  const denied = { outcome: 'denied' as const }
  expect(
    await tried({}, [
      recorded(),
      recorded(writes, { ...denied, text: 'first' }),
      recorded(writes, { ...denied, text: 'first' }),
      recorded(writes, { ...denied, text: 'second' }),
      recorded(writes, { ...denied, text: 'nobody', by: 'engine' }),
    ]),
  ).toEqual({ asked: 5, answered: 5, unknown: 0, denied: ['second', 'first', 'first'] })
})

test.each<[string, Recorded, object]>([
  ['not rehearsed', { ...recorded(), effects: () => undefined }, { ...none, unknown: 1 }],
  ['not kept whole', recorded({ ...writes, unseen: 'unlisted' }), { ...none, unknown: 1 }],
  ['not seen to its end', recorded({ ...writes, unseen: 'time' }), none],
  ['hosts that the rule has not', recorded({ ...writes, hosts: ['b.example:443'] }), none],
  ['hosts that the rule has', recorded({ ...writes, hosts: ['a.example:443'] }), { ...none, unknown: 1 }],
  ['another command', { ...recorded(writes, { commands: [['npm', 'test']] }), effects: never }, none],
  ['no plain command', { ...recorded(writes, { commands: null }), effects: never }, none],
  [
    'another folder',
    { ...recorded(writes, { folder: '/home/dev/src/other' }), effects: never },
    { ...none, asked: 0 },
  ],
  ['a higher level', { ...recorded(writes, { level: 'high' }), effects: never }, none],
  [
    'something besides',
    recorded({
      ...writes,
      changes: [...writes.changes, { path: `${folder}/x`, kind: 'changed', type: 'file' }],
    }),
    none,
  ],
])('%s', async (_, of, expected) => {
  expect(await tried({ hosts: ['a.example:443'] }, [of])).toEqual({ asked: 1, ...expected })
})

test('what went counts as git had it; without that all of it is unsaved', async () => {
  const gone = (unsaved?: number): Recorded =>
    recorded({
      hosts: [],
      changes: [
        {
          path: `${folder}/dist`,
          kind: 'deleted',
          type: 'folder',
          files: 3,
          ...(unsaved !== undefined && { unsaved }),
        },
      ],
    })
  const deletes = { below: ['dist/**'], files: 3, unsaved: 1 }
  expect(await tried({ deletes }, [gone(0), gone(1), gone(2), gone()])).toEqual({
    ...none,
    asked: 4,
    answered: 2,
  })
})
