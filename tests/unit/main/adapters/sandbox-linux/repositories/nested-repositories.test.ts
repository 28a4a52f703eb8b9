import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NestedRepositories } from '../../../../../../src/main/adapters/sandbox-linux/repositories/nested-repositories'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { bytesOf } from '../../../../../../src/main/adapters/sandbox-linux/byte-path'
import { planRun, type PlanParts } from '../../../../../../src/main/adapters/sandbox-linux/run/run-plan'
import type { RunSpec } from '../../../../../../src/main/core/ports/sandbox'
import {
  searchWith,
  type SearchRepositories,
} from '../../../../../../src/main/adapters/sandbox-linux/repositories/search-repositories'

let base: string
let searches: number
let nested: NestedRepositories
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-nested-')))
  searches = 0
  const search: SearchRepositories = (...args) => {
    searches += 1
    return searchWith('/usr/bin/find')(...args)
  }
  nested = new NestedRepositories(search)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(base, { recursive: true, force: true })
})

const isRoot = process.getuid?.() === 0
const deep = Array.from({ length: 12 }, (_, index) => `d${String(index)}`).join('/')

/** A `.git` below the workspace, with everything around it. */
function make(path: string): string {
  const git = join(base, path, '.git')
  mkdirSync(git, { recursive: true })
  return git
}

/** A folder of another user's, where the tests may make one, with a repository in it. */
function foreign(name: string, mode: number): string {
  const folder = join(base, name)
  const git = make(`${name}/project`)
  if (isRoot) chownSync(folder, 65_534, 65_534)
  chmodSync(folder, mode)
  return git
}

// A folder that a group may enter may be root's to enter too, by a supplementary group or an access list.
test.each([
  ['that everybody may enter', 0o755, true],
  ['that its group may enter', 0o710, true],
  ['that nobody else may enter', 0o700, !isRoot],
])("a repository in another user's folder %s", async (_, mode, found) => {
  const repository = foreign('other', mode)
  expect(await nested.below(base)).toEqual(found ? [repository] : [])
})

test('the first question knows repositories at any depth and in installed packages', async () => {
  make('')
  const all = [make(deep), make('node_modules/p'), make('sub')]
  expect(await nested.below(base)).toEqual(all.sort())
})

test('a root that was prefetched is searched once, before anybody asks', async () => {
  const made = make(deep)
  nested.prefetch(base)
  await expect.poll(() => searches).toBe(1)
  expect([await nested.below(base), searches]).toEqual([[made], 1])
})

test('a folder of which every entry is looked at is searched by no program', async () => {
  mkdirSync(join(base, `${deep}/.codex`), { recursive: true })
  writeFileSync(join(base, deep, 'file'), '')
  symlinkSync(base, join(base, 'link'))
  expect([await nested.below(base), nested.agentsBelow(base), searches]).toEqual([
    [],
    [join(base, deep, '.codex')],
    0,
  ])
})

const folders = (count: number, ...paths: readonly string[]): void => {
  for (const path of paths)
    for (let index = 0; index < count; index++)
      mkdirSync(join(base, path, `d${String(index)}`), { recursive: true })
}

test.each<[string, () => unknown]>([
  ['installed packages', () => mkdirSync(join(base, 'a/node_modules'), { recursive: true })],
  ['a git folder of its own', () => make('')],
  ['a git folder further below', () => make('a/b')],
  [
    'a bare repository',
    () => {
      for (const name of ['objects', 'refs', 'HEAD']) mkdirSync(join(base, 'bare', name), { recursive: true })
    },
  ],
  [
    'many folders beside each other',
    () => {
      folders(301, '')
    },
  ],
  [
    'many folders on one level of several',
    () => {
      folders(151, 'a', 'b')
    },
  ],
  [
    'many files',
    () => {
      for (let index = 0; index < 2_000; index++) writeFileSync(join(base, `f${String(index)}`), '')
    },
  ],
  [
    'a folder whose name is no text',
    () => mkdirSync(Buffer.concat([Buffer.from(`${base}/`), Buffer.from([0xff])])),
  ],
  ['what is neither file nor folder nor link', () => execFileSync('mkfifo', [join(base, 'pipe')])],
])('a folder that holds %s is searched as a whole besides', async (_, fill) => {
  fill()
  await nested.below(base)
  expect(searches).toBe(1)
})

test('one that another program makes near the root is known at the next question, which waits for no search', async () => {
  const endless = new NestedRepositories(() => new Promise(() => undefined))
  expect(await endless.below(base)).toEqual([])
  const made = make('sub/deeper')
  expect(await endless.below(base)).toEqual([made])
})

test('a folder that grows past the look is searched at once, which nobody waits for', async () => {
  expect([await nested.below(base), searches]).toEqual([[], 0])
  const made = make('node_modules/p')
  await nested.below(base)
  expect(searches).toBe(1)
  await expect.poll(() => nested.below(base)).toEqual([made])
})

test('one that it makes elsewhere is known after a search, which nobody waits for', async () => {
  for (let index = 0; index < 400; index++) mkdirSync(join(base, `d${String(index)}/in`), { recursive: true })
  expect(await nested.below(base)).toEqual([])
  const made = make('d399/in/node_modules/p')
  await expect.poll(() => nested.below(base)).toEqual([made])
})

test('one that a run made is known from then on, and not any more once it is gone', async () => {
  expect(await nested.below(base)).toEqual([])
  const made = make(`node_modules/${deep}`)
  nested.add(base, made)
  expect(await nested.below(base)).toEqual([made])
  rmSync(join(base, 'node_modules'), { recursive: true })
  expect(await nested.below(base)).toEqual([])
})

test("agents' settings are known at any depth, outermost only, and not in installed packages", async () => {
  const settings = (path: string): string => {
    mkdirSync(join(base, path), { recursive: true })
    return join(base, path)
  }
  const all = [settings(`${deep}/.claude`), settings('sub/.codex')]
  settings('node_modules/p/.cursor')
  settings('sub/.codex/.agents')
  expect(nested.agentsBelow(base)).toEqual([])
  await nested.below(base)
  expect([...nested.agentsBelow(base)].sort()).toEqual(all.sort())
})

test('a root is known in part until a search of it came to its end, and what was found stays until one does', async () => {
  const found = [make('node_modules/a'), make('node_modules/b')]
  const answers = [
    { places: [], whole: false },
    { places: found, whole: true },
    { places: found.slice(1), whole: false },
    { places: found.slice(1), whole: true },
  ]
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const partly = new NestedRepositories(() => {
    const { places = [], whole = true } = answers.shift() ?? {}
    return Promise.resolve({ places: places.map(bytesOf), settings: [], whole })
  })
  const seen: unknown[] = []
  for (let question = 0; question < 5; question++) {
    seen.push(await partly.below(base))
    now += 10_000
    await new Promise(setImmediate)
  }
  // Each later search begins with the question before.
  expect(seen).toEqual([undefined, undefined, found, found, found.slice(1)])
})

test('a command in a folder that could not be searched to its end is not run', async () => {
  make('node_modules/a')
  const policy = SandboxPolicy.parse({ mode: 'workspace-write' })
  const spec = { command: ['true'], cwd: base, workspace: base, policy, env: {}, permit: { grants: [] } }
  const parts = {
    nested: new NestedRepositories(searchWith('/bin/false')),
    unreadable: { home: '/nowhere', engineHome: '/nowhere', unreadable: [], readable: [] },
  }
  const planned = planRun(spec as unknown as RunSpec, parts as unknown as PlanParts)
  expect(await planned).toEqual({
    problem: expect.stringContaining(`the search of ${base} for repositories`) as string,
  })
})
