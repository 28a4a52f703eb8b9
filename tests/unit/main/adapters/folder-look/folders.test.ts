import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createFolders, completeFolders } from '../../../../../src/main/adapters/folder-look/folders'
import { fakeReadLimits } from '../../../../fakes/read-limits'
import { createProjectDocs } from '../../../../../src/main/adapters/project-docs/project-docs'
import { projectSettings, trustOf } from '../../../../../src/main/adapters/config-toml/project-layer'
import { loadSettings } from '../../../../../src/main/adapters/config-toml/load-settings'
import { createSettingsFile } from '../../../../../src/main/adapters/config-toml/settings-file'
import { createWorkspace } from '../../../../../src/main/adapters/workspace/workspace'
import { folderWith } from '../../../../fakes/settings-home'

const log = { error: () => undefined }

type Parts = Parameters<typeof createFolders>[0]

async function world(
  files: Readonly<Record<string, string>>,
  config = '',
  rehearses = false,
  others: Partial<Parts> = {},
) {
  const { at: given } = folderWith({ 'home/config.toml': config, ...files })
  const real = realpathSync(given('.'))
  const at = (path: string): string => `${real}/${path}`
  const place = { home: at('home'), env: {} }
  const settings = createSettingsFile(place, await loadSettings(place), () => undefined)
  const docs = createProjectDocs({ home: at('home'), config: {}, log, limits: fakeReadLimits() })
  const folders = createFolders({
    ...{ workspace: createWorkspace({}), settings },
    trusted: async (cwd) => trustOf((await settings.fresh()).projects, cwd),
    projectSettings,
    documents: async (cwd) => (await docs.documents(cwd)).map(({ path, bytes }) => ({ path, bytes })),
    repository: () => Promise.resolve(undefined),
    canRehearse: () => Promise.resolve(rehearses),
    ...others,
  })
  return { at, folders, settings }
}

test('folders that begin with what is typed, links to folders too, and no files', async () => {
  const { at } = await world({
    'src/Alpha/x': '',
    'src/alps/x': '',
    'src/.hid/x': '',
    'src/alfile': '',
    'src/b/x': '',
  })
  symlinkSync(at('src/b'), at('src/al-link'))
  symlinkSync(at('nowhere'), at('src/al-gone'))
  mkdirSync(at('src/al\u202Eips'))
  const of = async (typed: string) =>
    (await completeFolders(at(typed))).map((path) => path.slice(at('src/').length))
  expect(await of('src/al')).toEqual(['al-link', 'Alpha', 'alps'])
  expect(await of('src/')).toEqual(['al-link', 'Alpha', 'alps', 'b'])
  expect(await of('src/.')).toEqual(['.hid'])
  expect([
    await of('src/zz'),
    await of('gone/x'),
    await completeFolders('src/al'),
    await completeFolders('/\0'),
  ]).toEqual([...[[], [], [], []]])
})

test('no more than twenty, and /proc makes nobody wait', async () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`many/f${String(at)}/x`, '']))
  const { at } = await world(many)
  expect(await completeFolders(at('many/f'))).toHaveLength(20)
  expect((await completeFolders('/proc/')).length).toBe(20)
})

test('git is asked of a folder while it is looked whether commands can be tried on copies', async () => {
  const { promise: looked, resolve: look } = Promise.withResolvers<undefined>()
  const { at, folders } = await world({ 'project/x': '' }, '', true, {
    repository: () => looked,
    canRehearse: () => {
      look(undefined)
      return Promise.resolve(true)
    },
  })
  expect(await folders.look(at('project'))).toMatchObject({ kind: 'there', proposes: 'effects' })
})

test('a project says what its files would do, before any of it is in force', async () => {
  const { at, folders, settings } = await world({
    'project/.countersign/config.toml': 'model = "own"\nsandbox_mode = "danger-full-access"\n',
    'project/.codex/config.toml': '',
    'project/AGENTS.md': 'Work well.',
  })
  expect(await folders.look(at('project'))).toEqual({
    kind: 'there',
    cwd: at('project'),
    project: {
      folder: at('project'),
      instructions: [{ path: at('project/AGENTS.md'), bytes: 10 }],
      settings: {
        file: at('project/.countersign/config.toml'),
        sets: [{ key: 'model', value: 'own' }],
        refused: ['sandbox_mode'],
      },
      unread: ['.codex/config.toml'],
    },
  })
  expect((await settings.defaults(at('project'))).model).not.toBe('own')
})

