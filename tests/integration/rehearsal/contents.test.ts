import {
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { openWorld, users, type World } from '../sandbox/harness/world'
import { digestOf, shown } from './harness'

/** What can be looked at of each change before anything is real: diffs of texts, and never what may hold a secret. */
const secret = 'TOKEN=hunter2-of-the-person\n'

function fill({ workspace, outside }: World): void {
  const at = (name: string) => join(workspace, name)
  mkdirSync(at('certs'))
  for (const file of ['a', 'gone', 'mode', 'twice']) writeFileSync(at(file), `one\ntwo\n`)
  for (const file of ['.env', '.env.local', 'certs/server.pem', '.npmrc', 'id_rsa']) {
    writeFileSync(at(file), file === '.npmrc' ? `${secret}#` : secret)
    // Of one time, so that none of them can be told from the others where one is moved.
    utimesSync(at(file), 1_700_000_000, 1_700_000_000)
  }
  linkSync(at('twice'), at('second'))
  symlinkSync('a', at('link'))
  writeFileSync(at('picture'), Buffer.from([0x89, 0x50, 0, 1, 2]))
  writeFileSync(join(outside, 'far'), 'far\n')
  const { uid, gid } = lstatSync(workspace)
  const own = (path: string): void => {
    const found = lstatSync(path)
    if (!found.isSymbolicLink()) chownSync(path, uid, gid)
    if (found.isDirectory()) for (const name of readdirSync(path)) own(join(path, name))
  }
  own(workspace)
  own(outside)
}

describe.each(oneBySeed('the user of rehearsal/contents', users))('as %s', (user) => {
  let world: World
  beforeAll(() => {
    world = openWorld({ bundle: inject('hostBundle'), user })
    fill(world)
  })
  afterAll(() => {
    world.close()
  })

  const rows: readonly (readonly [string, string, readonly object[]])[] = [
    [
      'a changed text, as hunks',
      'echo three >> a',
      [
        {
          path: 'a',
          kind: 'changed',
          content: 'text',
          diff: '@@ -1,2 +1,3 @@\n one\n two\n+three\n',
        },
      ],
    ],
    ['a new text', 'echo x > n', [{ path: 'n', content: 'text', diff: '@@ -0,0 +1,1 @@\n+x\n' }]],
    ['an empty file', ': > n', [{ path: 'n', content: 'text', diff: '' }]],
    ['a deleted text', 'rm gone', [{ path: 'gone', content: 'text', diff: '@@ -1,2 +0,0 @@\n-one\n-two\n' }]],
    ['bytes', 'printf "\\0\\1" > picture', [{ path: 'picture', content: 'binary' }]],
    ['bytes that are no UTF-8', 'printf "\\377\\376" > n', [{ path: 'n', content: 'binary' }]],
    [
      'a link that leads elsewhere',
      'ln -sfn gone link',
      [{ path: 'link', content: 'link', diff: '@@ -1,1 +1,1 @@\n-a\n+gone\n' }],
    ],
    [
      'permissions',
      'chmod 0640 mode; chmod 0600 a; echo x >> a',
      [
        { path: 'a', content: 'text', modes: { after: '0600' } },
        { path: 'mode', kind: 'mode', content: 'none', modes: { after: '0640' } },
      ],
    ],
    ['a large file', 'head -c 70000 /dev/zero | tr "\\0" x > n', [{ path: 'n', content: 'large' }]],
    ['a file with another name', 'echo x >> twice', [{ path: 'twice', content: 'none' }]],
    ['a pipe', 'mkfifo p', [{ path: 'p', content: 'none' }]],
  ]
  test.each(rows)('%s', async (_, script, expected) => {
    const before = digestOf(world.workspace)
    const found = await shown(world, script)
    expect(found).toHaveLength(expected.length)
    expect(found).toMatchObject(expected)
    expect(digestOf(world.workspace)).toBe(before)
  })

  test('what may hold a secret is named and never read, whatever is done to it', async () => {
    const found = await shown(
      world,
      'echo A=1 >> .env; rm .env.local; mkdir k; mv certs/server.pem k/; echo x >> .npmrc; mv id_rsa notes; echo k > id_ed25519',
    )
    const files = found.filter(({ type }) => type === 'file')
    expect(files.map(({ path }) => path)).toEqual([
      '.env',
      '.env.local',
      '.npmrc',
      'certs/server.pem',
      'id_ed25519',
      'id_rsa',
      'k/server.pem',
      'notes',
    ])
    expect(files.filter(({ content }) => content === 'text')).toEqual([])
    expect(JSON.stringify(found)).not.toContain('hunter2')
  })

  test('a second name that the command gives a secret does not show it', async () => {
    const found = await shown(world, 'ln .env notes.txt; ln -s .env link.txt')
    expect(found).toMatchObject([
      { path: 'link.txt', content: 'link', diff: '@@ -0,0 +1,1 @@\n+.env\n' },
      { path: 'notes.txt', content: 'none' },
    ])
    expect(JSON.stringify(found)).not.toContain('hunter2')
  })

  test('beyond the session’s folders it is told what would change, and not what stands there', async () => {
    const found = await shown(world, `echo more >> ${world.outside}/far; echo n > ${world.outside}/n`, {
      beyond: [world.outside],
    })
    expect(found.map(({ kind, content }) => [kind, content])).toEqual([
      ['changed', 'outside'],
      ['created', 'outside'],
    ])
  })

  test('many files: the first are shown within their bounds', async () => {
    const found = await shown(
      world,
      'mkdir m; for i in $(seq 1 40); do head -c 20000 /dev/zero | tr "\\0" x > m/$i; done',
    )
    const files = found.filter(({ type }) => type === 'file')
    expect(files).toHaveLength(40)
    expect(files.filter(({ content }) => content === 'text')).toHaveLength(10)
    expect(files.filter(({ content }) => content === 'large')).toHaveLength(30)
  })
})
