import type { Evidence } from '@shared/domain/evidence'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { afterAll, expect, test } from 'vitest'
import { AttemptList } from '../../../../../../src/main/adapters/sandbox-linux/run/attempts'
import type { MountPlan } from '../../../../../../src/main/adapters/sandbox-linux/mounts/mount-plan'
import type { Observation } from '../../../../../../src/main/adapters/sandbox-linux/run/observer'
import type { Mask } from '../../../../../../src/main/adapters/sandbox-linux/mounts/mask'
import { runEvidence, runningStops } from '../../../../../../src/main/adapters/sandbox-linux/run/run-evidence'
import { allow } from '../../../../../../src/main/core/policy/permit'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-evidence-')))
afterAll(() => {
  rmSync(base, { recursive: true })
})
const at = (path: string): string => join(base, path)
for (const folder of ['w/.git/hooks', 'w/deep', 'granted', 'closed', 'out'])
  mkdirSync(at(folder), { recursive: true })
for (const file of ['w/a', 'w/.git/hooks/x', 'granted/b', 'out/c']) writeFileSync(at(file), '')

const masks: readonly Mask[] = [
  { kind: 'pinned', path: at('w/.git') },
  { kind: 'read-only', path: at('w/.git/hooks') },
]
const mountPlan: MountPlan = {
  spec: {
    ...{ permit: allow('policy-sandboxed'), command: ['true'], cwd: at('w'), workspace: at('w'), env: {} },
    ...{ policy: sandboxPolicyForMode('workspace-write'), timeoutMs: 1000 },
  },
  plan: {
    ...{ places: { roots: [at('w')], temporary: [] }, grants: [], known: new Map(), made: new Set() },
    ...{ protection: { masks, missing: [], links: [] }, closed: [], kept: [], taken: [] },
  },
  grants: { folders: [at('granted')], files: [], masks: [], missing: [], links: [] },
  layout: { writable: [at('w'), at('granted')], masks, files: [] },
  joined: undefined,
  clear: () => undefined,
}
const unreadable = { home: undefined, engineHome: undefined, unreadable: [], readable: [] }
const ended = {
  exitCode: 0,
  durationMs: 1,
  output: { stdout: '', stderr: '', aggregated: '', omittedBytes: 0 },
}

/** What is told of a run that tried these, each `<call> <path>`; `<path>…` from the place that the test made. */
async function toldOf(...calls: readonly string[]) {
  const attempts = new AttemptList()
  for (const call of calls) {
    const [syscall, path = ''] = call.split(' ')
    attempts.read(JSON.stringify({ syscall, path: at(path), pid: 7 }))
  }
  const found = await runEvidence(
    mountPlan,
    { attempts, proxy: [] },
    { kind: 'exited', ...ended, evidence: [] },
    unreadable,
  )
  return found.map(({ operation, target, protectedBy }) =>
    [operation, target, ...(protectedBy === undefined ? [] : [`by ${protectedBy}`])]
      .join(' ')
      .replaceAll(`${base}/`, ''),
  )
}

test.each([
  ['what lies in a writable place is no stop', ['openat w/a', 'rename w/a', 'rename w/b', 'unlink w/a'], []],
  ['what lies outside is', ['openat out/c', 'mkdir out/d'], ['openat out/c', 'mkdir out/d']],
  ['what is not there and cannot be is none', ['unlink out/gone', 'openat out/gone/deep'], []],
  ['what is masked names its mask', ['openat w/.git/hooks/x'], ['openat w/.git/hooks/x by w/.git/hooks']],
  [
    'what is pinned can be written in, and not moved',
    ['openat w/.git/y', 'rename w/.git', 'rename w/g'],
    ['rename w/.git by w/.git'],
  ],
  [
    'what is mounted by itself can be written in, and not removed',
    ['openat granted/b', 'rmdir granted'],
    ['rmdir granted'],
  ],
])('%s', async (_, calls, expected) => {
  expect(await toldOf(...calls)).toEqual(expected)
})

