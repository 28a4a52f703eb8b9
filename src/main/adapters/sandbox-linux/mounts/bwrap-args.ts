import type { ControlGroups } from './control-groups'
import type { Mask } from './mask'

/** The descriptor that bubblewrap reads the seccomp program from, and closes. */
export const seccompDescriptor = 3

/** Goes in front of the command, in the order of the list: each program runs the rest of its arguments. */
export interface Stage {
  /** Mounts that the stage needs, as bubblewrap's arguments; after every other mount. */
  readonly binds: readonly string[]
  wrap(command: readonly string[]): readonly string[]
}

/** What one sandboxed run is made of; every path absolute and real. */
export interface BwrapPlan {
  /** Folders to open (`/`: every file, less the kernel's own), and then what is laid over them, folders before what lies in them. */
  readonly writable: readonly string[]
  readonly masks: readonly Mask[]
  /** Granted files: they are opened above every mask. */
  readonly files: readonly string[]
  /** The stand-ins for `closed` and `emptied` masks. */
  readonly standIns: {
    readonly closedFile: string
    readonly closedFolder: string
    readonly emptyFile: string
  }
  /** A folder shown read-only whatever lies over it; undefined: none. */
  readonly staging?: string | undefined
  /** `own`: a new namespace with nothing but its own loopback. `inherited`: that of whoever starts the launcher. */
  readonly network: 'own' | 'inherited'
  readonly groups: ControlGroups
  readonly cwd: string
  readonly stages: readonly Stage[]
  readonly command: readonly string[]
}

/** What must be mounted at a path when the command begins: `<major>:<minor>:<inode>`, or `-` for anything. */
export interface MeantMount {
  readonly path: string
  readonly what: string
}

/** What is laid over the file system for a run. */
export type Layout = Pick<BwrapPlan, 'writable' | 'masks' | 'files'> & {
  /** What must be mounted where; absent: nobody looks. */
  readonly meant?: readonly MeantMount[]
}

function maskArgs(mask: Mask, { closedFile, closedFolder, emptyFile }: BwrapPlan['standIns']): string[] {
  switch (mask.kind) {
    case 'pinned':
      return ['--bind-try', mask.path, mask.path]
    case 'read-only':
      return [
        ...['--ro-bind-try', mask.path, mask.path],
        ...(mask.but ?? []).flatMap((path) => ['--bind-try', path, path]),
      ]
    case 'closed':
      return ['--ro-bind', mask.folder ? closedFolder : closedFile, mask.path]
    case 'emptied':
      return ['--ro-bind', emptyFile, mask.path]
  }
}

/** A command with its stages in front. */
export const staged = (stages: readonly Stage[], command: readonly string[]): readonly string[] =>
  stages.reduceRight<readonly string[]>((words, stage) => stage.wrap(words), command)

/**
 * bubblewrap's argv: the whole file system read-only, a fresh read-only /proc and a minimal read-only /dev with shared memory of its own, own user, pid, ipc, uts,
 * and (unless they are inherited) cgroup and net namespaces, no capabilities, a new terminal session, death with the parent;
 * then the writable places and what is laid over them. /proc is read-only because root may otherwise write the kernel's
 * own settings there, and any user the memory of processes that have fewer limits. Descriptor 3 is the seccomp program.
 */
export function bwrapArgs(plan: BwrapPlan): string[] {
  const open = plan.writable.includes('/')
  return [
    '--die-with-parent',
    '--new-session',
    '--unshare-user',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    ...(plan.groups === 'inherited' ? [] : ['--unshare-cgroup-try']),
    ...(plan.network === 'inherited' ? [] : ['--unshare-net']),
    ...['--cap-drop', 'ALL'],
    ...[open ? '--bind' : '--ro-bind', '/', '/', '--dev', '/dev', '--tmpfs', '/dev/shm', '--proc', '/proc'],
    // What is written there acts on the kernel of the machine, whoever may.
    ...(open ? ['--ro-bind-try', '/sys', '/sys'] : []),
    // The later mount wins, so folders come before what lies in them.
    ...plan.writable
      .filter((path) => path !== '/')
      .sort()
      .flatMap((path) => ['--bind', path, path]),
    ...plan.masks.flatMap((mask) => maskArgs(mask, plan.standIns)),
    ...plan.files.flatMap((path) => ['--bind', path, path]),
    ...(plan.staging === undefined ? [] : ['--ro-bind', plan.staging, plan.staging]),
    ...plan.stages.flatMap((stage) => stage.binds),
    ...['--remount-ro', '/proc', '--remount-ro', '/dev', '--seccomp', String(seccompDescriptor)],
    ...['--chdir', plan.cwd, '--', ...staged(plan.stages, plan.command)],
  ]
}