test('trust is written as the person says it, with the rest of config.toml kept, and can be taken back', async () => {
  const config = '# mine\nmodel = "m" # stays\nmodel_provider = "demo"\n'
  const { at, folders, settings } = await world(
    { 'pro "ject".x/.countersign/config.toml': 'model = "own"\n' },
    config,
  )
  const path = at('pro "ject".x')
  expect(await folders.trust(path, 'trusted')).toMatchObject({ project: { trust: 'trusted', listed: path } })
  expect((await settings.defaults(path)).model).toBe('own')
  expect(readFileSync(at('home/config.toml'), 'utf8')).toContain('# mine\nmodel = "m" # stays\n')
  expect(await folders.trust(path, 'untrusted')).toMatchObject({ project: { trust: 'untrusted' } })
  const after = await settings.defaults(path)
  expect([after.model, after.sandboxPolicy.mode]).toEqual(['m', 'read-only'])
})

test('what is trusted above a folder is what is answered, and said', async () => {
  const { at, folders } = await world({ 'all/one/x': '' })
  await folders.trust(at('all'), 'trusted')
  expect(await folders.look(at('all/one'))).toMatchObject({
    project: { trust: 'trusted', listed: at('all') },
  })
})

test.each([
  ['a folder that is not there', 'gone', /does not exist/],
  ['a file', 'file', /is not a folder/],
])('%s is said, and not trusted', async (_, name, problem) => {
  const { at, folders } = await world({ file: 'x' })
  expect(JSON.stringify(await folders.look(at(name)))).toMatch(problem)
  await expect(folders.trust(at(name), 'trusted')).rejects.toThrow(problem)
  expect(readFileSync(at('home/config.toml'), 'utf8')).toBe('')
})

test('a config.toml with a mistake in it is not edited', async () => {
  const { at, folders, settings } = await world({ 'project/x': '' })
  const broken = 'model = [\n'
  writeFileSync(at('home/config.toml'), broken)
  await expect(folders.trust(at('project'), 'trusted')).rejects.toThrow(/config\.toml/)
  expect(readFileSync(at('home/config.toml'), 'utf8')).toBe(broken)
  expect((await settings.read()).problem).toContain('config.toml')
})

test('a project’s own file that is none is told, and nothing of it used', async () => {
  const { at, folders } = await world({ 'project/.countersign/config.toml': 'model = [' })
  const look = await folders.look(at('project'))
  const settings = look.kind === 'there' ? look.project.settings : undefined
  expect([settings?.sets, settings?.refused, settings?.problem !== undefined]).toEqual([[], [], true])
})

test.each([
  ['nobody chose a policy', '', true, 'effects'],
  ['nothing can be rehearsed', '', false, undefined],
  ['the configuration names one', 'approval_policy = "on-request"', true, undefined],
  ['the configuration is wrong', 'approval_policy = "perhaps"', true, undefined],
])('where %s it proposes accordingly', async (_, config, rehearses, proposes) => {
  const { at, folders, settings } = await world({ 'project/a': '' }, '', rehearses)
  writeFileSync(at('home/config.toml'), config)
  await settings.read()
  expect(await folders.look(at('project'))).toEqual({
    ...{
      kind: 'there',
      cwd: at('project'),
      project: { folder: at('project'), instructions: [], unread: [] },
    },
    ...(proposes !== undefined && { proposes }),
  })
})

test.each<[string, Record<string, string>, readonly string[] | undefined]>([
  ['nothing but hidden files', { '.keep': '' }, ['nothing']],
  ['files that say nothing', { 'a.txt': '' }, undefined],
  [
    'a project',
    { 'package.json': '{}', 'tests/a.js': '', 'Readme.md': '' },
    ['tests', 'dependencies', 'readme'],
  ],
  ['a language that tests by itself', { 'Cargo.toml': '' }, ['tests', 'dependencies']],
  ['names that only begin so', { 'tests.txt': '', 'package.json.bak': '', readmes: '' }, undefined],
])('by its names a folder has %s', async (_, files, marks) => {
  const within = Object.fromEntries(Object.entries(files).map(([name, text]) => [`project/${name}`, text]))
  const { at, folders } = await world(within)
  const look = await folders.look(at('project'))
  expect(look.kind === 'there' && look.marks).toEqual(marks)
})
