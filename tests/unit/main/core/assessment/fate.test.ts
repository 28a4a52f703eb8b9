import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApprovalRequest } from '@shared/domain/approval'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { fateInWords, headlineInWords } from '@shared/messages/glance'
import { undoInWords } from '@shared/messages/rehearsal'
import { createFactsReader } from '../../../../../src/main/adapters/facts-fs/facts-reader'
import { assessCommand } from '../../../../../src/main/core/assessment/assess-command'
import { bashTrees } from '../../../../fakes/bash-trees'
import { fakeReadLimits } from '../../../../fakes/read-limits'
import { sampleRequest } from '../../../../fakes/sample-request'

let base: string
let cwd: string

function git(folder: string, ...args: string[]): void {
  const env = { PATH: process.env.PATH, HOME: base, GIT_CONFIG_NOSYSTEM: '1' }
  const own = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
  execFileSync('git', [...own, ...args], { cwd: folder, env, stdio: 'ignore' })
}

/** A repository with everything committed but what is named so. */
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'fate-')))
  cwd = join(base, 'project')
  mkdirSync(join(cwd, 'many'), { recursive: true })
  mkdirSync(join(base, 'loose-folder'))
  mkdirSync(join(base, 'empty/deep'), { recursive: true })
  for (const name of ['a', 'b', 'with space']) writeFileSync(join(cwd, name), `${name}\n`)
  for (let at = 100; at < 150; at += 1) writeFileSync(join(cwd, 'many', String(at)), 'x\n')
  symlinkSync('a', join(cwd, 'linked'))
  git(base, 'init', '-q', cwd)
  git(cwd, 'add', '-A')
  git(cwd, 'commit', '-qm', 'all')
  git(cwd, 'worktree', 'add', '-q', join(base, 'tree'))
  for (const name of ['untracked', 'many/999']) writeFileSync(join(cwd, name), 'x\n')
  writeFileSync(join(base, 'precious'), 'years of work\n')
  writeFileSync(join(base, 'loose-folder/x'), 'x\n')
  symlinkSync('a', join(cwd, 'to-tracked'))
  symlinkSync('untracked', join(cwd, 'to-untracked'))
  symlinkSync('../precious', join(cwd, 'to-precious'))
  symlinkSync('../nothing', join(cwd, 'to-nothing'))
  symlinkSync('project', join(base, 'to-project'))
})
afterAll(() => {
  rmSync(base, { recursive: true, force: true })
})

/** With all the time it needs: what is not looked at in time is said to be not known. */
const reader = createFactsReader(fakeReadLimits())

async function told(command: string): Promise<string> {
  const { facts } = await assessCommand(
    { argv: ['bash', '-c', command], cwd, policy: sandboxPolicyForMode('workspace-write') },
    {
      reader: { open: ({ roots }) => reader.open({ budget: { ms: 60_000, entries: 100_000 }, roots }) },
      trees: bashTrees,
      home: base,
      user: 'dev',
      now: () => 0,
    },
  )
  const { effect } = facts
  const fate = fateInWords({ effect, assessment: { ...sampleRequest.assessment, facts } })
  return `${headlineInWords(effect)} ${fate === undefined ? '-' : `${fate.head} ${fate.text}`}`
}

const lost = 'Cannot be brought back:'

test.each([
  ['rm a b', 'Can be brought back: git has 2 files.'],
  ['rm -rf ../empty', '-'],
  ['rm -rf ../empty a', 'Can be brought back: git has 1 file.'],
  ['rm -rf ../project', `${lost} the repository goes with it.`],
  ['rm -rf ../to-project/', `${lost} the repository goes with it.`],
  ['rm -rf ../project ../loose-folder', `${lost} in no repository.`],
  ['rm -rf a .git', `${lost} the repository goes with it.`],
  ['rm -rf .git; rm b', `${lost} the repository goes with it.`],
  ['rm -rf .git/objects b', `${lost} the repository goes with it.`],
  ['find . -delete', `${lost} the repository goes with it.`],
  ['rm -rf ../tree ../project', `${lost} the repository goes with it.`],
  ['rm ../tree/a ../tree/b', 'Can be brought back: git has 2 files.'],
  ['rm many/*', 'Not known whether git has all of it.'],
  ['rm a "$X"', 'Not known whether git has all of it.'],
  ['rm untracked "$X"', `${lost} 1 untracked. There may be more.`],
  ['rm a $(cat list)', 'Not known whether git has all of it.'],
  ['echo x > to-tracked', 'Can be brought back: git has 1 file.'],
  ['echo x > to-untracked', `${lost} 1 untracked.`],
  ['echo x > to-precious', `${lost} in no repository.`],
  ['cp a to-precious', `${lost} in no repository.`],
  ['echo x >> to-precious', '-'],
  ['rm to-tracked', `${lost} 1 untracked.`],
  ['rm linked', 'Can be brought back: git has 1 file.'],
  ['mv a /dev/null', 'Can be brought back: git has 1 file.'],
  ['mv untracked /dev/null', `${lost} 1 untracked.`],
  ['echo x > to-nothing', '-'],
  ['rm .git/index.lock a', 'Can be brought back: git has 1 file.'],
])('the fate of %s is not said better than it is', async (command, said) => {
  const all = await told(command)
  expect(all.endsWith(` ${said}`), all).toBe(true)
})

