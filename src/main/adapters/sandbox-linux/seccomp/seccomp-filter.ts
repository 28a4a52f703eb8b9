import { BpfProgram, type Label } from './bpf-program'
import { auditArch, syscallNumber, type FilterArch, type FilteredCall } from './syscall-numbers'

/**
 * `under-observer`: the program in observe/ runs next, needs AF_UNIX for its report, and forbids it to the command.
 * `alone`: nothing runs between bubblewrap and the command, so everything is forbidden here.
 */
export type FilterVariant = 'under-observer' | 'alone'

/**
 * What the stage in confine/ holds for the command, so that this need not: `wholly` that it traces nothing but its own, and
 * with `partly` too that it makes no pair of datagram sockets.
 */
export type Confined = 'not' | 'partly' | 'wholly'

/** Whether a file may be given the bits by which it runs as its owner: `any` where the engine puts back what the person had. */
export type Modes = 'plain' | 'any'

/** SECCOMP_RET_* of linux/seccomp.h. */
const allow = 0x7fff0000
const killProcess = 0x80000000
const errno = (code: number): number => 0x00050000 | code
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97] as const

/** Offsets in `struct seccomp_data`; of an argument only the low word, which is all the kernel reads of an int. */
const at = { number: 0, arch: 4, argument: (index: number): number => 16 + 8 * index } as const

/** Calls no developer's command needs, or that would reach past the sandbox. */
const refused: readonly FilteredCall[] = [
  // other processes and the kernel's view of them
  'process_vm_writev', 'process_madvise', 'kcmp', 'perf_event_open', 'lookup_dcookie',
  // the kernel itself
  'bpf', 'kexec_load', 'kexec_file_load', 'init_module', 'finit_module', 'delete_module', 'userfaultfd', 'syslog',
  'iopl', 'ioperm', 'nfsservctl', 'vhangup', 'reboot', 'acct', 'swapon', 'swapoff', 'quotactl', 'quotactl_fd',
  'settimeofday', 'clock_settime', 'clock_adjtime', 'adjtimex', 'sethostname', 'setdomainname',
  // key rings are shared between containers
  'keyctl', 'add_key', 'request_key',
  // file handles and whole-mount watches go round the mount table
  'open_by_handle_at', 'name_to_handle_at', 'fanotify_init',
  // the mount table
  'mount', 'umount2', 'pivot_root', 'chroot', 'setns', 'fsopen', 'fsconfig', 'fsmount', 'fspick', 'move_mount', 'open_tree',
  'open_tree_attr', 'mount_setattr',
] // prettier-ignore

/** TIOCSTI and TIOCLINUX type into a terminal, TIOCCONS takes the console, TIOCSETD loads a line discipline. */
const terminalRequests = [0x5412, 0x541c, 0x541d, 0x5423]
/** BTRFS_IOC_SNAP_CREATE and BTRFS_IOC_SUBVOL_CREATE in both versions (linux/btrfs.h): they give a name that no other call tells. */
const namingRequests = [0x50009401, 0x5000940e, 0x50009417, 0x50009418]

const [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK] = [1, 2, 10, 16] as const
const [NETLINK_ROUTE, NETLINK_SOCK_DIAG] = [0, 4] as const
/** SOCK_STREAM and SOCK_SEQPACKET, and the bits of a socket's type that are not flags (SOCK_TYPE_MASK). */
const [streamType, packetType, typeBits] = [1, 5, 0xf] as const
/** Numbers from here on are those of the x32 ABI. */
const x32Numbers = 0x40000000
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET (linux/sched.h). */
const newNamespace = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
/** CLONE_NEWTIME, only in unshare: in clone these bits are the signal sent at the end. */
const newTimeNamespace = 0x00000080

/** Where the program ends, by what it then says. */
const verdicts = {
  allow,
  refuse: errno(EPERM),
  unknown: errno(ENOSYS),
  unsupported: errno(EAFNOSUPPORT),
  kill: killProcess,
} as const

/** S_ISUID, and with S_ISGID (linux/stat.h): whoever runs such a file has its owner's rights, or its group's. */
const [runsAsOwner, runsAsOther] = [0o4000, 0o6000] as const
/** O_CREAT and __O_TMPFILE (asm-generic/fcntl.h): only with one of them an open has a mode. */
const makesFile = 0o100 | 0o20000000

/**
 * Calls with a mode: where that stands among their arguments, and where the flags that say whether it counts. A folder that hands on its group is no program,
 * and is made by `chmod` alone, which a filter cannot tell of which it is: the observer can.
 */
const moded: readonly {
  readonly call: FilteredCall
  readonly mode: number
  readonly bits: number
  readonly flags?: number
}[] = [
  { call: 'chmod', mode: 1, bits: runsAsOwner },
  { call: 'fchmod', mode: 1, bits: runsAsOwner },
  { call: 'fchmodat', mode: 2, bits: runsAsOwner },
  { call: 'fchmodat2', mode: 2, bits: runsAsOwner },
  { call: 'mknod', mode: 1, bits: runsAsOther },
  { call: 'mknodat', mode: 2, bits: runsAsOther },
  { call: 'creat', mode: 1, bits: runsAsOther },
  { call: 'open', mode: 2, bits: runsAsOther, flags: 1 },
  { call: 'openat', mode: 3, bits: runsAsOther, flags: 2 },
]

type Target = keyof typeof verdicts | FilteredCall

