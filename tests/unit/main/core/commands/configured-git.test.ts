import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { createFactsReader } from '../../../../../src/main/adapters/facts-fs/facts-reader'
import { assessCommand } from '../../../../../src/main/core/assessment/assess-command'
import { guardGit } from '../../../../../src/main/core/commands/guarded-git'
import { judgeCommand } from '../../../../../src/main/core/commands/judge-command'
import { bashParser } from '../../../../fakes/bash-parser'
import { bashTrees } from '../../../../fakes/bash-trees'
import { fakeProgram } from '../../../../fakes/fake-world'
import { fakeReadLimits } from '../../../../fakes/read-limits'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-configured-git-')))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const env = { PATH: process.env.PATH ?? '', HOME: base, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' }
const git = (cwd: string, ...args: readonly string[]): void => {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
    cwd,
    env,
    stdio: 'ignore',
  })
}

/** A repository of one changed file for which a filter is named, and beside it what the filter would be. */
function plant(folder: string, driver = 'a'): string {
  const program = join(base, 'evil')
  writeFileSync(program, `#!/bin/sh\necho >> "${base}/ran"\ncat\n`, { mode: 0o755 })
  mkdirSync(folder, { recursive: true })
  git(folder, 'init', '-q')
  writeFileSync(join(folder, '.gitattributes'), `file filter=${driver}\n`)
  writeFileSync(join(folder, 'file'), 'one\n')
  git(folder, 'add', '.')
  git(folder, 'commit', '-qm', 'one')
  writeFileSync(join(folder, 'file'), 'two\n')
  return program
}

const clean = (program: string): string => `\n[filter "a"]\n\tclean = ${program}\n`
const configOf = (folder: string): string => join(folder, '.git/config')

/** Another repository in this one, which the index has, and in which git starts the filter. */
function plantInIndex(work: string): void {
  const inner = join(work, 'inner')
  appendFileSync(configOf(inner), clean(plant(inner)))
  git(work, 'add', 'inner')
}

/** Each makes git start the filter in the folder that it returns (the workspace itself where it says nothing), by what no plain reading shows. */
const hidden: readonly (readonly [string, (work: string) => string | undefined])[] = [
  [
    'behind a bracket in a name',
    (work) => {
      const program = plant(work, 'a]')
      appendFileSync(configOf(work), `[filter "a]"] clean = ${program}\n`)
      return undefined
    },
  ],
  [
    'behind a comment that ends in a backslash',
    (work) => {
      appendFileSync(configOf(work), `# x \\\n[filter "a"] clean = ${plant(work)}\n`)
      return undefined
    },
  ],
  [
    'behind more settings than are read',
    (work) => {
      appendFileSync(configOf(work), `[x]\n${'a=b\n'.repeat(5000)}${clean(plant(work))}`)
      return undefined
    },
  ],
  [
    'before a sign that ends lines elsewhere',
    (work) => {
      appendFileSync(configOf(work), `[filter "a"]\nclean = ${plant(work)} # \u2028\n`)
      return undefined
    },
  ],
  [
    'in a file that is too long to be read',
    (work) => {
      appendFileSync(configOf(work), clean(plant(work)) + '# x\n'.repeat(600_000))
      return undefined
    },
  ],
  [
    'in the configuration of the worktree',
    (work) => {
      writeFileSync(join(work, '.git/config.worktree'), clean(plant(work)))
      git(work, 'config', 'extensions.worktreeConfig', 'true')
      return undefined
    },
  ],
  [
    'in the folder that commondir names',
    (work) => {
      const other = join(dirname(work), `${work.slice(-2)}-other`)
      const program = plant(other)
      appendFileSync(configOf(other), clean(program))
      plant(work)
      writeFileSync(join(work, '.git/commondir'), join(other, '.git'))
      return undefined
    },
  ],
  [
    'in a repository that the index has',
    (work) => {
      plantInIndex(work)
      return undefined
    },
  ],
  [
    'in a repository that another file of the index has',
    (work) => {
      plantInIndex(work)
      git(work, 'update-index', '--split-index')
      return undefined
    },
  ],
  [
    'in a repository around one that git passes over',
    (work) => {
      appendFileSync(configOf(work), clean(plant(work)))
      mkdirSync(join(work, 'sub/.git'), { recursive: true })
      writeFileSync(join(work, 'sub/.git/config'), '[core]\n')
      return join(work, 'sub')
    },
  ],
  [
    'where a pointer of two lines leads',
    (work) => {
      const [apart, pointer] = [join(work, 'a\nb'), join(work, 'tree/.git')]
      const program = plant(apart)
      appendFileSync(configOf(apart), clean(program))
      mkdirSync(join(work, 'a/.git'), { recursive: true })
      mkdirSync(dirname(pointer))
      writeFileSync(pointer, `gitdir: ${apart}/.git\n`)
      writeFileSync(join(work, 'tree/.gitattributes'), 'file filter=a\n')
      writeFileSync(join(work, 'tree/file'), 'two\n')
      return join(work, 'tree')
    },
  ],
]

async function judged(cwd: string, script: string) {
  const policy = sandboxPolicyForMode('danger-full-access')
  const look = {
    reader: createFactsReader(fakeReadLimits()),
    trees: bashTrees,
    user: 'dev',
    home: base,
    now: () => Date.now(),
    budget: { ms: 20_000, entries: 1000 },
  }
  return judgeCommand(
    { command: ['bash', '-lc', script], cwd },
    { cwd, sandboxPolicy: policy, approvalPolicy: 'untrusted' },
    {
      parser: bashParser(),
      programs: (word) => Promise.resolve(fakeProgram(word)),
      assessments: { judge: ({ command }) => assessCommand({ argv: command, cwd, policy }, { ...look }) },
    },
  )
}

/** Whether the filter runs where known-safe git is used as the engine does it. */
function runs(cwd: string): boolean {
  rmSync(join(base, 'ran'), { force: true })
  execFileSync('git', ['status'], { cwd, env: guardGit(env), stdio: 'ignore' })
  return existsSync(join(base, 'ran'))
}

let made = 0
const workspace = (): string => {
  const work = join(base, `w${String((made += 1)).padStart(2, '0')}`)
  mkdirSync(work)
  return work
}

test.each(hidden)('git is not known to be safe where a program stands %s', async (_, lay) => {
  const work = workspace()
  git(work, 'init', '-q')
  const cwd = lay(work) ?? work
  expect(runs(cwd)).toBe(true)
  expect((await judged(cwd, 'git status')).safe).toBe(false)
})

test('a folder that a link leads to, and one behind many others, is looked at; where nothing is configured git is safe', async () => {
  const [work, other] = [workspace(), workspace()]
  const program = plant(other)
  appendFileSync(configOf(other), clean(program))
  mkdirSync(join(other, 'sub'))
  plant(work)
  for (const name of ['a.link', 'links']) writeFileSync(join(work, name), '')
  git(work, 'add', 'a.link', 'links')
  symlinkSync(join(other, 'sub'), join(work, 'link'))
  const folders = Array.from({ length: 9 }, (__, at) => `f${String(at)}`)
  for (const each of folders) mkdirSync(join(work, each))
  const each = folders.map((folder) => `cd ${work}/${folder} && git status`).join(' && ')
  const safe = await Promise.all(
    [
      'git status',
      `cd ${work}/f1 && git status`,
      'cd link && git status',
      `${each} && cd ${other} && git status`,
    ].map(async (script) => (await judged(work, script)).safe),
  )
  expect(safe).toEqual([true, true, false, false])
})
