import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EffectRule } from '@shared/domain/effect-rule'
import { type OutsideRule } from '@shared/domain/nearest-rule'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import {
  answerByRules,
  couldAnswer,
  type CompiledRule,
  type DoneEffects,
  type RuleQuestion,
} from '../../../../../src/main/core/effect-rules/answer'
import { plainCommands } from '../../../../../src/main/core/effect-rules/command-pattern'
import { compileRule } from '../../../../../src/main/core/effect-rules/compile-rule'
import { bashParser } from '../../../../fakes/bash-parser'

const parser = bashParser()
const home = '/home/dev'
const workspace = '/home/dev/src/shop'
const engine = ['/home/dev/.engine']
const places = { home, workspace, engine }

async function compiled(rule: Partial<EffectRule>): Promise<CompiledRule> {
  const done = await compileRule(EffectRule.parse({ name: 'builds', ...rule }), { parser, home, engine })
  if ('problems' in done) throw new Error(JSON.stringify(done.problems))
  return done.compiled
}
const question = async (line: string, more: Partial<RuleQuestion> = {}): Promise<RuleQuestion> => ({
  isIn: (folder) => workspace === folder || workspace.startsWith(`${folder}/`),
  commands: await plainCommands(['bash', '-lc', line], parser),
  level: 'medium',
  ...more,
})
const change = (
  path: string,
  kind: RehearsalChange['kind'] = 'created',
  more: Partial<RehearsalChange> = {},
) => ({
  path: path.startsWith('/') ? path : `${workspace}/${path}`,
  kind,
  type: 'file' as const,
  bytes: 1,
  ...more,
})
const did = (changes: readonly RehearsalChange[], more: Partial<DoneEffects> = {}): DoneEffects => ({
  changes,
  hosts: [],
  gone: ({ files }) => ({ files: files ?? 1, unsaved: 0 }),
  ...more,
})
async function outside(rule: Partial<EffectRule>, done: DoneEffects, more: Partial<RuleQuestion> = {}) {
  const answer = answerByRules([await compiled(rule)], await question('npm run build', more), done, places)
  return answer?.kind === 'outside' ? answer.outside : (answer?.kind ?? 'no rule')
}

test.each([
  ['npm run build', true],
  ['make', true],
  ['npm run build && make', true],
  ['make clean', false],
  ['npm run build && git push', false],
  ['npm run build > /tmp/x', false],
  ['npm run $X', false],
  ['npm run *', false],
  ['FOO=1 npm run build', false],
  ['timeout 5 npm run build', false],
  ['sh -c "npm run build"', false],
  ['npm "run" build', true],
])('%s is the rule’s: %s', async (line, expected) => {
  const rule = await compiled({ commands: ['npm run *', 'make'] })
  expect(couldAnswer(rule, await question(line))).toBe(expected)
})