test('of a rename the first name is what goes, and the second what comes, of each process by itself', () => {
  const attempts = new AttemptList()
  for (const [pid, path] of [
    [1, '/a'],
    [2, '/c'],
    [1, '/b'],
    [2, '/d'],
    [1, '/e'],
    [1, '/f'],
  ] as const)
    attempts.read(JSON.stringify({ syscall: 'renameat2', path, pid }))
  expect(attempts.all().map(({ path, role }) => `${path} ${role ?? ''}`)).toEqual([
    ...['/a from', '/c from', '/b to', '/d to', '/e from', '/f to'],
  ])
})

test.each([
  ['a line that is none', '{"syscall":'],
  ['a report that is missing', '{"lost":true}'],
  ['a path that is not absolute', '{"syscall":"openat","path":"a"}'],
])('%s leaves open what was done to repositories', (_, line) => {
  const attempts = new AttemptList()
  expect(attempts.git.uncertain).toBe(false)
  attempts.read(line)
  expect([attempts.git.uncertain, attempts.size]).toEqual([true, 0])
})

test('of a run that goes on it is told which sockets it was kept from, once, but of none that libraries try on their own', async () => {
  const attempts = new AttemptList()
  const observation = { soFar: () => attempts, listen: () => undefined } as unknown as Observation
  const own = ['/run/dbus/system_bus_socket', '/run/user/1000/bus', '/run/nscd/socket', '/tmp/.X11-unix/X0']
  for (const path of [...own, '/run/docker.sock', '/run/docker.sock'])
    attempts.read(JSON.stringify({ syscall: 'connect', path, pid: 7 }))
  const stops = runningStops(mountPlan, observation)
  expect(await stops.take()).toEqual([
    {
      ...{ kind: 'write', target: '/run/docker.sock', operation: 'connect' },
      ...{ source: 'kernel', backend: 'bubblewrap' },
    },
  ])
  expect([await stops.take(), attempts.size]).toEqual([[], 0])
})

test.each([
  [[], []],
  [['{"failed":0}'], []],
  [['{"failed":3}'], ['/run/docker.sock']],
])(
  'of a run that succeeded with %j told of its parts it is told which sockets it was kept from: %j',
  async (lines, sockets) => {
    const attempts = new AttemptList()
    for (const line of [...lines, '{"syscall":"connect","path":"/run/docker.sock","pid":7}'])
      attempts.read(line)
    const seen = { attempts, proxy: [] }
    const found = await runEvidence(mountPlan, seen, { kind: 'exited', ...ended, evidence: [] }, unreadable)
    expect(found.map(({ target }) => target)).toEqual(sockets)
  },
)

test.each<[name: string, exitCode: number, proxy: readonly Evidence[], told: readonly string[]]>([
  ['that failed', 1, [], ['command /home/me/.ssh', 'command /home/me/.aws/config', 'guess /home/me/state']],
  ['that succeeded', 0, [], []],
  [
    'that failed for a host that was refused it',
    1,
    [{ kind: 'network', target: 'h:22', operation: 'denied', source: 'proxy', backend: 'network-proxy' }],
    ['proxy h:22', 'guess /home/me/.ssh', 'guess /home/me/state'],
  ],
])(
  'of a run %s it is told what its words say that it reads, of stores in the home',
  async (_, exitCode, proxy, told) => {
    const closed = ['/home/me/.ssh', '/home/me/.aws', '/home/me/state', '/home/me/mine', '/etc/shadow']
    const reads = ['.ssh', '.aws/config', 'state/keys', 'mine/x', '.kube'].map((name) => `/home/me/${name}`)
    const command = ['git', 'fetch', '/home/me/.ssh', '/home/me/state']
    const found = await runEvidence(
      {
        ...mountPlan,
        plan: { ...mountPlan.plan, closed: closed.map((path) => ({ kind: 'closed', path, folder: true })) },
        spec: { ...mountPlan.spec, command, reads: () => Promise.resolve([...reads, '/etc/shadow']) },
      },
      { attempts: undefined, proxy },
      { kind: 'exited', ...ended, exitCode, evidence: [] },
      { home: '/home/me', engineHome: '/home/me/state', unreadable: ['~/mine'], readable: [] },
    )
    expect(found.map(({ source, target }) => `${source} ${target}`)).toEqual(told)
  },
)
