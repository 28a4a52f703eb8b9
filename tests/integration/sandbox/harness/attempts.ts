import {
  syscallNumber,
  type FilteredCall,
} from '../../../../src/main/adapters/sandbox-linux/seccomp/syscall-numbers'
import type { RunResult } from '../../../../src/main/core/ports/sandbox'
import type { User, World } from './world'

/**
 * One try to get out. The script runs in the workspace and prints ESCAPED when it got what it wanted; where it cannot
 * know, `check` runs afterwards without the sandbox and prints it. Both run first without the sandbox, as the control:
 * there they must succeed. They see $OUT (a folder outside), $WORK, $HOME, $VICTIM (a process outside) and $PORT.
 */
export interface EscapeAttempt {
  readonly name: string
  readonly script: string
  readonly check?: string
  /** Only root can do it even without the sandbox. Default: both users try. */
  readonly users?: readonly User[]
  /** What the kernel of this machine may not have or allow at all; said instead of failing where the control fails. */
  readonly needs?: string
  /** With an environment of its own it is alone in its sandbox. */
  readonly env?: Readonly<Record<string, string>>
  /** Why it is tried in a sandbox that nothing else is tried in. Default: it shares one with others of its table. */
  readonly alone?: string
  /**
   * It acts on what the whole machine shares, and engines of other tests put such things back to what they saw: each outcome is looked for three times. A
   * way out shows itself every time.
   */
  readonly shared?: true
}

/**
 * What an area's attempts share. `prepare` is run without the sandbox before each try, in the workspace, which is one of its own below
 * the sandbox's where it is tried beside others.
 */
export interface EscapeArea {
  readonly prepare: string
  readonly policy?: unknown
  readonly env?: (world: World) => Readonly<Record<string, string>>
  /** Why each of them is tried in a sandbox that nothing else is tried in. */
  readonly alone?: string
}

/** Why an attempt does not share a sandbox; undefined: it does. */
export const aloneWhy = (area: EscapeArea, { alone, env, shared }: EscapeAttempt): string | undefined =>
  area.alone ??
  alone ??
  (env === undefined ? undefined : 'it has an environment of its own') ??
  (shared ? 'what it acts on is put back when its command has ended' : undefined)

/** The sign of success. */
export const sign = 'ESCAPED'

/** Quotes for sh. */
export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Runs Perl, which every Debian and Ubuntu has (perl-base) and which makes raw system calls, unlike Node and sh. */
export const perl = (program: string): string => `perl -e ${quote(`use strict; use warnings; ${program}`)}`

/** More calls by number, x86-64 and arm64, from the kernel's uapi headers. */
const numbers = {
  openat: [257, 56],
  linkat: [265, 37],
  renameat2: [316, 276],
  copy_file_range: [326, 285],
  fallocate: [285, 47],
  setxattr: [188, 5],
  fsetxattr: [190, 7],
  removexattr: [197, 14],
  fchmod: [91, 52],
  fchown: [93, 55],
  fchmodat2: [452, 452],
  utimensat: [280, 88],
  truncate: [76, 45],
  mmap: [9, 222],
  msync: [26, 227],
  read: [0, 63],
  prctl: [157, 167],
  splice: [275, 76],
  sendmsg: [46, 211],
  sendmmsg: [307, 269],
  recvmsg: [47, 212],
  write: [1, 64],
  sendfile: [40, 71],
  mknodat: [259, 33],
  process_vm_readv: [310, 270],
  pidfd_open: [434, 434],
  prlimit64: [302, 261],
  setpriority: [141, 140],
  sched_setaffinity: [203, 122],
  sched_setscheduler: [144, 119],
  seccomp: [317, 277],
  kill: [62, 129],
  openat2: [437, 437],
} as const satisfies Record<string, readonly [number, number]>

/** The number of a call on this machine, to be put into a Perl program. */
export function nr(call: FilteredCall | keyof typeof numbers): string {
  const [x64, arm64] = Object.hasOwn(numbers, call) ? numbers[call as keyof typeof numbers] : []
  const own = process.arch === 'arm64' ? arm64 : x64
  const number = own ?? syscallNumber(call as FilteredCall, process.arch === 'arm64' ? 'arm64' : 'x64')
  return String(number ?? -1)
}

/** A Perl program that says it got out when this call is allowed at all: any error but those of a refusal counts. */
export function allowed(call: FilteredCall | keyof typeof numbers, args: string): string {
  return perl(
    `my $r = syscall(${[nr(call), args].filter((each) => each !== '').join(', ')});
     my $refused = $!{EPERM} || $!{EACCES} || $!{ENOSYS} || $!{EAFNOSUPPORT};
     print "${sign}\\n" if $r >= 0 || !$refused; print "$!\\n";`,
  )
}

/** Whether the sign is in what a run printed. */
export function showsSign(result: RunResult): boolean {
  return 'output' in result && result.output.stdout.includes(sign)
}
