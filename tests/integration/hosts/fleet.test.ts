import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { composeHosts } from '../../../src/main/compose-hosts'
import type { CliContext } from '../../../src/main/hosts/cli/cli-context'
import { cleanSandboxes } from '../../../src/main/hosts/terminal/cli/hosts-clean'
import { shellCall } from '../../fakes/app-server-home'
import { atTerminal } from '../../fakes/at-terminal'
import type { KubeObject } from '../../fakes/cluster'
import { filledSandbox, gitIn, originAndClone } from '../../fakes/fleet-repository'
import { fleetWorld, type FleetWorld } from '../../fakes/fleet-world'
import { jsonLines } from '../../fakes/run-cli'

let world: FleetWorld
let origin: string
let clone: string
/** What the agent in a pod runs, and what besides. */
let work = 'true'
let second: string | undefined
beforeAll(async () => {
  world = await fleetWorld(({ body }) => {
    const said = JSON.stringify(body)
    if (!said.includes('"call_1"')) return shellCall('call_1', 'sh', '-c', work)
    if (second !== undefined && !said.includes('"call_2"')) return shellCall('call_2', 'sh', '-c', second)
    return { text: 'Done there.' }
  })
  ;({ origin, clone } = originAndClone(world.here, { 'a.txt': 'one\n' }))
})
afterAll(() => world.close())
afterEach(() => {
  world.emptyPods()
  world.instead = undefined
  world.cluster.onMade = undefined
  for (const { metadata } of world.cluster.objects('sandboxclaims'))
    world.cluster.remove('sandboxclaims', metadata.name)
})

const raise = (why: string): never => {
  throw new Error(why)
}
const exec = ['exec', '--host', 'fleet', '--sandbox', 'workspace-write']
const cloned = (...more: string[]): string[] => [...exec, '--clone', `file://${origin}`, ...more, 'go']

test('a run with a fleet claims a sandbox of the warm pool, works in a clone there, and brings a branch that git has checked', async () => {
  work = 'echo two > a.txt; echo new > b.txt'
  const made: KubeObject[] = []
  world.cluster.onMade = (claim) => {
    made.push(structuredClone(claim))
    world.cluster.put('sandboxclaims', {
      ...claim,
      status: {
        conditions: [
          { type: 'Ready', status: 'False', reason: 'SandboxNotReady', message: 'no\u001b[2Jnode' },
        ],
      },
    })
    const wait = setInterval(() => {
      // It is ready once it is watched: then what was said of it before has been told.
      if (world.cluster.asked.at(-1) !== 'GET sandboxclaims') return
      clearInterval(wait)
      world.cluster.ready(world.cluster.get('sandboxclaims', claim.metadata.name) ?? claim)
    }, 20)
  }
  const ran = await world.run([...exec, '--clone', 'origin', '--pull', '--delete', 'go'], { cwd: clone })
  const [claim] = made
  const short = claim?.metadata.name.replace('countersign-', '') ?? ''
  expect(ran.err.split('\n')).toEqual([
    'fleet | waiting for a sandbox of node24',
    'fleet | SandboxNotReady: no\\u{1b}[2Jnode',
    `fleet | the sandbox fleet/${short} is ready (pod countersign-${short}-pod)`,
    `fleet | cloning file://${origin} there`,
    `fleet | the sandbox fleet/${short} was deleted`,
    '',
  ])
  expect(ran.out).toMatch(
    new RegExp(`^(fleet/${short} \\| .*\\n){4,}fleet/${short}: the branch countersign/fleet-${short} holds`),
  )
  expect(claim).toMatchObject({
    apiVersion: 'extensions.agents.x-k8s.io/v1beta1',
    metadata: { labels: { 'app.kubernetes.io/managed-by': 'countersign' } },
    spec: { warmPoolRef: { name: 'node24' }, lifecycle: { shutdownPolicy: 'Delete' } },
  })
  const branch = `countersign/fleet-${short}`
  expect(gitIn(clone, 'log', '--format=%s', branch).trim().split('\n')).toEqual([
    'What was not committed in the sandbox',
    'first',
  ])
  expect(gitIn(clone, 'show', `${branch}:b.txt`)).toBe('new\n')
  expect([ran.code, gitIn(clone, 'status', '--porcelain')]).toEqual([0, ''])
  expect(world.cluster.objects('sandboxclaims')).toEqual([])
})