test('what git has does not speak for the other effects of a command', async () => {
  const all = await told('rm -rf many/100 many/101; git reset --hard')
  expect(all).toMatch(
    /git has 2 files; this says nothing of the other effects\.$|Cannot be brought back: git keeps no/,
  )
})

test.each([
  ['mv untracked a', /^Overwrites a \(2 bytes\)/],
  ['mv -f a untracked', /^Overwrites untracked \(2 bytes\)/],
  ['mv a b many', /^Moves 2 files/],
  ['mv a fresh', /^Moves a/],
  ['mv a /dev/null', /^Deletes a \(2 bytes\)/],
  ['find many -name 999 -exec rm {} ;', /^Deletes up to 51 files \(102 bytes\) in many/],
  ['find many -type f -exec rm -f {} +', /^Deletes 51 files/],
  ['find many -type f | xargs rm', /^Deletes 51 files/],
  ['find many -exec unlink {} +', /^Deletes 51 files/],
  ['rm many', /^Deletes nothing/],
  ['rmdir many', /^Deletes nothing/],
])('the headline of %s tells what is replaced', async (command, said) => {
  expect(await told(command)).toMatch(said)
})

const undo = { bytes: 1_000_000, days: 30 }
const withFolder = { ...undo, folder: true as const }
const keptWithFolder = 'The folder is kept as it was before this turn, for 30 days at most.'
const undone = 'Can be undone here for 30 days.'
const copied = (files: string): string =>
  `${files} copied before the run and kept for 30 days at most; what cannot be copied is named then.`

test.each<[string, ApprovalRequest['undo'], string, string?]>([
  ['rm untracked', withFolder, undone, keptWithFolder],
  ['rm -r many ../precious', withFolder, undone, copied('1 file is')],
  ['rm untracked', undo, 'Cannot be brought back: 1 untracked.'],
  ['rm ../precious', undo, undone, copied('1 file is')],
  ['rm -r ../loose-folder ../precious', undo, undone, copied('2 files are')],
  ['echo x > ../precious', undo, undone, copied('1 file is')],
  // What was not there before goes again.
  ['echo x > ../new', undo, undone],
  ['echo x > ../new', undefined, '-'],
  ['echo x > new', undo, '-'],
  ['echo x > ../new; rm untracked', undo, 'Cannot be brought back: 1 untracked.'],
  ['rm ../precious', undefined, 'Cannot be brought back: in no repository.'],
  ['rm ../precious', { ...undo, bytes: 3 }, 'Cannot be brought back: in no repository.'],
  [
    'rm ../precious untracked',
    undo,
    'Cannot be brought back: 1 untracked. What else goes can be undone here.',
    copied('1 file is'),
  ],
])(
  '%s, of which copies are made: what is kept for undo is not called lost',
  async (command, kept, said, meant) => {
    const { facts, floor } = await assessCommand(
      { argv: ['bash', '-lc', command], cwd, policy: sandboxPolicyForMode('workspace-write') },
      { reader, trees: bashTrees, home: join(base, 'home'), user: 'dev', now: () => 0 },
    )
    const request = {
      effect: facts.effect,
      assessment: { ...sampleRequest.assessment, facts, floor },
      undo: kept,
    }
    const fate = fateInWords(request)
    expect(fate === undefined ? '-' : `${fate.head} ${fate.text}`).toBe(said)
    if (fate?.undoable) expect(undoInWords({ ...sampleRequest, ...request })).toBe(meant)
  },
)
