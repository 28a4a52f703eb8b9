import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bytesOf } from '../../../../../../src/main/adapters/sandbox-linux/byte-path'
import {
  searchWith,
  type SearchResult,
} from '../../../../../../src/main/adapters/sandbox-linux/repositories/search-repositories'

let base: string
let folder: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-search-')))
  folder = join(base, 'work')
  mkdirSync(folder)
})
afterEach(() => {
  execFileSync('chmod', ['-R', 'u+rwX', base])
  rmSync(base, { recursive: true })
})

/** A program that stands in the place of `find`, written in shell. */
function program(script: string): string {
  const path = join(base, 'find')
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return path
}

const search = (find = '/usr/bin/find', root: string = folder): Promise<SearchResult> =>
  searchWith(find)([bytesOf(root)], Number.POSITIVE_INFINITY, 'background')

/** What each search of this file has to find, and what only looks like it. */
function fill(): { places: string[]; settings: string[] } {
  const places = ['a/.git', 'a/b/c/.git', 'node_modules/p/.git', 'bare']
  for (const path of [...places, 'xgit', 'a.git', '.gitx', 'HEADS', 'a/null'])
    mkdirSync(join(folder, path), { recursive: true })
  for (const name of ['HEAD', 'objects', 'refs']) mkdirSync(join(folder, 'bare', name))
  const settings = ['a/.codex', 'a/b/mise.toml']
  for (const path of [...settings, 'a/xcodex', 'a/b/miseXtoml', 'node_modules/p/.codex'])
    writeFileSync(join(folder, path), '')
  return {
    places: places.map((path) => bytesOf(join(folder, path))).sort(),
    settings: settings.map((path) => bytesOf(join(folder, path))).sort(),
  }
}

const sorted = ({ places, settings, whole }: SearchResult): SearchResult => ({
  places: [...places].sort(),
  settings: [...settings].sort(),
  whole,
})

// Where `find` takes its patterns from differs by who made it. Not each of these syntaxes is anybody's first one.
test.each(
  // prettier-ignore
  ['emacs', 'findutils-default', 'posix-basic', 'posix-minimal-basic', 'grep', 'ed', 'sed', 'egrep', 'posix-extended', 'awk', 'gnu-awk'],
)('a find that reads patterns as %s finds the same', async (syntax) => {
  const expected = fill()
  const find = program(`
for word do
  shift
  [ "$word" != '(' ] || set -- "$@" -regextype ${syntax}
  set -- "$@" "$word"
done
exec /usr/bin/find "$@"`)
  expect(sorted(await search(find))).toEqual({ ...expected, whole: true })
})

test('a find that knows no patterns is asked by names', async () => {
  const expected = fill()
  const find = program(
    `echo "$*" >>${base}/calls; case "$*" in *-regex*) exit 2;; esac; exec /usr/bin/find "$@"`,
  )
  expect(sorted(await search(find))).toEqual({ ...expected, whole: true })
  expect(readFileSync(join(base, 'calls'), 'utf8').split('\n').length - 1).toBe(2)
})

test('one that searches all folders at once, so that the mark comes before the rest, finds the same', async () => {
  const expected = fill()
  const script = 'all=$(mktemp) && /usr/bin/find "$@" > $all && sort -z $all && rm $all'
  expect(sorted(await search(program(script)))).toMatchObject({ whole: true, places: expected.places })
})

test.each([
  ['is killed', 'kill -KILL $$'],
  ['is killed when it has found all', '/usr/bin/find "$@" | head -c -11; kill -KILL $$'],
  ['fails', 'exit 2'],
  ['says nothing and that all is well', 'exit 0'],
  ['knows neither', 'case "$*" in *-regex*|*-name*) exit 1;; esac; exec /usr/bin/find "$@"'],
  ['does not search all that it is told to', 'printf "%s\\0" "$1/.git"; exit 0'],
])('a find that %s has not searched all', async (_, script) => {
  fill()
  expect(await search(program(script))).toMatchObject({ whole: false })
})

test('without a find nothing is searched', async () => {
  expect(await search(join(base, 'none'))).toEqual({ places: [], settings: [], whole: false })
})

test.each([
  ['letters of patterns', Buffer.from(String.raw`a.*[b]\(c\)|+?^$`)],
  ['a line end', Buffer.from('a\n\nb')],
  ['a name that is no text', Buffer.from([0x61, 0xff, 0xc3])],
  ['a name that begins as an option does', Buffer.from('-name')],
  ['what the end is marked with', Buffer.from('null')],
])('%s in the way to a repository, or to the folder itself, hide nothing', async (_, name) => {
  const inside = Buffer.concat([Buffer.from(`${folder}/`), name])
  const git = Buffer.concat([inside, Buffer.from('/d/.git')])
  mkdirSync(git, { recursive: true })
  const places = [git.toString('latin1')]
  expect(sorted(await search())).toEqual({ places, settings: [], whole: true })
  const within = await searchWith('/usr/bin/find')(
    [inside.toString('latin1') as ReturnType<typeof bytesOf>],
    Number.POSITIVE_INFINITY,
  )
  expect([[...within.places], within.whole]).toEqual([places, true])
})

test('a folder that cannot be read hides no other, and what ends there is no whole search of it', async () => {
  const expected = fill()
  mkdirSync(join(folder, 'a/shut/in/.git'), { recursive: true })
  chmodSync(join(folder, 'a/shut'), 0)
  const found = sorted(await search())
  const places = found.places.filter((path) => !path.includes('/shut/')) // root reads it
  expect({ ...found, places }).toEqual({ ...expected, whole: true })
})

test('one that was closed meanwhile is opened for the search and closed again', async () => {
  mkdirSync(join(folder, 'shut/in/.git'), { recursive: true })
  chmodSync(join(folder, 'shut'), 0)
  const { places, whole } = await searchWith('/usr/bin/find')([bytesOf(folder)], 0)
  expect([[...places], whole]).toEqual([[bytesOf(join(folder, 'shut/in/.git'))], true])
})