test('in a sandbox what may runs unasked, the rest is asked at the terminal here, and undo --host takes back what was done', async () => {
  const outside = join(world.here, 'outside.txt')
  ;[work, second] = ['echo two > a.txt', `echo written > ${outside}`]
  const inside = join(world.workspace, 'origin/a.txt')
  let before: unknown
  const ran = await atTerminal(
    cloned('--approval-policy', 'on-failure'),
    { env: world.env, cwd: clone },
    (child) => {
      before = [readFileSync(inside, 'utf8'), existsSync(outside)]
      child.stdin?.write('a\n')
    },
  )
  second = undefined
  expect([ran.code, before, readFileSync(outside, 'utf8')]).toEqual([0, ['two\n', false], 'written\n'])
  const sandbox = /fleet\/[0-9a-f]{10}/.exec(ran.out)?.[0] ?? ''
  expect(ran.out.match(/Your decision/g)).toEqual(['Your decision'])
  expect(ran.out).toContain(`${sandbox} | Your decision`)
  const undone = await world.run(['undo', '--host', sandbox, '--cd', join(world.workspace, 'origin')])
  expect([undone.code, undone.err, readFileSync(inside, 'utf8')]).toEqual([0, '', 'one\n'])
})

test('a folder is sent without what it ignores and what leads out of it; what was changed is shown, put in place by choice, and taken back', async () => {
  // Below a repository, where git would look at paths from its root.
  const folder = join(clone, 'a:b', 'sent')
  mkdirSync(join(folder, 'deep'), { recursive: true })
  for (const [path, text] of [
    ['a.txt', 'one\n'],
    ['deep/c.txt', 'three\n'],
    ['.gitignore', 'secret.env\n'],
    ['secret.env', 'KEY=1\n'],
    // The repository says of this one that it is none of what is shared.
    ['above.env', 'KEY=2\n'],
    ['../../.gitignore', '*above.env\n'],
  ] as const)
    writeFileSync(join(folder, path), text)
  symlinkSync('/etc/passwd', join(folder, 'link'))
  const long = join('deep', 'x'.repeat(90), 'y'.repeat(90))
  mkdirSync(join(folder, long), { recursive: true })
  writeFileSync(join(folder, long, 'z.txt'), 'far\n')
  work =
    'ls -A > seen.txt; echo two > a.txt; rm deep/c.txt; ln -s /etc/passwd out; mkdir -p .vscode; echo {} > .vscode/tasks.json'
  const ran = await world.run([...exec, '--send', folder, 'go'])
  const sandbox = /fleet\/[0-9a-f]{10}/.exec(ran.err)?.[0] ?? ''
  expect([ran.code, ran.err]).toEqual([
    0,
    expect.stringContaining(`what was changed: countersign hosts pull ${sandbox}\n`),
  ])
  expect(readFileSync(join(world.workspace, 'sent/seen.txt'), 'utf8')).toBe(
    '.git\n.gitignore\na.txt\ndeep\nseen.txt\n',
  )
  expect(existsSync(join(world.workspace, 'sent', long, 'z.txt'))).toBe(true)

  const apply = (...paths: string[]) =>
    world.run(['hosts', 'pull', sandbox, '--apply', '--yes', '--cd', folder, ...paths])
  // Where nobody can be asked, what was to be asked about is shown and not done.
  const shown = await world.run(['hosts', 'pull', sandbox, '--apply', '--cd', folder])
  expect(shown.code).not.toBe(0)
  expect(shown.out.split('\n').filter((line) => line.startsWith(sandbox))).toEqual(
    [
      'created  .vscode/tasks.json  +1 -0',
      'changed  a.txt  +1 -1',
      'deleted  deep/c.txt  +0 -1',
      'created  out  +1 -0  never put in place: a link',
      'created  seen.txt  +5 -0',
    ].map((line) => `${sandbox} | ${line}`),
  )
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one\n')
  expect((await apply('a.txt', 'deep')).code).toBe(0)
  expect([
    readFileSync(join(folder, 'a.txt'), 'utf8'),
    existsSync(join(folder, 'deep/c.txt')),
    existsSync(join(folder, 'seen.txt')),
  ]).toEqual(['two\n', false, false])
  expect((await world.run(['undo', '--cd', folder])).code).toBe(0)
  expect([
    readFileSync(join(folder, 'a.txt'), 'utf8'),
    readFileSync(join(folder, 'deep/c.txt'), 'utf8'),
  ]).toEqual(['one\n', 'three\n'])
  // What is otherwise here by now is not written over.
  writeFileSync(join(folder, 'a.txt'), 'mine\n')
  expect((await apply('a.txt', 'seen.txt')).code).toBe(1)
  expect([readFileSync(join(folder, 'a.txt'), 'utf8'), existsSync(join(folder, 'seen.txt'))]).toEqual([
    'mine\n',
    false,
  ])
})

