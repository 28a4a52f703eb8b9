import { expect, test } from 'vitest'
import {
  containerUse,
  signIn,
  type ContainerSigns,
} from '../../../../../src/main/adapters/sandbox-linux/container-sign'

const machine: ContainerSigns = {
  isFile: () => false,
  environ: 'HOME=/\0TERM=linux\0',
  cgroup: '1:name=systemd:/init.scope\n0::/init.scope\n',
  mounts: [
    '22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
    // Where the engine of a machine keeps images, its own root is none.
    '90 22 0:50 / /var/lib/docker/overlay2/x/merged rw - overlay overlay rw,lowerdir=/var/lib/docker/overlay2/l/A',
  ].join('\n'),
}
const layered = (lower: string): string =>
  `20 19 0:40 / / rw,relatime master:9 - overlay overlay rw,lowerdir=${lower},upperdir=/u,workdir=/w`

test.each<[string, Partial<ContainerSigns>, string | undefined]>([
  ['a machine', {}, undefined],
  ['a live system', { mounts: layered('/run/live/rootfs/filesystem.squashfs') }, undefined],
  ['what names itself one', { environ: 'containers=docker\0XCONTAINER=1\0container=\0' }, undefined],
  ['a folder of that name', { cgroup: '0::/user.slice/my-docker-things\n' }, undefined],
  ['Docker', { isFile: (path) => path === '/.dockerenv' }, '/.dockerenv'],
  ['Podman', { isFile: (path) => path === '/run/.containerenv' }, '/run/.containerenv'],
  [
    'systemd-nspawn',
    { environ: 'TERM=x\0container=systemd-nspawn\0' },
    'container=systemd-nspawn of process 1',
  ],
  ['groups of before', { cgroup: '4:memory:/docker/0a1b\n0::/\n' }, 'process 1 is in the group docker'],
  [
    'Kubernetes by its group',
    { cgroup: '0::/kubepods.slice/kubepods-pod1.slice/cri-containerd-1.scope\n' },
    'process 1 is in the group kubepods',
  ],
  [
    'containerd by its layers',
    { mounts: layered('/var/lib/containerd/io.containerd.snapshotter.v1.overlayfs/snapshots/7/fs') },
    'the root is made of the layers of an image',
  ],
  [
    'CRI-O by its layers',
    { mounts: layered('/var/lib/containers/storage/overlay/l/ABC') },
    'the root is made of the layers of an image',
  ],
])('%s', (_, signs, expected) => {
  expect(signIn({ ...machine, ...signs })).toBe(expected)
})

test.each([
  [false, true, '/.dockerenv', { kind: 'boundary', sign: '/.dockerenv' }],
  [false, true, undefined, { kind: 'unused', why: 'no-sign' }],
  [false, false, '/.dockerenv', { kind: 'unused', why: 'not-refused' }],
  [true, true, '/.dockerenv', { kind: 'unused', why: 'was-there' }],
  [true, false, undefined, { kind: 'unused', why: 'was-there' }],
] as const)(
  'a sandbox before: %s, refused by the system: %s, sign: %s',
  (couldBeMade, refused, sign, expected) => {
    expect(containerUse({ couldBeMade, refused }, () => sign)).toEqual(expected)
  },
)
