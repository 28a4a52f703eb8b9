import { expect, test } from 'vitest'
import {
  bwrapArgs,
  type BwrapPlan,
} from '../../../../../../src/main/adapters/sandbox-linux/mounts/bwrap-args'

const plan: BwrapPlan = {
  writable: ['/w', '/tmp', '/tmp/in'],
  masks: [
    { kind: 'pinned', path: '/w/.git' },
    { kind: 'read-only', path: '/w/.git/hooks' },
    { kind: 'closed', path: '/home/me/.ssh', folder: true },
    { kind: 'closed', path: '/home/me/.netrc', folder: false },
    { kind: 'emptied', path: '/home/me/.npmrc' },
  ],
  files: ['/home/me/.netrc'],
  standIns: { closedFile: '/s/file', closedFolder: '/s/folder', emptyFile: '/s/empty' },
  staging: '/staging',
  network: 'own',
  groups: 'own',
  cwd: '/w',
  stages: [
    { binds: ['--ro-bind', '/one', '/one'], wrap: (command) => ['/one', '--', ...command] },
    { binds: [], wrap: (command) => ['/two', ...command] },
  ],
  command: ['ls', '-l'],
}

const namespaces = ['user', 'pid', 'ipc', 'uts', 'cgroup-try', 'net'].map((name) => `--unshare-${name}`)
const held = ['--die-with-parent', '--new-session', ...namespaces, '--cap-drop', 'ALL']

test('what a command is confined with, in the order in which it is laid', () => {
  expect(
    bwrapArgs(plan)
      .join(' ')
      .replaceAll(/ (?=--)/g, '\n'),
  ).toBe(
    [
      ...[
        ...held.slice(0, -2),
        '--cap-drop ALL',
        '--ro-bind / /',
        '--dev /dev',
        '--tmpfs /dev/shm',
        '--proc /proc',
      ],
      ...['--bind /tmp /tmp', '--bind /tmp/in /tmp/in', '--bind /w /w'],
      ...['--bind-try /w/.git /w/.git', '--ro-bind-try /w/.git/hooks /w/.git/hooks'],
      ...['--ro-bind /s/folder /home/me/.ssh', '--ro-bind /s/file /home/me/.netrc'],
      '--ro-bind /s/empty /home/me/.npmrc',
      ...['--bind /home/me/.netrc /home/me/.netrc', '--ro-bind /staging /staging', '--ro-bind /one /one'],
      ...['--remount-ro /proc', '--remount-ro /dev', '--seccomp 3', '--chdir /w', '-- /one', '-- /two ls -l'],
    ].join('\n'),
  )
})

test('with every file open the rest holds all the same, and the kernel’s own are closed', () => {
  const open = bwrapArgs({
    ...plan,
    writable: ['/', '/w'],
    masks: [],
    files: [],
    staging: undefined,
    stages: [],
  })
  expect(open).toEqual([
    ...held,
    ...[
      '--bind',
      '/',
      '/',
      '--dev',
      '/dev',
      '--tmpfs',
      '/dev/shm',
      '--proc',
      '/proc',
      '--ro-bind-try',
      '/sys',
      '/sys',
    ],
    ...[
      '--bind',
      '/w',
      '/w',
      '--remount-ro',
      '/proc',
      '--remount-ro',
      '/dev',
      '--seccomp',
      '3',
      '--chdir',
      '/w',
      '--',
      'ls',
      '-l',
    ],
  ])
})

test('a network, or control groups, of another are not made anew, and nothing else is left out for them', () => {
  const own = bwrapArgs(plan)
  expect(bwrapArgs({ ...plan, network: 'inherited' })).toEqual(own.filter((word) => word !== '--unshare-net'))
  expect(bwrapArgs({ ...plan, groups: 'inherited' })).toEqual(
    own.filter((word) => word !== '--unshare-cgroup-try'),
  )
})
