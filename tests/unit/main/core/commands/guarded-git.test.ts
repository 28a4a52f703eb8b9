import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { guardGit } from '../../../../../src/main/core/commands/guarded-git'
import { calls, fakeEngine, fakeModel, says } from '../../../../fakes/fake-world'

const base = mkdtempSync(join(tmpdir(), 'countersign-git-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** A folder that git takes for a repository with a work tree and a monitor, though there is no `.git` anywhere. */
function plant(name: string, marker: string): string {
  const vendor = join(base, name)
  for (const folder of ['objects', 'refs']) mkdirSync(join(vendor, folder), { recursive: true })
  writeFileSync(join(vendor, 'HEAD'), 'ref: refs/heads/main\n')
  const program = join(vendor, 'monitor')
  writeFileSync(program, `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 })
  writeFileSync(
    join(vendor, 'config'),
    `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${vendor}\n\tfsmonitor = ${program}\n`,
  )
  return vendor
}

const home = { PATH: process.env.PATH ?? '', HOME: base, GIT_CONFIG_NOSYSTEM: '1' }

function status(cwd: string, env: Readonly<Record<string, string>>): void {
  try {
    execFileSync('git', ['status'], { cwd, env, stdio: 'ignore' })
  } catch (error) {
    if (!(error instanceof Error)) throw error // git says that there is no repository
  }
}

test('a repository made of plain files starts its monitor without the guard, and nothing with it', () => {
  const open = plant('open', join(base, 'open-ran'))
  const guarded = plant('guarded', join(base, 'guarded-ran'))
  status(open, home)
  status(guarded, guardGit(home))
  expect([existsSync(join(base, 'open-ran')), existsSync(join(base, 'guarded-ran'))]).toEqual([true, false])
})

test('a monitor in an ordinary repository is not started either, and settings given before stay', () => {
  const folder = join(base, 'ordinary')
  const marker = join(base, 'ordinary-ran')
  mkdirSync(folder)
  execFileSync('git', ['init', '-q'], { cwd: folder, env: home })
  writeFileSync(join(folder, 'monitor'), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 })
  execFileSync('git', ['config', 'core.fsmonitor', './monitor'], { cwd: folder, env: home })
  const env = guardGit({
    ...home,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'user.name',
    GIT_CONFIG_VALUE_0: 'Me',
  })
  status(folder, env)
  expect(existsSync(marker)).toBe(false)
  expect(execFileSync('git', ['config', 'user.name'], { cwd: folder, env, encoding: 'utf8' })).toBe('Me\n')
  status(folder, home)
  expect(existsSync(marker)).toBe(true)
})

test.each([
  ['untrusted', '2'],
  ['on-request', undefined],
] as const)(
  'under %s a known-safe use of git is run with %s settings of its own',
  async (approvalPolicy, count) => {
    const model = fakeModel([calls({ id: 'c1', args: { command: ['git', 'status'] } }), says('done')])
    const world = fakeEngine({ model, defaults: { approvalPolicy } })
    const session = await world.engine.createSession({ cwd: '/work' })
    await world.engine.startTurn(session.id, 'go')
    await world.until('turn.finished')
    expect(world.sandbox.runs.map(({ env }) => env.GIT_CONFIG_COUNT)).toEqual([count])
  },
)
