import { expect, test } from 'vitest'
import {
  seccompFilter,
  type Confined,
  type FilterVariant,
} from '../../../../../src/main/adapters/sandbox-linux/seccomp/seccomp-filter'
import {
  auditArch,
  syscallNumber,
  type FilterArch,
  type FilteredCall,
} from '../../../../../src/main/adapters/sandbox-linux/seccomp/syscall-numbers'

interface Call {
  readonly number: number
  readonly arch: number
  readonly args?: readonly number[]
}

/** What the kernel makes of the program for a call (linux/bpf_common.h, struct seccomp_data). */
function verdictOf(program: Buffer, { number, arch, args = [] }: Call): string {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number >>> 0, 0)
  data.writeUInt32LE(arch >>> 0, 4)
  args.forEach((value, at) => data.writeUInt32LE(value >>> 0, 16 + 8 * at))
  let word = 0
  for (let at = 0; at < program.length; at += 8) {
    const [code, value] = [program.readUInt16LE(at), program.readUInt32LE(at + 4)]
    const jump = (isSo: boolean): void => {
      at += 8 * program.readUInt8(at + (isSo ? 2 : 3))
    }
    if (code === 0x20) word = data.readUInt32LE(value)
    else if (code === 0x54) word = (word & value) >>> 0
    else if (code === 0x15) jump(word === value)
    else if (code === 0x35) jump(word >= value)
    else if (code === 0x45) jump((word & value) !== 0)
    else return { 0x7fff0000: 'allowed', 0x80000000: 'killed' }[value] ?? `error ${String(value & 0xffff)}`
  }
  return 'no verdict'
}

const archs = ['x64', 'arm64'] as const
const verdict = (
  call: FilteredCall | number,
  args: readonly number[] = [],
  how: { variant?: FilterVariant; confined?: Confined; arch?: FilterArch } = {},
): string => {
  const { variant = 'under-observer', confined = 'wholly', arch = 'x64' } = how
  const number = typeof call === 'number' ? call : syscallNumber(call, arch)
  if (number === undefined) return 'no such call'
  return verdictOf(seccompFilter(arch, variant, confined), { number, arch: auditArch[arch], args })
}

const [EPERM, ENOSYS, EAFNOSUPPORT] = ['error 1', 'error 38', 'error 97']

test.each([
  ['process_vm_writev', 'process_madvise', 'kcmp', 'perf_event_open', 'bpf', 'kexec_load'],
  ['init_module', 'finit_module', 'userfaultfd', 'syslog', 'reboot', 'swapon', 'settimeofday', 'sethostname'],
  ['keyctl', 'add_key', 'request_key', 'open_by_handle_at', 'name_to_handle_at', 'fanotify_init'],
  ['mount', 'umount2', 'pivot_root', 'chroot', 'setns', 'fsopen', 'fsconfig', 'fsmount', 'fspick'],
  ['move_mount', 'open_tree', 'open_tree_attr', 'mount_setattr'],
] as readonly FilteredCall[][])('%s and its kin are refused', (...calls) => {
  for (const arch of archs)
    expect(calls.map((call) => [call, verdict(call, [], { arch })])).toEqual(
      calls.map((call) => [call, EPERM]),
    )
})

test('what has another way counts as unknown, and what is not named goes on', () => {
  for (const arch of archs) {
    const calls = ['io_uring_setup', 'io_uring_enter', 'io_uring_register', 'clone3'] as const
    expect(calls.map((call) => verdict(call, [], { arch }))).toEqual(calls.map(() => ENOSYS))
    expect(verdict(arch === 'x64' ? 1 : 64, [], { arch })).toBe('allowed')
  }
})

test('calls of another architecture end the process, those of x32 among them', () => {
  const filter = seccompFilter('x64', 'alone', 'not')
  expect([
    verdictOf(filter, { number: 1, arch: 0x40000003 }),
    verdictOf(filter, { number: 0x40000001, arch: auditArch.x64 }),
    verdictOf(seccompFilter('arm64', 'alone', 'not'), { number: 64, arch: 0x40000028 }),
  ]).toEqual(['killed', 'killed', 'killed'])
})

test('a process traces others only where another filter holds which', () => {
  const found = (['not', 'partly', 'wholly'] as const).map((confined) => verdict('ptrace', [], { confined }))
  expect(found).toEqual([EPERM, EPERM, 'allowed'])
})

test.each([
  ['a Unix socket', [1], 'alone', EAFNOSUPPORT],
  ['a Unix socket that the observer refuses', [1], 'under-observer', 'allowed'],
  ['an internet socket', [2], 'alone', 'allowed'],
  ['one of version 6', [10], 'alone', 'allowed'],
  ['the routing netlink', [16, 3, 0], 'alone', 'allowed'],
  ['another netlink', [16, 3, 9], 'alone', EAFNOSUPPORT],
  ['the list of sockets', [16, 3, 4], 'alone', EAFNOSUPPORT],
  ['the list of sockets, which the observer refuses', [16, 3, 4], 'under-observer', 'allowed'],
  ['a machine’s own socket', [40], 'under-observer', EAFNOSUPPORT],
  ['the kernel’s ciphers', [38], 'under-observer', EAFNOSUPPORT],
  ['a raw packet socket', [17], 'under-observer', EAFNOSUPPORT],
] as const)('%s', (_, args, variant, expected) => {
  for (const arch of archs) expect(verdict('socket', args, { variant, arch })).toBe(expected)
})

