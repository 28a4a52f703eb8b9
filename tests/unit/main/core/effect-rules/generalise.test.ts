import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import { answerByRule, type DoneEffects } from '../../../../../src/main/core/effect-rules/answer'
import { plainCommands } from '../../../../../src/main/core/effect-rules/command-pattern'
import { generalise } from '../../../../../src/main/core/effect-rules/generalise'
import { bashParser } from '../../../../fakes/bash-parser'
import { runsBySeed } from '../../../../fakes/by-seed'

const parser = bashParser()
const home = '/home/dev'
const folder = '/home/dev/src/shop'
const engine = ['/home/dev/.engine']
const places = { home, workspace: folder, engine }

const change = (
  path: string,
  kind: RehearsalChange['kind'] = 'created',
  more: Partial<RehearsalChange> = {},
) => ({
  ...{ path: path.startsWith('/') ? path : `${folder}/${path}`, kind, type: 'file' as const, bytes: 1 },
  ...more,
})
const question = async (text: string, level: 'low' | 'medium' | 'high' | 'not-assessed' = 'medium') => ({
  isIn: (named: string) => folder === named || folder.startsWith(`${named}/`),
  commands: await plainCommands(['bash', '-lc', text], parser),
  level,
})
const did = (changes: readonly RehearsalChange[], more: Partial<DoneEffects> = {}): DoneEffects => ({
  changes,
  hosts: [],
  gone: ({ files }) => ({ files: files ?? 1, unsaved: 0 }),
  ...more,
})
const widths = async (
  done: DoneEffects,
  text = 'npm run build',
  level: 'medium' | 'high' | 'low' = 'medium',
) =>
  generalise(
    { folder, text, question: await question(text, level), done },
    { parser, home, engine },
    'npm run build',
  )
const patterns = async (...changes: readonly RehearsalChange[]) =>
  (await widths(did(changes))).map(({ width, compiled: { rule } }) => [width, ...rule.writes])

test('a build: its files, what is like them, and its folder', async () => {
  const done = did([
    change('dist', 'created', { type: 'folder' }),
    change('dist/a.js'),
    change('dist/b.js'),
    change('dist/old.js', 'deleted'),
  ])
  const [files, kind, all] = await widths(done)
  expect(files?.compiled.rule).toEqual({
    name: 'npm run build',
    where: ['~/src/shop'],
    commands: ['npm run build'],
    writes: ['dist', 'dist/a.js', 'dist/b.js'],
    deletes: { below: ['dist/old.js'], files: 1, unsaved: 0 },
    hosts: [],
    level: 'medium',
    match: ['npm run build'],
    no_match: [],
  })
  expect(kind?.compiled.rule).toMatchObject({
    writes: ['dist', 'dist/**/*.js'],
    deletes: { below: ['dist/**/*.js'], files: 1 },
  })
  expect(all?.compiled.rule).toMatchObject({ writes: ['dist/**'], deletes: { below: ['dist/**'], files: 1 } })
})

test.each<[string, readonly RehearsalChange[], readonly string[][]]>([
  [
    'files in the workspace itself never become all of it',
    [change('package-lock.json', 'changed'), change('a.txt')],
    [
      ['files', 'a.txt', 'package-lock.json'],
      ['kind', '*.json', '*.txt'],
    ],
  ],
  [
    'several folders each, none around them',
    [change('packages/a/dist/x.js'), change('packages/b/dist/y.js')],
    [
      ['files', 'packages/a/dist/x.js', 'packages/b/dist/y.js'],
      ['kind', 'packages/a/dist/**/*.js', 'packages/b/dist/**/*.js'],
      ['folder', 'packages/a/dist/**', 'packages/b/dist/**'],
    ],
  ],
  [
    'many folders become the one that holds them',
    ['a', 'b', 'c', 'd', 'e'].map((name) => change(`out/${name}/x.o`)),
    [
      ['files', ...['a', 'b', 'c', 'd', 'e'].map((name) => `out/${name}/x.o`)],
      ['kind', 'out/**/*.o'],
      ['folder', 'out/**'],
    ],
  ],
  [
    'beyond the workspace from home, and never a folder that is near it',
    [change('/home/dev/.cache/shop/a.bin'), change('/home/dev/notes/b.md')],
    [
      ['files', '~/.cache/shop/a.bin', '~/notes/b.md'],
      ['kind', '~/.cache/shop/**/*.bin', '~/notes/*.md'],
      ['folder', '~/.cache/shop/**', '~/notes/*.md'],
    ],
  ],
  [
    'a file without an ending is only itself',
    [change('bin/tool'), change('bin/.hidden')],
    [
      ['files', 'bin/.hidden', 'bin/tool'],
      ['folder', 'bin/**'],
    ],
  ],
  ['a name with a star', [change('dist/a*.js')], []],
  ['a name with a question mark', [change('dist/a.js'), change('b?')], []],
  ['a name that is not all there', [change('dist/a\uFFFD.js')], []],
  ['git’s own files', [change('dist/a.js'), change('.git/hooks/pre-commit')], []],
  ['a folder of agents', [change('.claude/settings.json')], []],
  ['what may hold keys', [change('.env', 'changed')], []],
  ['a place of the system', [change('/etc/hosts', 'changed')], []],
  ['the engine’s own', [change('/home/dev/.engine/rules.toml', 'changed')], []],
  ['the home of another engine', [change('/home/dev/.config/countersign/config.toml', 'changed')], []],
  ['a store of keys', [change('/home/dev/.ssh/config', 'changed')], []],
  ['a socket', [change('dist/s', 'created', { type: 'socket' })], []],
  ['in home itself only the very files', [change('/home/dev/a.txt')], [['files', '~/a.txt']]],
  [
    'more files than a rule lists',
    Array.from({ length: 201 }, (_, at) => change(`dist/${String(at)}.js`)),
    [
      ['kind', 'dist/**/*.js'],
      ['folder', 'dist/**'],
    ],
  ],
  ['nothing', [], []],
])('%s', async (_, changes, expected) => {
  expect(await patterns(...changes)).toEqual(expected)
})

