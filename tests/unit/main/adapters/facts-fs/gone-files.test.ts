import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGoneFiles } from '../../../../../src/main/adapters/facts-fs/gone-files'
import { fakeReadLimits } from '../../../../fakes/read-limits'

let base = ''
let root = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-gone-')))
  root = join(base, 'work')
  mkdirSync(root)
  env.HOME = join(base, 'home')
  vi.stubEnv('HOME', env.HOME)
  vi.stubEnv('XDG_CONFIG_HOME', '')
  git('init', '-q')
  write('.gitignore', 'data\n')
  for (const name of ['a', 'data']) write(name, `what ${name} has\n`)
  git('add', '.gitignore', 'a')
  git('commit', '-qm', 'one')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(base, { recursive: true, force: true })
})

const env = { PATH: process.env.PATH ?? '', HOME: '', GIT_CONFIG_NOSYSTEM: '1' }
const git = (...words: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
/** Files that are older than the index that lists them, so that their times say that they are the same. */
function write(name: string, text: string): void {
  writeFileSync(join(root, name), text)
  utimesSync(join(root, name), 1_000_000_000, 1_000_000_000)
}
const gone = async (name: string, files = createGoneFiles(fakeReadLimits()), since?: number) => {
  const change = { kind: 'deleted', type: 'file', path: join(root, name), bytes: 1 } as const
  const count = await files.count([change], { session: 's-1', roots: [root], since })
  return count(change)
}

test('what git has is saved, as an object of its own and in a pack; of what another store has that is named nothing is known', async () => {
  expect(await gone('a')).toEqual({ files: 1, unsaved: 0, ignored: 0 })
  git('gc', '-q')
  expect(await gone('a')).toEqual({ files: 1, unsaved: 0, ignored: 0 })
  git('clone', '-q', '--shared', root, join(base, 'other'))
  root = join(base, 'other')
  git('update-index', '--refresh')
  expect(git('show', 'HEAD:a')).toBe('what a has')
  expect(await gone('a')).toBeUndefined()
})

test.each([
  ['its objects', '.git/objects'],
  ['the folder of an object', '.git/objects/{}'],
  ['its packs', '.git/objects/pack'],
])('nor of what lies where a link leads that stands for %s', async (_, place) => {
  if (place.endsWith('pack')) git('gc', '-q')
  const path = join(root, place.replace('{}', git('rev-parse', 'HEAD:a').slice(0, 2)))
  renameSync(path, join(base, 'elsewhere'))
  symlinkSync(join(base, 'elsewhere'), path)
  expect(git('show', 'HEAD:a')).toBe('what a has')
  expect(await gone('a')).toBeUndefined()
})

test('nor of a repository that lies in a folder of another name, which may go as any does', async () => {
  git('init', '-q', `--separate-git-dir=${join(root, 'data.d')}`)
  expect(git('show', 'HEAD:a')).toBe('what a has')
  expect(await gone('a')).toBeUndefined()
})

test('nor is a pack counted that is a link', async () => {
  git('gc', '-q')
  const [pack = ''] = readdirSync(join(root, '.git/objects/pack')).filter((name) => name.endsWith('.pack'))
  renameSync(join(root, '.git/objects/pack', pack), join(base, pack))
  symlinkSync(join(base, pack), join(root, '.git/objects/pack', pack))
  expect(await gone('a')).toEqual({ files: 1, unsaved: 1, ignored: 0 })
})

test('what an index lists and git has not is lost with its file', async () => {
  git('update-index', '--add', '--info-only', 'data')
  expect(git('ls-files')).toContain('data')
  expect(await gone('data')).toEqual({ files: 1, unsaved: 1, ignored: 1 })
  write('b', 'more\n')
  git('update-index', '--add', '--info-only', 'b')
  expect(await gone('b')).toEqual({ files: 1, unsaved: 1, ignored: 0 })
})

test('an object that holds something else is none, and of one that cannot be read nothing is known', async () => {
  const id = git('rev-parse', 'HEAD:a')
  const [object, other] = [id, git('rev-parse', 'HEAD:.gitignore')].map((each) =>
    join(root, '.git/objects', each.slice(0, 2), each.slice(2)),
  )
  if (object === undefined || other === undefined) throw new Error('no objects')
  chmodSync(object, 0o600)
  execFileSync('cp', [other, object])
  expect(await gone('a')).toEqual({ files: 1, unsaved: 1, ignored: 0 })
  writeFileSync(object, 'torn')
  expect(await gone('a')).toBeUndefined()
})

const strip = 'filter=strip'
test.each([
  ['in the folder', '.gitattributes', `*.nb ${strip}`],
  ['by the repository', '.git/info/attributes', `/deep/x.nb text ${strip}`],
  ['by a name for more than one', '.gitattributes', `[attr]book ${strip}\n*.nb book`],
  ['in a name in quotes', '.gitattributes', `"deep/x.n\\142" ${strip}`],
  ['beside it', 'deep/.gitattributes', `x.nb\t${strip}`],
  ['by the person', '../home/.config/git/attributes', `*.nb ${strip}`],
  ['by the person in a file of another name', '../home/attributes', `x.nb ${strip}`],
])(
  'what git stores through a filter that is named %s it does not have, unless it is the same',
  async (...row) => {
    const [, file, text] = row
    mkdirSync(join(root, 'deep'))
    mkdirSync(join(root, '.git/info'), { recursive: true })
    mkdirSync(join(env.HOME, '.config/git'), { recursive: true })
    if (file === '../home/attributes')
      write('../home/.gitconfig', '[core]\n\tattributesFile = ~/attributes\n')
    write(file, `${text}\n`)
    git('config', 'filter.strip.clean', 'grep -v "^out" || true')
    write('deep/x.nb', 'mine\nout: put by hand\n')
    write('deep/same.nb', 'mine\n')
    git('add', '.')
    git('commit', '-qm', 'two')
    expect(git('show', 'HEAD:deep/x.nb')).toBe('mine')
    expect(await gone('deep/x.nb')).toEqual({ files: 1, unsaved: 1, ignored: 0 })
    for (const name of ['deep/same.nb', 'a']) expect(await gone(name)).toMatchObject({ unsaved: 0 })
    // Nor once that is gone which said so.
    if (/^\.(git\/|\.)/.test(file)) return
    rmSync(join(root, file))
    expect(await gone('deep/x.nb')).toEqual({ files: 1, unsaved: 1, ignored: 0 })
    write(file, 'other\n')
    expect(await gone('deep/x.nb')).toEqual({ files: 1, unsaved: 1, ignored: 0 })
    expect(await gone('deep/same.nb')).toMatchObject({ unsaved: 0 })
  },
)

test('what somebody changed since the folder was kept no checkpoint has, but for what git has and the session wrote', async () => {
  const files = createGoneFiles(fakeReadLimits())
  write('new', 'theirs\n')
  const [before, after] = [Date.now() - 60_000, Date.now() + 60_000]
  expect(await gone('new', files, after)).toEqual({ files: 1, unsaved: 1, ignored: 0 })
  expect(await gone('new', files, before)).toEqual({ files: 1, unsaved: 1, ignored: 1 })
  expect(await gone('a', files, before)).toEqual({ files: 1, unsaved: 0, ignored: 0 })
  const paths = ['new', 'a', 'none'].map((name) => join(root, name))
  expect(await files.untouched(paths, after)).toEqual(paths.slice(0, 2))
  expect([await files.untouched(paths, before), await files.untouched(paths, undefined)]).toEqual([[], []])
  await files.made('s-1', [join(root, 'new')], 'over')
  expect(await files.untouched(paths, before)).toEqual(paths.slice(0, 1))
  expect(await gone('new', files, before)).toEqual({ files: 1, unsaved: 1, ignored: 0 })
  write('new', 'theirs again\n')
  expect(await gone('new', files, before)).toEqual({ files: 1, unsaved: 1, ignored: 1 })
  const added = { files: 1, unsaved: 1, ignored: 0, added: 1 }
  await files.made('s-1', [join(root, 'new')], 'added')
  expect(await gone('new', files, before)).toEqual(added)
  rmSync(join(root, '.git'), { recursive: true })
  expect(await gone('new', files, before)).toEqual(added)
  write('new', 'theirs once more\n')
  expect(await gone('new', files, before)).toEqual({ files: 1, unsaved: 1, ignored: 1 })
})

test('rules of many stars over folders in folders hold nothing up, of ignored files or of attributes', async () => {
  const folder = 'd/'.repeat(60)
  const rule = `${'d/**/'.repeat(8)}b`
  mkdirSync(join(root, folder), { recursive: true })
  write(`${folder}f`, 'mine\n')
  // Git is asked before the rules are there: some of its versions hang on them.
  git('add', '.')
  git('commit', '-qm', 'deep')
  write('.gitignore', `${rule}\n`)
  write('.gitattributes', `${rule} filter=strip\n`)
  write(`${folder}new`, 'mine\n')
  expect(await gone(`${folder}f`)).toEqual({ files: 1, unsaved: 0, ignored: 0 })
  expect(await gone(`${folder}new`)).toEqual({ files: 1, unsaved: 1, ignored: 0 })
})

test.each([
  ['is too long', '*'.repeat(1001)],
  ['is one of too many', 'x*\n'.repeat(10_001)],
  ['is in too large a file', `#${'x'.repeat(300_000)}`],
  ['is read otherwise by another git', 'ne**/w'],
])('nothing is known of a new file where a rule %s', async (_, rules) => {
  write('.gitignore', `${rules}\n`)
  write('new', 'mine\n')
  expect(await gone('new')).toBeUndefined()
})

test.each([
  ['a name too long to be compared', `${'*'.repeat(1001)} ${strip}`],
  ['one that a rule with “!” does not take away', `*.nb ${strip}\n!*.nb ${strip}`],
  ['many blanks before it', `*.nb${' '.repeat(100_000)}\u2028 ${strip}`],
])('what a filter may change is told by %s', async (_, attributes) => {
  write('.gitattributes', `${attributes}\n`)
  git('config', 'filter.strip.clean', 'grep -v "^out" || true')
  write('x.nb', 'mine\nout: put by hand\n')
  git('add', '.')
  git('commit', '-qm', 'two')
  const held = git('show', 'HEAD:x.nb') !== 'mine'
  expect(await gone('x.nb')).toMatchObject({ unsaved: held ? 0 : 1 })
})
