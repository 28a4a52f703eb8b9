import type { CommandLimits } from '../limits/command-limits'
import type { Layout, Stage } from '../mounts/bwrap-args'

/** bubblewrap's own /dev, with the devices, terminals and shared memory of the sandbox, and the kernel's files. */
const always = ['/dev', '/proc']

/** The kernel's numbers for what a process may have (asm-generic/resource.h). */
const resource = { fileSize: 1, processes: 6, openFiles: 7 } as const
const megabyte = 1_048_576

/**
 * What the program is told to lower; a limit of 0 is none. Memory is not among them: what the kernel can limit is address
 * space, of which programs reserve far more than they use (sanitizers terabytes). LimitWatch counts what is in use.
 */
function limitWords({ processes, openFiles, fileSizeMb }: CommandLimits, landlock: boolean): string {
  const wanted: readonly (readonly [number, number])[] = [
    // Before Linux 5.14, so where Landlock's second version is missing as well, it counts the user's processes everywhere.
    [resource.processes, landlock ? processes : 0],
    [resource.openFiles, openFiles],
    [resource.fileSize, fileSizeMb * megabyte],
  ]
  const set = wanted.filter(([, value]) => value > 0)
  return set.length === 0 ? '-' : set.map(([number, value]) => `${String(number)}=${String(value)}`).join(',')
}

/** The program of the stage; without Landlock in the kernel it holds less, and tracing must be refused altogether. */
export interface Confine {
  readonly path: string
  readonly landlock: boolean
}

/**
 * The stage in which a run gives up what mounts cannot take: to open for writing, make and remove what lies outside of the writable places (a pipe of
 * another program's, what is mounted there later), to trace a process that is not its own, to send datagrams, and more of the
 * machine than the limits say. It looks whether what is mounted is what was meant, too. It stands behind everything that the command must not trace, and in front of the helper.
 */
export function confineStage(
  { path, landlock }: Confine,
  { writable, files, meant = [] }: Pick<Layout, 'writable' | 'files' | 'meant'>,
  limits: CommandLimits,
): Stage {
  const places = [...always, ...writable, ...files]
  return {
    binds: [],
    wrap: (command) => [
      path,
      limitWords(limits, landlock),
      ...(landlock ? [String(places.length), ...places] : ['-']),
      String(meant.length),
      ...meant.flatMap(({ path, what }) => [what, path]),
      ...command,
    ],
  }
}