test.each([
  ['of streams', [1, 1], ['allowed', 'allowed']],
  ['of packets, with flags', [1, 5 | 0o2004000], ['allowed', 'allowed']],
  ['of datagrams', [1, 2], [EAFNOSUPPORT, 'allowed']],
  ['of another family', [2, 1], [EAFNOSUPPORT, EAFNOSUPPORT]],
])(
  'a pair %s: nothing behind it holds that, or the stage in front of the command does',
  (_, args, expected) => {
    expect([
      verdict('socketpair', args, { confined: 'not' }),
      verdict('socketpair', args, { confined: 'partly' }),
    ]).toEqual(expected)
  },
)

test('another process’s descriptor is taken by the observer alone', () => {
  const found = (['alone', 'under-observer'] as const).map((variant) =>
    verdict('pidfd_getfd', [], { variant }),
  )
  expect(found).toEqual([EPERM, 'allowed'])
})

test('no request gives a name, as that for a part of a Btrfs does', () => {
  const requests = [0x50009401, 0x5000940e, 0x50009417, 0x50009418]
  expect(requests.map((request) => verdict('ioctl', [0, request]))).toEqual([EPERM, EPERM, EPERM, EPERM])
})

test('nothing types into a terminal, and other requests go on', () => {
  const requests = [0x5412, 0x541c, 0x541d, 0x5423, 0x5413, 0x5401]
  expect(requests.map((request) => verdict('ioctl', [0, request]))).toEqual([
    ...[EPERM, EPERM, EPERM, EPERM, 'allowed', 'allowed'],
  ])
})

test('no namespace is made, of whatever kind', () => {
  const kinds = [17, 25, 26, 27, 28, 29, 30].map((bit) => 2 ** bit)
  for (const arch of archs)
    for (const call of ['clone', 'unshare'] as const) {
      expect(kinds.map((kind) => verdict(call, [kind], { arch }))).toEqual(kinds.map(() => EPERM))
      expect(verdict(call, [0x200 | 0x400], { arch })).toBe('allowed')
    }
  // In clone the same bit is part of a signal's number.
  expect([verdict('unshare', [0x80]), verdict('clone', [0x80])]).toEqual([EPERM, 'allowed'])
})

test.each([
  ['chmod', [0, 0o4755]],
  ['fchmod', [0, 0o4700]],
  ['fchmodat', [0, 0, 0o4755]],
  ['fchmodat2', [0, 0, 0o6755]],
  ['mknod', [0, 0o104755]],
  ['mknodat', [0, 0, 0o102755]],
  ['creat', [0, 0o2755]],
  ['open', [0, 0o102, 0o4755]],
  ['openat', [0, 0, 0o101, 0o2755]],
  // O_TMPFILE
  ['openat', [0, 0, 0o20200002, 0o4755]],
] as const)('%s(%j) makes no file that runs as its owner', (call, args) => {
  for (const arch of archs)
    for (const variant of ['alone', 'under-observer'] as const)
      expect(verdict(call, args, { arch, variant })).toBe(
        syscallNumber(call, arch) === undefined ? 'no such call' : EPERM,
      )
})

test('modes of other kinds go on, and an open that makes nothing has none; what has them in memory is unknown to a command', () => {
  for (const [call, ...args] of [
    ['chmod', 0, 0o2775],
    ['fchmodat', 0, 0, 0o1777],
    ['mknodat', 0, 0, 0o100644],
    ['open', 0, 2, 0o4755],
    ['openat', 0, 0, 0o2000000, 0o6755],
    ['openat', 0, 0, 0o101, 0o1666],
  ] as const)
    expect([call, verdict(call, args)]).toEqual([call, 'allowed'])
  expect([verdict('openat2', [], { variant: 'alone' }), verdict('openat2')]).toEqual([ENOSYS, 'allowed'])
})

test('where what the person had is put back, a file gets the bits that it had, and nothing else is given', () => {
  const openedTo = (call: FilteredCall, args: readonly number[]): string =>
    verdictOf(seccompFilter('x64', 'under-observer', 'wholly', 'any'), {
      ...{ number: syscallNumber(call, 'x64') ?? -1, arch: auditArch.x64, args },
    })
  expect([openedTo('fchmodat', [0, 0, 0o4750]), openedTo('openat', [0, 0, 0o101, 0o4755])]).toEqual([
    'allowed',
    'allowed',
  ])
  expect([openedTo('mount', []), openedTo('socket', [16, 3, 9])]).toEqual([EPERM, EAFNOSUPPORT])
})