test('a line that breaks is opened again and misses nothing; what works is not cleaned away; a sandbox that is gone ends the run', async () => {
  work = 'for n in $(seq 40); do echo line-$n; sleep 0.1; done'
  const run = (onLine: () => Promise<void> | void) => {
    let seen: Promise<void> | undefined
    const ran = world.run(cloned('--json'), {
      onChild: (child, soFar) => {
        child.stdout?.on('data', () => {
          if (soFar().includes('line-3')) seen ??= Promise.resolve(onLine())
        })
      },
    })
    return ran.then(async (done) => {
      await seen
      return done
    })
  }
  const back = await run(() => {
    world.cluster.cut()
  })
  expect([back.code, back.err]).toEqual([0, expect.stringContaining('is not connected (')])
  const told = jsonLines(back)
    .map((line) => JSON.stringify(line))
    .join('\n')
  for (const n of [1, 10, 40]) expect(told).toContain(`line-${String(n)}\\n`)
  world.emptyPods()
  const { cluster } = world
  for (const { metadata } of cluster.objects('sandboxclaims')) cluster.remove('sandboxclaims', metadata.name)
  const said: string[] = []
  // It runs for as long as anybody looks.
  work = 'echo line-3; exec sleep 600'
  const gone = await run(async () => {
    const [claim] = cluster.objects('sandboxclaims')
    // As if nobody had said that they are connected.
    if (claim) cluster.put('sandboxclaims', { ...claim, metadata: { ...claim.metadata, annotations: {} } })
    const write = (text: string) => void said.push(text)
    const cli = { stop: new AbortController().signal, write, complain: write } as unknown as CliContext
    const all = { name: 'fleet', named: [], yes: true, json: false }
    await cleanSandboxes(cli, await composeHosts({ env: world.env, version: world.version }), all)
    if (claim) cluster.remove('sandboxclaims', claim.metadata.name)
    cluster.cut()
  })
  expect(said.join('')).toMatch(/in use: something runs or waits there\n$/)
  expect([gone.code, gone.err]).toEqual([
    1,
    expect.stringMatching(/there is no sandbox [0-9a-f]{10} of yours any more/),
  ])
})