const plainLines = [
  'npm run build',
  'make',
  'make clean',
  'npm publish',
  'git push',
  'rm -rf dist',
  'sh build.sh',
]
const wrappers: readonly ((line: string) => string)[] = [
  (line) => `FOO=1 ${line}`,
  (line) => `env ${line}`,
  (line) => `timeout 5 ${line}`,
  (line) => `nice ${line}`,
  (line) => `xargs ${line}`,
  (line) => `sudo ${line}`,
  (line) => `bash -c "${line}"`,
  (line) => `(${line})`,
  (line) => `$(${line})`,
  (line) => `${line} > dist/log`,
  (line) => `${line} &`,
  (line) => `! ${line}`,
  (line) => `if true; then ${line}; fi`,
  (line) => `echo $(${line})`,
]
test('however commands are wrapped, joined and ordered, a rule answers no line of which it would not answer each by itself', async () => {
  const [all, rule] = [await compiled({}), await compiled({ commands: ['npm run *', 'make', 'sh build.sh'] })]
  let answered = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          line: fc.constantFrom(...plainLines),
          wrap: fc.oneof(
            fc.constant((line: string) => line),
            fc.constantFrom(...wrappers),
          ),
          join: fc.constantFrom(' && ', '; ', ' || ', ' | ', '\n'),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      async (parts) => {
        const whole = parts.map(({ line, wrap, join }, at) => `${at === 0 ? '' : join}${wrap(line)}`).join('')
        const isAnswered = couldAnswer(rule, await question(whole))
        const each = await Promise.all(parts.map(async ({ line }) => couldAnswer(rule, await question(line))))
        if (isAnswered) answered += 1
        expect(isAnswered && each.includes(false), whole).toBe(false)
        // A rule without commands is for whatever can be rehearsed.
        expect(couldAnswer(all, await question(whole))).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
  expect(answered).toBeGreaterThan(5)
})

test('where, and the level', async () => {
  const line = await question('ls')
  expect(couldAnswer(await compiled({ where: ['~/src'] }), line)).toBe(true)
  expect(couldAnswer(await compiled({ where: ['~/other'] }), line)).toBe(false)
  expect(couldAnswer(await compiled({}), await question('ls', { level: 'high' }))).toBe(false)
  expect(couldAnswer(await compiled({ level: 'high' }), await question('ls', { level: 'high' }))).toBe(true)
  expect(couldAnswer(await compiled({ level: 'low' }), await question('ls', { level: 'not-assessed' }))).toBe(
    false,
  )
})

test('what is written lies inside, or is named', async () => {
  const writes = ['dist/**', '~/.cache/shop/**']
  const inside = [
    change('dist', 'created', { type: 'folder' }),
    change('dist/a.js'),
    change('/home/dev/.cache/shop/x'),
  ]
  expect(await outside({ writes }, did(inside))).toBe('inside')
  expect(await outside({ writes }, did([...inside, change('src/a.ts', 'changed')]))).toEqual([
    { kind: 'writes', path: `${workspace}/src/a.ts` },
  ])
  expect(await outside({ writes }, did([change('dist', 'created', { type: 'link' })]))).toHaveLength(1)
  expect(await outside({ writes }, did([change('dist/s', 'created', { type: 'socket' })]))).toHaveLength(1)
  expect(
    await outside({ writes: ['**'] }, did([change('.env'), change('.git/hooks/x'), change('.claude/a')])),
  ).toHaveLength(3)
})

test('folders are made for what a rule means, and for nothing else', async () => {
  const writes = ['dist/**/*.js']
  const folder = (path: string) => change(path, 'created', { type: 'folder' })
  const made = [folder('dist'), folder('dist/lib'), folder('dist/lib/deep'), change('dist/lib/deep/a.js')]
  expect(await outside({ writes }, did(made))).toBe('inside')
  expect(await outside({ writes }, did(made.toReversed()))).toBe('inside')
  expect(await outside({ writes: ['a/b/c/**'] }, did(['a', 'a/b', 'a/b/c'].map(folder)))).toBe('inside')
  // A folder in which nothing of the rule is, wherever it lies.
  for (const paths of [['dist'], ['dist', 'dist/lib', 'dist/lib/a.css']]) {
    const changes = paths.map((path) => (path.endsWith('.css') ? change(path) : folder(path)))
    expect(await outside({ writes }, did(changes))).toEqual(
      paths.map((path) => ({ kind: 'writes', path: `${workspace}/${path}` })),
    )
  }
  const gone = did([folder('dist'), change('dist/a.js', 'deleted')])
  expect(await outside({ writes }, gone)).toHaveLength(2)
  // Of another kind, or not made but moved or opened to others.
  for (const other of [
    change('dist/lib', 'created', { type: 'link' }),
    change('dist/lib', 'mode', { type: 'folder' }),
    change('dist/lib', 'changed', { type: 'folder' }),
  ])
    expect(await outside({ writes }, did([other, change('dist/lib/a.js')]))).toEqual([
      { kind: 'writes', path: `${workspace}/dist/lib` },
    ])
  const guarded = ['dist/.git', 'dist/.claude']
  for (const path of guarded)
    expect(await outside({ writes }, did([folder(path), change(`${path}/a.js`)]))).toHaveLength(2)
})

test('what goes is counted, and what cannot be brought back is not covered', async () => {
  const deletes = { below: ['dist/**'], files: 3, unsaved: 0 }
  const gone = change('dist', 'deleted', { type: 'folder', files: 3 })
  expect(await outside({ deletes }, did([gone]))).toBe('inside')
  expect(await outside({ deletes }, did([gone, change('dist2/x', 'deleted')]))).toEqual([
    { kind: 'deletes', path: `${workspace}/dist2/x` },
  ])
  expect(await outside({ deletes: { ...deletes, files: 2 } }, did([gone]))).toEqual([
    { kind: 'files', files: 3, most: 2 },
  ])
  const unsaved = { gone: () => ({ files: 1, unsaved: 1 }) }
  expect(await outside({ deletes }, did([gone], unsaved))).toEqual([
    { kind: 'deletes', path: `${workspace}/dist`, unsaved: 1 },
  ])
  expect(await outside({ deletes }, did([gone], { gone: () => undefined }))).toHaveLength(1)
  expect(await outside({ writes: ['**'] }, did([gone]))).toHaveLength(1)
})

test('a move is a deletion there and a file here', async () => {
  const moved = change('dist/b', 'moved', { from: `${workspace}/src/b` })
  expect(await outside({ writes: ['dist/**'] }, did([moved]))).toEqual([
    { kind: 'deletes', path: `${workspace}/src/b` },
  ])
  const both = { writes: ['dist/**'], deletes: { below: ['src/**'], files: 1, unsaved: 0 } }
  expect(await outside(both, did([moved]))).toBe('inside')
})

test('hosts, and what a rehearsal could not show', async () => {
  expect(await outside({ hosts: ['a.example:443'] }, did([], { hosts: ['a.example:443'] }))).toBe('inside')
  expect(await outside({ hosts: ['a.example:443'] }, did([], { hosts: ['a.example:80'] }))).toEqual([
    { kind: 'connects', host: 'a.example:80' },
  ])
  expect(await outside({}, did([], { unseen: 'left-running' }))).toEqual([
    { kind: 'unseen', because: 'left-running' },
  ])
})

test('two rules never add up; the one that leaves least is told', async () => {
  const rules = [
    await compiled({ name: 'a', writes: ['a/**'] }),
    await compiled({ name: 'b', writes: ['b/**', 'c/**'] }),
  ]
  const done = did([change('a/x'), change('b/x'), change('c/x')])
  expect(answerByRules(rules, await question('make'), done, places)).toMatchObject({
    kind: 'outside',
    rule: 'b',
    outside: [{ path: `${workspace}/a/x` }],
  })
})

test('a workspace that is the home folder gives a whole-workspace rule nothing', async () => {
  const rule = await compiled({ writes: ['**'] })
  const at = { ...places, workspace: home }
  expect(answerByRules([rule], await question('make'), did([change('/home/dev/x')]), at)).toMatchObject({
    kind: 'outside',
  })
})

const names = ['a', 'b', 'dist', '.git', '.env', '.claude', 'x.js']
const pathOf = fc
  .array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'))
const patternOf = fc
  .tuple(pathOf, fc.constantFrom('', '/**'))
  .map(([path, end]) => path + end)
  .filter((text) => !/\.(git|claude)/.test(text))
const changeOf = fc.record({
  path: pathOf,
  kind: fc.constantFrom('created' as const, 'changed' as const, 'deleted' as const, 'mode' as const),
  type: fc.constantFrom('file' as const, 'folder' as const, 'link' as const, 'socket' as const),
  files: fc.nat(3),
  unsaved: fc.nat(1),
})

test('random change sets against random rules agree with a plain model', async () => {
  const covers = (pattern: string, path: string, folder: boolean): boolean => {
    const below = pattern.endsWith('/**') ? pattern.slice(0, -3) : undefined
    return below === undefined ? path === pattern : path.startsWith(`${below}/`) || (folder && path === below)
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(patternOf, { maxLength: 3 }),
      fc.record({
        below: fc.array(patternOf, { minLength: 1, maxLength: 2 }),
        files: fc.nat(4),
        unsaved: fc.nat(1),
      }),
      fc.array(changeOf, { maxLength: 4 }),
      async (writes, deletes, changes) => {
        const { below, files, unsaved } = deletes
        const rule = await compiled({ writes, deletes })
        const guarded = (path: string): boolean => /(^|\/)(\.git|\.claude)(\/|$)|(^|\/)\.env$/.test(path)
        const written = changes.filter(
          ({ kind, type, path }) =>
            kind !== 'deleted' &&
            type !== 'socket' &&
            !guarded(path) &&
            writes.some((pattern) => covers(pattern, path, type === 'folder')),
        )
        let [gone, lost] = [0, 0]
        let inside = true
        for (const each of changes) {
          const folder = each.type === 'folder'
          if (each.kind === 'deleted') {
            gone += each.files
            lost += each.unsaved
            if (guarded(each.path) || !below.some((pattern) => covers(pattern, each.path, folder)))
              inside = false
            continue
          }
          const way =
            each.kind === 'created' &&
            folder &&
            !guarded(each.path) &&
            written.some(({ path }) => path.startsWith(`${each.path}/`))
          if (!way && !written.includes(each)) inside = false
        }
        if (gone > files || lost > unsaved) inside = false
        const done = changes.map((each) => ({
          each,
          made: change(each.path, each.kind, { type: each.type }),
        }))
        const of = new Map<RehearsalChange, (typeof changes)[number]>(
          done.map(({ each, made }) => [made, each]),
        )
        const answer = answerByRules(
          [rule],
          await question('make'),
          {
            ...did(done.map(({ made }) => made)),
            gone: (made) => of.get(made),
          },
          places,
        )
        expect(answer?.kind).toBe(inside ? 'inside' : 'outside')
      },
    ),
    { numRuns: 2000 },
  )
})

test('what is outside has no end in a request', async () => {
  const many = Array.from({ length: 50 }, (_, index) => change(`x${String(index)}`))
  const answer = answerByRules([await compiled({})], await question('make'), did(many), places)
  expect(answer).toMatchObject({ kind: 'outside', more: 30 })
  const kept: readonly OutsideRule[] = answer?.kind === 'outside' ? answer.outside : []
  expect(kept).toHaveLength(20)
})
