import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { openWorld, users, type World } from '../sandbox/harness/world'
import { digestOf, rehearsed } from './harness'

/** What a command would do is told from the overlay, kind by kind, and the real folder stays what it is. */
function fill(world: World): void {
  const at = (name: string) => join(world.workspace, name)
  for (const folder of ['tree', 'tree/deep', 'again', 'again/in', 'held']) mkdirSync(at(folder))
  for (const file of ['a', 'b', 'tree/one', 'tree/deep/two', 'again/x', 'again/y', 'again/in/z', 'held/h'])
    writeFileSync(at(file), `${file}\n`)
  linkSync(at('held/h'), at('held/other'))
  symlinkSync('a', at('link'))
  writeFileSync(join(world.outside, 'far'), 'far\n')
  chmodSync(at('b'), 0o640)
  const { uid, gid } = lstatSync(world.workspace)
  const own = (path: string): void => {
    const found = lstatSync(path)
    if (!found.isSymbolicLink()) chownSync(path, uid, gid)
    if (found.isDirectory()) for (const name of readdirSync(path)) own(join(path, name))
  }
  own(world.workspace)
  own(world.outside)
}

const rows: readonly (readonly [string, string, readonly object[]])[] = [
  ['a new file', 'printf 12345 > n', [{ path: 'n', kind: 'created', type: 'file', bytes: 5 }]],
  [
    'a new folder with a file',
    'mkdir -p n/m; printf 1 > n/m/f',
    [
      { path: 'n', kind: 'created', type: 'folder', bytes: 0 },
      { path: 'n/m', kind: 'created', type: 'folder', bytes: 0 },
      { path: 'n/m/f', kind: 'created', type: 'file', bytes: 1 },
    ],
  ],
  ['another content', 'echo more >> a', [{ path: 'a', kind: 'changed', type: 'file', bytes: 7 }]],
  [
    'another content of the same size',
    'printf "z\\n" > a',
    [{ path: 'a', kind: 'changed', type: 'file', bytes: 2 }],
  ],
  ['another mode alone', 'chmod 600 b', [{ path: 'b', kind: 'mode', type: 'file', bytes: 2 }]],
  [
    'a file that nobody may read any more',
    'chmod 000 b',
    [{ path: 'b', kind: 'mode', type: 'file', bytes: 2 }],
  ],
  ['a folder closed', 'chmod 000 tree', [{ path: 'tree', kind: 'mode', type: 'folder', bytes: 0 }]],
  ['a deleted file', 'rm a', [{ path: 'a', kind: 'deleted', type: 'file', bytes: 2 }]],
  [
    'a deleted tree, counted by its files',
    'rm -r tree',
    [{ path: 'tree', kind: 'deleted', type: 'folder', bytes: 23, files: 2 }],
  ],
  ['a moved file', 'mv a moved', [{ path: 'moved', kind: 'moved', type: 'file', from: 'a', bytes: 2 }]],
  [
    'a moved folder',
    'mv tree elsewhere',
    [{ path: 'elsewhere', kind: 'moved', type: 'folder', from: 'tree', bytes: 23, files: 2 }],
  ],
  [
    'a folder removed and made again',
    'rm -r again; mkdir -p again/in; echo again/x > again/x',
    [
      { path: 'again/in/z', kind: 'deleted', type: 'file', bytes: 11 },
      { path: 'again/y', kind: 'deleted', type: 'file', bytes: 8 },
    ],
  ],
  ['a new link', 'ln -s /etc n', [{ path: 'n', kind: 'created', type: 'link', bytes: 4 }]],
  [
    'a link that leads elsewhere',
    'ln -sfn b link',
    [{ path: 'link', kind: 'changed', type: 'link', bytes: 1 }],
  ],
  [
    'a file in place of a folder',
    'rm -r tree; echo > tree',
    [
      { path: 'tree', kind: 'deleted', type: 'folder', bytes: 23, files: 2 },
      { path: 'tree', kind: 'created', type: 'file', bytes: 1 },
    ],
  ],
  ['a pipe', 'mkfifo n', [{ path: 'n', kind: 'created', type: 'pipe', bytes: 0 }]],
  ['times alone: nothing', 'touch a tree/one; cat a > /dev/null', []],
  ['the same content again: nothing', 'echo a > a; cp b c; cp c b; rm c', []],
  ['made and removed: nothing', 'mkdir n; echo > n/x; rm -r n; mv a q; mv q a', []],
  [
    'a name with odd characters',
    "printf 1 > 'x, y:z\\'",
    [{ path: 'x, y:z\\', kind: 'created', type: 'file', bytes: 1 }],
  ],
]