test('Ctrl+C while a sandbox is waited for deletes what was asked for', async () => {
  world.cluster.onMade = () => undefined
  const ran = await world.run(cloned(), {
    onChild: (child) => {
      const wait = setInterval(() => {
        if (!world.cluster.asked.some((each) => each.startsWith('GET sandboxclaims/'))) return
        clearInterval(wait)
        child.kill('SIGINT')
      }, 20)
      child.once('exit', () => {
        clearInterval(wait)
      })
      world.cluster.asked.length = 0
    },
  })
  expect([ran.code, world.cluster.objects('sandboxclaims')]).toEqual([130, []])
})

/** A pack of a few bytes with an object that says it unpacks to so many. It does not: whoever believes it finds that out behind the memory. */
function packOfSize(size: number): Buffer {
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
  const base = Buffer.from('hello')
  const id = createHash('sha1').update('blob 5\0hello').digest()
  const delta = Buffer.from([...varint(base.length), ...varint(size), 0x90, base.length])
  const body = Buffer.concat([
    Buffer.from('PACK\0\0\0\u0002\0\0\0\u0002', 'latin1'),
    ...[Buffer.from([0x30 | base.length]), deflateSync(base)],
    ...[Buffer.from([0x70 | delta.length]), id, deflateSync(delta)],
  ])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

test('what was changed is counted from what the cluster has kept, whatever a pod moves or says', async () => {
  const sandbox = await filledSandbox(world, origin)
  const there = join(world.workspace, 'origin')
  const began = gitIn(there, 'rev-parse', 'HEAD').trim()
  const changes = () => world.run(['hosts', 'pull', sandbox])
  writeFileSync(join(there, 'a.txt'), 'hidden\n')
  gitIn(there, 'commit', '-qam', 'hides it')
  // All that it began with is said to be what is there now.
  gitIn(there, 'update-ref', 'refs/countersign/base', 'HEAD')
  gitIn(there, 'replace', began, 'HEAD')
  expect((await changes()).out).toBe(`${sandbox} | changed  a.txt  +1 -1\n`)
  world.instead = ([, , text = '']) =>
    text.includes('git write-tree') ? ['printf', `${'1'.repeat(40)}\n${'1'.repeat(40)}\n`] : undefined
  const other = await changes()
  expect([other.code, other.err]).toEqual([1, expect.stringContaining('or another one than the work began')])
  world.instead = undefined
  const [claim] = world.cluster.objects('sandboxclaims')
  expect(claim?.metadata.annotations?.['countersign.invalid/base']).toBe(began)
  // Where nobody has kept it, nothing there is believed in its place.
  world.cluster.put('sandboxclaims', {
    ...(claim ?? raise('no claim')),
    metadata: { ...claim?.metadata, name: claim?.metadata.name ?? '', annotations: {} },
  })
  const none = await changes()
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('nobody has kept which commit')])
})

test('behind a line that was given up nothing is deleted, though what is there was brought back', async () => {
  work = 'echo two > a.txt; for n in $(seq 40); do echo line-$n; sleep 0.1; done'
  let cut = false
  const ran = await world.run([...exec, '--clone', 'origin', '--pull', '--delete', 'go'], {
    cwd: clone,
    onChild: (child, soFar) => {
      child.stdout?.on('data', () => {
        if (cut || !soFar().includes('line-3')) return
        cut = true
        const hello = { countersign: 'engine', protocol: 1, version: '0.0.1', engine: 'a'.repeat(32) }
        world.instead = (command) =>
          command.includes('attach') ? ['echo', JSON.stringify(hello)] : undefined
        world.cluster.cut()
      })
    },
  })
  expect([ran.code, ran.out, ran.err]).toEqual([
    1,
    expect.stringContaining('holds what was done there'),
    expect.stringMatching(/may run still, so the sandbox is not deleted[^]*is kept, and removed when nobody/),
  ])
  expect(world.cluster.objects('sandboxclaims')).toHaveLength(1)
})