/** Where each call leads whose number alone does not settle it, and where each one leads that it does. */
function targets(
  variant: FilterVariant,
  confined: Confined,
  modes: Modes,
): ReadonlyMap<FilteredCall, Target> {
  const unknown: readonly FilteredCall[] = [
    // Programs try these and have another way when the kernel does not know them.
    'io_uring_setup',
    'io_uring_enter',
    'io_uring_register',
    // Its flags lie in memory, where no filter can look; every C library then falls back to clone.
    'clone3',
    // So do those of this one, and the mode. The observer opens by it, and does not know it for the command.
    ...(variant === 'alone' ? (['openat2'] as const) : []),
  ]
  return new Map<FilteredCall, Target>([
    ...refused.map((call) => [call, 'refuse'] as const),
    // The observer takes the sockets that it connects, and refuses it to the command.
    ...(variant === 'under-observer' ? [] : [['pidfd_getfd', 'refuse'] as const]),
    ...(confined === 'wholly' ? [] : [['ptrace', 'refuse'] as const]),
    ...unknown.map((call) => [call, 'unknown'] as const),
    ...(['socket', 'socketpair', 'ioctl', 'clone', 'unshare'] as const).map((call) => [call, call] as const),
    ...(modes === 'any' ? [] : moded.map(({ call }) => [call, call] as const)),
  ])
}

/**
 * Leads the loaded number to its target by halving, since the kernel tries every number once when a program is installed.
 * Numbers not listed are allowed.
 */
function branch(program: BpfProgram, sorted: readonly (readonly [number, Target])[], name: Label): void {
  if (sorted.length <= 3) {
    sorted.forEach(([number, target], index) =>
      program.ifEqual(number, target, index === sorted.length - 1 ? 'allow' : undefined),
    )
    return
  }
  const half = sorted.length >> 1
  program.ifAtLeast(sorted[half]?.[0] ?? 0, `${name}>`)
  branch(program, sorted.slice(0, half), `${name}<`)
  program.label(`${name}>`)
  branch(program, sorted.slice(half), `${name}>`)
}

/** The calls that are judged by an argument. */
function judgeArguments(program: BpfProgram, variant: FilterVariant, confined: Confined): void {
  program.label('socket').load(at.argument(0)).ifEqual(AF_INET, 'allow').ifEqual(AF_INET6, 'allow')
  // The observer needs one for its report, and says which ones the command gets.
  if (variant === 'under-observer') program.ifEqual(AF_UNIX, 'allow')
  program.ifEqual(AF_NETLINK, 'netlink', 'unsupported')
  program.label('netlink').load(at.argument(2))
  // So does it with the list of sockets.
  if (variant === 'under-observer') program.ifEqual(NETLINK_SOCK_DIAG, 'allow')
  program.ifEqual(NETLINK_ROUTE, 'allow', 'unsupported')
  program
    .label('socketpair')
    .load(at.argument(0))
    .ifEqual(AF_UNIX, confined === 'not' ? 'pair' : 'allow', 'unsupported')
  program.label('pair').load(at.argument(1)).keepBits(typeBits)
  program.ifEqual(streamType, 'allow').ifEqual(packetType, 'allow', 'unsupported')
  program.label('ioctl').load(at.argument(1))
  const requests = [...terminalRequests, ...namingRequests]
  requests.forEach((request, index) =>
    program.ifEqual(request, 'refuse', index === requests.length - 1 ? 'allow' : undefined),
  )
  program.label('clone').load(at.argument(0)).ifAnyBit(newNamespace, 'refuse', 'allow')
  program.label('unshare').load(at.argument(0))
  program.ifAnyBit(newNamespace | newTimeNamespace, 'refuse', 'allow')
  for (const { call, mode, bits, flags } of moded) {
    program.label(call)
    if (flags !== undefined) program.load(at.argument(flags)).ifAnyBit(makesFile, `${call} made`, 'allow')
    program.label(`${call} made`).load(at.argument(mode)).ifAnyBit(bits, 'refuse', 'allow')
  }
}

/**
 * The seccomp program of a run. Calls of another architecture (32-bit, x32) end the process, since their numbers mean
 * something else. Everything not named here is allowed: the mount table and the namespaces are the boundary, this
 * takes away what could reach past them.
 *
 * Sockets: internet families (the network namespace decides where they lead), socketpair, and the routing netlink that
 * name resolution reads. Every other family is unsupported; AF_VSOCK and AF_ALG, for instance, know no namespaces.
 * No file is made one that runs with the rights of its owner, whoever runs it, nor made anew as one that runs with its group's, but where
 * `modes` says so; the observer sees to files that are there.
 * A pair must be one of connected sockets: a datagram socket, even one of a pair, reaches every Unix socket that it may
 * write to by an address in its message, which lies in memory, where no filter can look.
 */
export function seccompFilter(
  arch: FilterArch,
  variant: FilterVariant,
  confined: Confined,
  modes: Modes = 'plain',
): Buffer {
  const program = new BpfProgram()
  const numbered = [...targets(variant, confined, modes)].flatMap(([call, target]) => {
    const number = syscallNumber(call, arch)
    return number === undefined ? [] : [[number, target] as const]
  })
  program.load(at.arch).ifEqual(auditArch[arch], 'native', 'kill').label('native').load(at.number)
  if (arch === 'x64') program.ifAtLeast(x32Numbers, 'kill')
  branch(
    program,
    numbered.sort(([one], [other]) => one - other),
    '',
  )
  judgeArguments(program, variant, confined)
  for (const [name, verdict] of Object.entries(verdicts)) program.label(name).return(verdict)
  return program.bytes()
}