describe.each(oneBySeed('the user of rehearsal/changes', users))('as %s', (user) => {
  let world: World
  beforeAll(() => {
    world = openWorld({ bundle: inject('hostBundle'), user })
    fill(world)
  })
  afterAll(() => {
    world.close()
  })

  test.each(rows)('%s', async (_, script, expected) => {
    const before = digestOf(world.workspace, world.outside)
    const { changes } = await rehearsed(world, script)
    const told = changes.map(({ path, from, ...rest }) => ({
      path: path.replace(`${world.workspace}/`, ''),
      ...rest,
      ...(from === undefined ? {} : { from: from.replace(`${world.workspace}/`, '') }),
    }))
    expect(told).toEqual(expected)
    expect(digestOf(world.workspace, world.outside)).toBe(before)
  })

  test('a change of a file with other names says so', async () => {
    const { limits } = await rehearsed(world, 'echo more >> held/h')
    expect(limits).toContainEqual({ kind: 'hard-links', path: join(world.workspace, 'held/h') })
  })

  test('a folder beyond the policy is rehearsed where it is named, and refused where it is not', async () => {
    const far = join(world.outside, 'far')
    const before = digestOf(world.outside)
    const named = await rehearsed(world, `rm ${far}`, { beyond: [world.outside] })
    expect(named.changes).toEqual([{ path: far, kind: 'deleted', type: 'file', bytes: 4 }])
    const missing = join(world.outside, 'not/yet')
    const made = await rehearsed(world, `mkdir -p ${missing}`, { beyond: [missing] })
    expect(made.changes.map(({ path }) => path)).toEqual([join(world.outside, 'not'), missing])
    const other = await rehearsed(world, `rm ${far}`)
    expect(other.changes).toEqual([])
    expect(other.result.evidence).toMatchObject([{ kind: 'write', target: far, source: 'kernel' }])
    expect(digestOf(world.outside)).toBe(before)
  })

  test('a place that commands may not read is said where it is named, whatever the command makes of it', async () => {
    const store = join(world.home, '.ssh')
    mkdirSync(store)
    writeFileSync(join(store, 'id'), 'key\n')
    for (const script of ['cat ~/.ssh/id > got', 'cat ~/.ssh/id > got 2> /dev/null; true']) {
      const { limits } = await rehearsed(world, script)
      expect(limits).toEqual([{ kind: 'closed', path: store }])
    }
  })

  test('an attribute that is not shown is said, and a write of the same text is not', async () => {
    const path = join(world.workspace, 'a')
    const setxattr = process.arch === 'arm64' ? 5 : 188
    const attribute = `perl -e 'my ($f, $n, $v) = ("a", "user.x", "y"); syscall(${String(setxattr)}, $f, $n, $v, 1, 0) == 0 or die "$!"'`
    expect((await rehearsed(world, attribute)).limits).toEqual([{ kind: 'attributes', path }])
    expect((await rehearsed(world, 'cp a b2; cat b2 > a; rm b2; chmod 600 b')).limits).toEqual([])
  })

  test('what still runs when the command has ended is said, and what ended before is not', async () => {
    const left = [{ kind: 'left-running' }]
    for (const script of ['sleep 60 & echo x > a', '(setsid sleep 60 &); true'])
      expect((await rehearsed(world, script)).limits, script).toEqual(left)
    const ended = 'echo x > a & wait; yes | head -1; timeout 9 true'
    expect((await rehearsed(world, ended, { watchHosts: true })).limits).toEqual([])
  })

  test('a rename of a folder that the view refuses is said', async () => {
    const { limits } = await rehearsed(world, `perl -e 'rename("tree", "t2") or die "$!"'`)
    expect(limits).toContainEqual({ kind: 'folder-rename' })
  })

  test('a server of this machine that is not reached is said beside the failure, and where it does not matter nothing is', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    try {
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const script = `perl -MIO::Socket::INET -e 'IO::Socket::INET->new("127.0.0.1:${String(port)}") or die "$!"'`
      const failed = await rehearsed(world, script)
      expect(failed.limits).toContainEqual({ kind: 'no-server' })
      expect((await rehearsed(world, `${script} || true`)).limits).toEqual([])
    } finally {
      server.close()
    }
  })

  test('its exit code is told, and no network reached', async () => {
    const found = await rehearsed(world, 'curl -s http://example.org/; exit 7', {
      watchHosts: true,
    })
    expect(found.result).toMatchObject({
      kind: 'exited',
      exitCode: 7,
      evidence: [{ kind: 'network', target: 'example.org:80' }],
    })
  })
})