test('what a pod sends in place of a branch or change set makes no branch and puts nothing in place', async () => {
  const sandbox = await filledSandbox(world, origin)
  const evil = join(world.here, 'evil')
  gitIn(world.here, 'clone', '-q', origin, evil)
  const hook = gitIn(evil, 'hash-object', '-w', 'a.txt').trim()
  const tree = (entry: string): string =>
    execFileSync('git', ['-C', evil, 'hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], {
      input: Buffer.concat([Buffer.from(`${entry}\0`), Buffer.from(hook, 'hex')]),
      encoding: 'utf8',
    }).trim()
  const commit = gitIn(evil, 'commit-tree', '-p', 'HEAD', '-m', 'x', tree('100644 .git')).trim()
  world.instead = ([, , text = '']) => {
    if (text.includes('git write-tree'))
      return ['sh', '-c', `echo "$1"; echo ${commit}`, 'sh', gitIn(origin, 'rev-parse', 'HEAD').trim()]
    if (text.includes('pack-objects'))
      return ['sh', '-c', `echo ${commit} | git -C '${evil}' pack-objects --revs --stdout -q`]
    if (text.includes('diff --binary'))
      return [
        'printf',
        'diff --git a/../x b/../x\nnew file mode 100644\n--- /dev/null\n+++ b/../x\n@@ -0,0 +1 @@\n+x\n',
      ]
    return undefined
  }
  const branch = await world.run(['hosts', 'pull', sandbox, '--branch', 'evil', '--cd', clone])
  expect([branch.code, branch.out, branch.err]).toEqual([2, '', expect.stringContaining('hasDotgit')])
  expect(gitIn(clone, 'branch', '--list', 'countersign/evil')).toBe('')
  const bomb = join(world.here, 'bomb.pack')
  writeFileSync(bomb, packOfSize(12 * 1024 ** 3))
  const asked = world.instead
  world.instead = (command) =>
    command[2]?.includes('pack-objects') === true ? ['cat', bomb] : asked(command)
  const large = await world.run(['hosts', 'pull', sandbox, '--branch', 'large', '--cd', clone])
  expect([large.code, large.out, large.err]).toEqual([2, '', expect.stringMatching(/out of memory/i)])
  world.instead = (command) =>
    command[2]?.includes('diff --binary') === true
      ? [
          'printf',
          `diff --git a/x b/x\nnew file mode 100644\nindex ${'0'.repeat(40)}..${'1'.repeat(40)}\nGIT binary patch\nliteral 12884901888\nHcmV?d00001\n\n`,
        ]
      : asked(command)
  const shown = await world.run(['hosts', 'pull', sandbox, '--cd', clone])
  expect([shown.code, shown.out, shown.err]).toEqual([2, '', expect.stringContaining('more than 512 MB')])
  world.instead = asked
  const applied = await world.run(['hosts', 'pull', sandbox, '--apply', '--yes', '--cd', clone])
  expect([applied.code === 0, existsSync(join(world.here, 'x'))]).toEqual([false, false])
})

test('what could not be brought back is not deleted, whatever its run came to; a pod says nothing that a shell here would read', async () => {
  const attached = (command: readonly string[]) => command.includes('attach')
  world.instead = (command) =>
    attached(command) || command[2]?.includes('git write-tree') === true ? ['false'] : undefined
  const failed = await world.run(cloned('--pull', '--delete'), { cwd: clone })
  expect([failed.code, failed.err]).toEqual([1, expect.stringContaining('is kept, and removed when nobody')])
  expect(world.cluster.objects('sandboxclaims')).toHaveLength(1)
  world.instead = ([, , text = '']) =>
    text.includes('git clone') ? ['printf', `/w/$(id)\n${'0'.repeat(40)}\n`] : undefined
  const named = await world.run(cloned())
  expect([named.code, named.err]).toEqual([1, expect.stringContaining('no folder was named')])
  expect(named.err).not.toContain('$(id)')
  expect(world.cluster.objects('sandboxclaims')).toHaveLength(1)
})
