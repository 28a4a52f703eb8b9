import { expect, test } from 'vitest'
import { mountsIn, openedAgain } from '../../../../../../src/main/adapters/sandbox-linux/mounts/mounted-again'

const list = (...lines: readonly (readonly [device: string, root: string, point: string])[]): string =>
  [['8:1', '/', '/'] as const, ...lines]
    .map(([device, root, point], at) => `${String(at)} 0 ${device} ${root} ${point} rw - ext4 /dev/x rw`)
    .join('\n')

const places = { roots: ['/w/project'], temporary: ['/tmp'] }
const kept = ['/w/project/.git/config', '/w/project/sub/.git/config', '/opt/engine']

test.each([
  ['the workspace', ['8:1', '/w/project', '/tmp/a'], true],
  ['what holds the workspace', ['8:1', '/w', '/tmp/a'], true],
  [
    'a part of the workspace with nothing that is kept',
    ['8:1', '/w/project/lib', '/w/project/app/lib'],
    false,
  ],
  ['a part with a repository, in itself', ['8:1', '/w/project/sub', '/w/project/app/sub'], true],
  ["the workspace's git folder", ['8:1', '/w/project/.git', '/tmp/a\\040b'], true],
  ["the engine's programs", ['8:1', '/opt/engine', '/tmp/a'], true],
  ['what holds the home', ['8:1', '/home', '/w/project/homes'], true],
  ['a part of the home, in a temporary folder', ['8:1', '/home/me/.config', '/tmp/a'], true],
  [
    'a part of the home that somebody mounted into the workspace',
    ['8:1', '/home/me/data', '/w/project/data'],
    false,
  ],
  ['another file system', ['8:2', '/w/project', '/tmp/a'], false],
  ["a container's volume on the same disk", ['8:1', '/var/lib/volumes/x', '/w/project/node_modules'], false],
  ['a folder over itself', ['8:1', '/w/project/lib', '/w/project/lib'], false],
  ['a repository of its own', ['8:2', '/', '/w/project/sub'], false],
  ['the workspace itself', ['8:1', '/elsewhere', '/w/project'], false],
  ['the workspace elsewhere, where nothing is writable', ['8:1', '/w/project', '/srv/a'], false],
] as const)('mounted in a writable place, %s: read-only is %j %s', (_, mount, isHeld) => {
  const held = openedAgain(mountsIn(list(mount)), places, { kept, home: '/home/me' })
  expect(held).toEqual(isHeld ? [mount[2].replace('\\040', ' ')] : [])
})

/** Lists as they are on machines on which nothing can be seen at two places. */
const ordinary: Readonly<Record<string, string>> = {
  'a file system for the home': list(['8:2', '/', '/home'], ['0:22', '/', '/sys'], ['0:23', '/', '/dev/shm']),
  'btrfs, with a subvolume for each': list(
    ['0:30', '/@', '/mnt/root'],
    ['0:30', '/@home', '/home'],
    ['0:30', '/@snapshots', '/.snapshots'],
  ),
  'a container with files of its host': [
    ['0:50', '/', '/'],
    ['8:9', '/var/lib/docker/containers/c/hosts', '/etc/hosts'],
    ['8:9', '/var/lib/docker/containers/c/resolv.conf', '/etc/resolv.conf'],
    ['8:9', '/home/me/project', '/workspaces/project'],
    ['8:9', '/var/lib/docker/volumes/v/_data', '/workspaces/project/node_modules'],
  ]
    .map(([device, root, point]) => `1 0 ${String(device)} ${String(root)} ${String(point)} rw - x x rw`)
    .join('\n'),
}

test.each(Object.entries(ordinary))('on a machine with %s nothing is looked at', (_, lines) => {
  expect(mountsIn(lines)).toEqual([])
})
