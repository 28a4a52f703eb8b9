import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { effectInWords } from '@shared/messages/effect'
import { asEachUser } from '../patch/ordinary-user'
import { removeWorlds } from '../patch/patch-world'
import { onlyThis, openWorld } from './given-on-world'

const url = 'https://example.org/a.git'

/** A session in a repository of the person's own, whose configuration names a folder of hooks. */
function openRepository() {
  const world = openWorld('on-failure')
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', world.workspace, ...args], { encoding: 'utf8' }).trim()
  git('init', '-q')
  git('config', 'core.hooksPath', 'own-hooks')
  const config = join(world.workspace, '.git/config')
  return {
    ...world,
    config,
    git,
    text: () => readFileSync(config, 'utf8'),
    /** What the narrow offer of each question adds. */
    added: () => world.asked.map(({ offers }) => offers.find(({ kind }) => kind === 'only-this')?.grants),
    /** The level and what leads each question. */
    led: () => world.asked.map(({ assessment, effect }) => [assessment.level, effectInWords(effect)]),
  }
}

/** A key of the person's own git (decision 156). */
asEachUser('git-settings', () => {
  afterAll(removeWorlds)

  test('a remote is there after one yes to exactly its keys', async () => {
    const world = openRepository()
    const { ino } = statSync(world.config)
    const before = world.text()
    world.answerWith(onlyThis())
    const reply = await world.call(['bash', '-lc', `git remote add origin ${url}`])
    const settings = [
      { name: 'remote.origin.url', value: url },
      { name: 'remote.origin.fetch', value: '+refs/heads/*:refs/remotes/origin/*' },
    ]
    expect([reply, world.added()]).toEqual([
      expect.stringMatching(/"output":"".*"exit_code":0/),
      [[{ kind: 'git-settings', path: world.config, settings }]],
    ])
    expect(world.text()).toBe(
      `${before}[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`,
    )
    // Another file in its place would open it to every sandbox that runs.
    expect(statSync(world.config).ino).toBe(ino)
  })

  test('a key that has git start a program is told as that, and the file is what opens', async () => {
    const world = openRepository()
    world.answerWith(onlyThis())
    await world.call(['git', 'config', 'core.fsmonitor', './x'])
    expect(world.led()).toEqual([
      ['high', 'Sets core.fsmonitor to ./x in the repository’s own settings of git.'],
    ])
    expect(world.added()).toMatchObject([[{ kind: 'write', path: world.config, extent: 'file' }]])
    expect(world.git('config', 'core.fsmonitor')).toBe('./x')
  })
})
