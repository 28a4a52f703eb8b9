import { chmodSync, existsSync, linkSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { users } from '../sandbox/harness/world'
import {
  emptyFolder as empty,
  fillWorkspace as fill,
  keeping,
  letGo,
  openKeeping,
  own,
  type KeepingWorld,
} from './harness'

/** What cannot be put in place as it was shown is not kept, and says why. */

describe.each(oneBySeed('the user of rehearsal/apply-refused', users))('as %s', (user) => {
  let world: KeepingWorld
  beforeAll(() => {
    world = openKeeping(user)
  })
  afterAll(() => {
    world.close()
  })
  beforeEach(async () => {
    await letGo(world)
    empty(world.workspace)
    empty(world.outside)
    fill(world.workspace)
    own(world.workspace, world.workspace)
  })
  const at = (name: string): string => join(world.workspace, name)
  const copies = (): readonly string[] => readdirSync(join(world.engineHome, 'rehearsals'))

  const refused: readonly (readonly [string, string, object, () => void])[] = [
    [
      'a file with several names that is written to',
      'echo more >> a',
      { because: 'limits' },
      () => linkSync(at('a'), at('second')),
    ],
    ['a second name for a new file', 'echo 1 > n; ln n m', { because: 'hard-links' }, () => undefined],
    ['a pipe', 'mkfifo p', { because: 'special' }, () => undefined],
    [
      // It was one before; no command makes one.
      'a file that runs as its group',
      'mv a t',
      { because: 'special' },
      () => {
        chmodSync(at('a'), 0o2755)
      },
    ],
    [
      'an attempt to connect',
      'echo > n; curl -s http://example.org/ || true',
      { because: 'attempts' },
      () => undefined,
    ],
    [
      'something that was refused',
      'echo > n; echo > /etc/cs-none 2>/dev/null; true',
      { because: 'stopped' },
      () => undefined,
    ],
    ['nothing at all', 'cat a', { because: 'nothing' }, () => undefined],
    [
      'agents’ settings',
      'mkdir -p sub/.claude; echo > sub/.claude/settings.json',
      { because: 'guarded' },
      () => undefined,
    ],
    [
      'a repository',
      'mkdir -p r/.git/hooks; echo > r/.git/hooks/pre-commit',
      { because: 'guarded' },
      () => undefined,
    ],
    [
      'a folder that git would take for its own',
      'mkdir -p r/objects r/refs; echo > r/HEAD',
      { because: 'guarded' },
      () => undefined,
    ],
    ['a name that is no text', 'printf x > "$(printf \'n\\377\')"', { because: 'name' }, () => undefined],
  ]
  test.each(refused)('%s is for a run', async (_, script, why, prepare) => {
    prepare()
    const found = await keeping(world, script, { watchHosts: true })
    expect(found.kept).toMatchObject({ kind: 'not-kept', ...why })
    expect(copies()).toEqual([])
  })

  /** Whether the command of a rehearsal that goes on has made this file on its copies. */
  const isMadeOnCopies = (name: string): boolean =>
    copies().some((copy) => {
      const staging = join(world.engineHome, 'rehearsals', copy)
      return readdirSync(staging).some((each) => existsSync(join(staging, each, name)))
    })
  const during: readonly (readonly [string, string, () => void])[] = [
    ['a file that it has written over', 'echo more >> a', () => writeFileSync(at('a'), 'ours\n')],
    ['a file that it has only opened', ': >> a; touch a', () => writeFileSync(at('a'), 'ours\n')],
    ['a file that it has deleted', 'rm a', () => writeFileSync(at('a'), 'ours\n')],
    [
      'a file deep in a tree that it has deleted',
      'rm -r tree',
      () => writeFileSync(at('tree/deep/two'), '!'),
    ],
    ['a new file in such a tree', 'rm -r tree', () => writeFileSync(at('tree/deep/ours'), '')],
    ['a mode that it has given', 'chmod 640 a', () => chmodSync(at('a'), 0o600)],
    [
      'a new file in a folder that it has made anew',
      'rm -r again; mkdir again; echo 1 > again/f',
      () => writeFileSync(at('again/ours'), ''),
    ],
  ]
  test.each(during)(
    'what somebody does while it is rehearsed, to %s, is not taken for what it found',
    async (_, script, change) => {
      writeFileSync(at('go'), '')
      const found = keeping(world, `${script}; : > begun; until [ -s go ]; do sleep 0.05; done`)
      await expect.poll(() => isMadeOnCopies('begun')).toBe(true)
      change()
      writeFileSync(at('go'), 'on')
      expect((await found).kept).toMatchObject({
        ...{ kind: 'not-kept', because: 'moved-away' },
        path: expect.stringContaining(world.workspace) as string,
      })
      expect(copies()).toEqual([])
    },
  )

  test('a tree beyond with a repository or agents’ settings in it is for a run', async () => {
    for (const name of ['.git', '.codex']) {
      mkdirSync(join(world.outside, 'tree/deep', name), { recursive: true })
      own(world.outside, world.workspace)
      const found = await keeping(world, `rm -r ${world.outside}/tree`, { beyond: [world.outside] })
      expect(found.kept).toMatchObject({ kind: 'not-kept', because: 'guarded' })
      empty(world.outside)
    }
  })
})
