import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Grant } from '@shared/domain/grant'
import { oneBySeed } from '../../fakes/by-seed'
import { policy } from './harness/asked'
import { openWorlds, users, type World } from './harness/world'

const worlds = openWorlds()

describe.each(oneBySeed('git settings', users))('keys of git’s configuration, as %s', (user) => {
  let world: World
  let config: string
  let before: string
  const text = (): string => readFileSync(config, 'utf8')
  const run = (script: string) => {
    const settings = [{ name: 'user.name', value: 'b' }]
    const grants: Grant[] = [{ kind: 'git-settings', path: config, settings }]
    return world.run({ confined: true, command: ['sh', '-c', script], policy, grants })
  }
  beforeEach(async () => {
    world = worlds.of(user)
    config = join(world.workspace, '.git/config')
    const script = 'rm -rf .git pipe && git init -q && git config alias.st status && mkfifo pipe'
    expect(await world.sh(script, { confined: false })).toMatchObject({ exitCode: 0 })
    before = text()
  })

  test.each([
    ['another key besides', 'git config user.name b && git config core.fsmonitor ./x'],
    ['another value', 'git config user.name evil'],
    ['a key less', 'git config --unset alias.st; git config user.name b'],
    ['a file that is included', 'printf "[include]\\n\\tpath = ../x\\n" >> "$GIT_DIR/config"'],
    ['a line that is not git’s', 'git config user.name b; printf "[alias] x = !sh\\n" >> "$GIT_DIR/config"'],
    ['a link', 'echo x > c; rm "$GIT_DIR/config"; ln -s "$PWD/c" "$GIT_DIR/config"'],
    ['a pipe', 'rm "$GIT_DIR/config"; mkfifo "$GIT_DIR/config"'],
    ['nothing', 'rm -rf "$GIT_DIR"'],
    ['the file itself', 'unset GIT_DIR; git config user.name b'],
  ])('%s: the file stays as it was, and counts as refused', async (_, script) => {
    expect(await run(script)).toMatchObject({
      kind: 'exited',
      exitCode: expect.toSatisfy((code: number) => code !== 0) as number,
      evidence: expect.arrayContaining([
        expect.objectContaining({ target: config, protectedBy: config }),
      ]) as [],
    })
    expect(text()).toBe(before)
  })

  test('a command that runs meanwhile can write to the file no more than before', async () => {
    const other = world.run({
      confined: true,
      command: [
        'sh',
        '-c',
        'echo > pipe; read x < pipe; echo "[core]" >> .git/config; git config a.b c; exit 0',
      ],
      policy,
    })
    expect(await world.sh('read x < pipe', { confined: false })).toMatchObject({ exitCode: 0 })
    expect(await run('git config user.name b')).toMatchObject({ exitCode: 0, evidence: [] })
    expect(await world.sh('echo > pipe', { confined: false })).toMatchObject({ exitCode: 0 })
    await other
    expect(text()).toBe(`${before}[user]\n\tname = b\n`)
  })

  test('a configuration that cannot be read key by key is not changed at all', async () => {
    await world.sh('printf "[a] b = c\\n" >> .git/config', { confined: false })
    expect(await run('git config user.name b')).toMatchObject({ kind: 'failed' })
  })
})