test('nothing is offered for what was not seen whole, is no plain command, or goes without being counted', async () => {
  const changes = [change('dist/a.js'), change('dist/b.js', 'deleted')]
  expect(await widths(did(changes))).toHaveLength(3)
  expect(await widths(did(changes, { unseen: 'time' }))).toEqual([])
  expect(await widths(did(changes, { hosts: ['a.example:443'] }))).toEqual([])
  expect(await widths(did(changes, { gone: () => undefined }))).toEqual([])
  expect(await widths(did(changes), 'npm run build > dist/log')).toEqual([])
  expect(await widths(did(changes), 'for f in a; do echo; done')).toEqual([])
})

test('of a line of commands each, of a high level a rule that says so', async () => {
  const [files] = await widths(did([change('dist/a.js')]), "make 'all of it' && npm run build", 'high')
  expect(files?.compiled.rule).toMatchObject({
    commands: ["make 'all of it'", 'npm run build'],
    level: 'high',
  })
})

/** Names, places and depths that changes are made of. Few of them meet more often: a folder where another change has a file, one within the other. */
const manyNames = {
  names: ['a', 'b', 'dist', 'x.js', 'y.js', 'z.css', '[id]', '.env', '.git', 'é', 'a b.md'],
  starts: [folder, home, '/var/tmp', '/etc'],
  deepest: 4,
  numRuns: runsBySeed(1600),
}
const fewNames = { names: ['a', 'x.js', 'y.js'], starts: [folder], deepest: 3, numRuns: runsBySeed(800) }
type Made = typeof manyNames

const namesOf = ({ names, deepest }: Made) =>
  fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: deepest })
const pathOf = (made: Made) =>
  fc
    .tuple(fc.constantFrom(...made.starts), namesOf(made))
    .map(([start, names]) => `${start}/${names.join('/')}`)
const changeOf = (made: Made) =>
  fc
    .record({
      path: pathOf(made),
      kind: fc.constantFrom('created', 'changed', 'deleted', 'moved', 'mode'),
      type: fc.constantFrom('file', 'folder', 'link'),
      from: pathOf(made),
      files: fc.integer({ min: 0, max: 5 }),
    })
    .map(({ from, ...rest }): RehearsalChange => ({
      ...rest,
      bytes: 1,
      ...(rest.kind === 'moved' && { from }),
    }))

/** Something beside a change, or below it. */
const beside = (changes: readonly RehearsalChange[], names: readonly string[]): readonly RehearsalChange[] =>
  changes.flatMap((change) => {
    const around = change.path.slice(0, change.path.lastIndexOf('/'))
    return [`${around}/${names.join('/')}`, `${change.path}/${names[0] ?? ''}`].map(
      (at): RehearsalChange => ({ ...change, path: at }),
    )
  })

test.each([
  ['of many names', manyNames],
  ['of few', fewNames],
])('each width answers what it was made from, and whatever a narrower one answers: %s', async (_, of) => {
  const asked = await question('make')
  const [seen, wider] = [new Set<string>(), { count: 0 }]
  await fc.assert(
    fc.asyncProperty(
      fc.array(changeOf(of), { minLength: 1, maxLength: 6 }),
      namesOf({ ...of, deepest: 3 }),
      async (changes, names) => {
        const done = did(changes)
        const made = await generalise(
          { folder, text: 'make', question: asked, done },
          { parser, home, engine },
          'make',
        )
        const answers = (of: DoneEffects) =>
          made.map(({ compiled }) => answerByRule(compiled, asked, of, places).kind === 'inside')
        expect(answers(done)).toEqual(made.map(() => true))
        for (const other of beside(changes, names)) {
          // A folder that is meant whole is not meant as a file in its place (decision 166); its name alone says either.
          if (changes.some(({ type, path, from }) => type === 'folder' && [path, from].includes(other.path)))
            continue
          for (const said of [answers(did([other])), answers(did([...changes, other]))]) {
            expect(said).toEqual(said.toSorted())
            if (said.length > 1 && said[0] !== said.at(-1)) wider.count += 1
          }
        }
        for (const { width } of made) seen.add(width)
      },
    ),
    { numRuns: of.numRuns },
  )
  expect([...seen].toSorted()).toEqual(['files', 'folder', 'kind'])
  // The wider ones do answer more, or this says nothing of them.
  expect(wider.count).toBeGreaterThan(5)
})
