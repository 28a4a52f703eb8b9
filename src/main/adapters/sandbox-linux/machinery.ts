import { closeSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
// oxlint-disable-next-line countersign/no-restricted-imports -- the engine's own file, /dev/null, and the kernel's own files
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { givesNoOthers, loadSpawner } from '../process-execa/spawn/native-spawner'
import type { PassedDescriptors } from '../process-execa/started-process'
import { confinePrograms } from './confine/confine-program'
import type { Confine } from './confine/confine-stage'
import { enterPrograms } from './enter/enter-program'
import { observePrograms } from './observe/observe-program'
import { openObserver, type Observer } from './run/observer'
import { openRuntimeFolder, type RuntimeFolder } from './runtime-folder'
import { seccompDescriptor } from './mounts/bwrap-args'
import { seccompFilter, type Modes } from './seccomp/seccomp-filter'
import type { FilterArch } from './seccomp/syscall-numbers'

/** What all runs of one engine share. */
export interface Machinery {
  readonly folder: RuntimeFolder
  /** The program that observes, with who takes its reports; undefined: commands run without it, under a filter that forbids more. */
  readonly helper:
    | { readonly path: string; readonly observer: Observer; readonly standsIn: boolean }
    | undefined
  /** The program of confineStage; undefined: commands run without it, and cannot trace even their own processes. */
  readonly confine: Confine | undefined
  /** The program that runs a command in namespaces that are held; undefined: each command has its own made. */
  readonly enter: string | undefined
  /** Descriptors for one start of a launcher, with the filter for these modes (default: plain), and more that it is given by their numbers; `close` those of them that are this one's own when it has started. */
  readonly descriptors: (more?: ReadonlyMap<number, number>, modes?: Modes) => PassedDescriptors
  /** The same for runs in which the helper cannot keep names missing. */
  withoutStandingIn(): Machinery
  /** The same for runs in which Landlock does not work, in which nothing of the stage does, and not even the helper. */
  withoutLandlock(): Machinery
  withoutConfine(): Machinery
  withoutHelper(): Machinery
}

/** The parts that not every machine has. Confining is for runs with the helper: it starts nothing but an absolute path. */
type Parts = Pick<Machinery, 'helper' | 'confine' | 'enter'>

/** Commands run under the launcher alone. */
const nothingBesides: Parts = { helper: undefined, confine: undefined, enter: undefined }

function assemble(folder: RuntimeFolder, parts: Parts, leaked: LeakedDescriptors): Machinery {
  const { helper, confine } = parts
  const arch = process.arch
  if (arch !== 'x64' && arch !== 'arm64')
    throw new Error(`there is no system call filter for ${arch} processors yet`)
  const variant = helper ? 'under-observer' : 'alone'
  const confined = confine ? (confine.landlock ? 'wholly' : 'partly') : 'not'
  const keptFor = (modes: Modes): string => folder.keep(seccompFilter(arch, variant, confined, modes))
  const filters = { plain: keptFor('plain'), any: keptFor('any') }
  return {
    folder,
    ...parts,
    descriptors(more = new Map(), modes = 'plain') {
      const filter = openSync(filters[modes], 'r')
      const map = new Map([[seccompDescriptor, filter], ...more])
      const numbers = givesNoOthers() ? [] : leaked.find().filter((fd) => !map.has(fd))
      const nothing = numbers.length > 0 ? openSync('/dev/null', 'r') : undefined
      if (nothing !== undefined) for (const fd of numbers) map.set(fd, nothing)
      return {
        map,
        close() {
          closeSync(filter)
          if (nothing !== undefined) closeSync(nothing)
        },
      }
    },
    withoutStandingIn: () =>
      assemble(folder, { ...parts, helper: helper && { ...helper, standsIn: false } }, leaked),
    withoutLandlock: () =>
      assemble(folder, { ...parts, confine: confine && { ...confine, landlock: false } }, leaked),
    withoutConfine: () => assemble(folder, { ...parts, confine: undefined }, leaked),
    withoutHelper: () => assemble(folder, nothingBesides, leaked),
  }
}

/** Puts a program of ours for this processor into the folder; undefined: there is none. */
function layProgram(
  folder: RuntimeFolder,
  name: string,
  programs: Readonly<Record<FilterArch, string>>,
): string | undefined {
  const { arch } = process
  if (arch !== 'x64' && arch !== 'arm64') return undefined
  const path = join(folder.path, name)
  writeFileSync(path, Buffer.from(programs[arch], 'base64'), { mode: 0o500, flag: 'wx' })
  return path
}

/**
 * Opens what runs need: the runtime folder, the filter and, where runs are to be observed, the observer's socket. Throws
 * where that is impossible or the processor is unknown: there is then no sandbox (fails closed).
 */
export async function openMachinery(
  { observed, standsIn }: { readonly observed: boolean; readonly standsIn: boolean },
  runtimeDir: string | undefined,
): Promise<Machinery> {
  const folder = openRuntimeFolder(runtimeDir)
  loadSpawner(folder.path)
  const helper = observed ? layProgram(folder, 'observe', observePrograms) : undefined
  const observer = helper === undefined ? undefined : await openObserver(join(folder.path, 'o'))
  const confine = helper === undefined ? undefined : layProgram(folder, 'confine', confinePrograms)
  const parts: Parts =
    helper !== undefined && observer
      ? {
          helper: { path: helper, observer, standsIn },
          confine: confine === undefined ? undefined : { path: confine, landlock: true },
          enter: layProgram(folder, 'enter', enterPrograms),
        }
      : nothingBesides
  return assemble(folder, parts, new LeakedDescriptors())
}

/** O_CLOEXEC in /proc's octal flags, on both supported processors. */
const closeOnExec = 0o2000000
/** How long what was read of a descriptor counts, in milliseconds. */
const trustedMs = 5_000

/** What tells a descriptor from a later one under the same number; undefined: it was closed since. */
function identity(fd: number): string | undefined {
  try {
    return `${String(fd)} ${readlinkSync(`/proc/self/fd/${String(fd)}`)}`
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

function isInherited(fd: number): boolean {
  try {
    const flags = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${String(fd)}`, 'latin1'))?.[1]
    return (parseInt(flags ?? '0', 8) & closeOnExec) === 0
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false // the one that read the folder, closed since
    throw error
  }
}

/**
 * Finds the descriptors above standard error that a child would inherit: those that this process was itself started with,
 * or that a native library opened without O_CLOEXEC. Node's own are never among them. bubblewrap passes on what it gets,
 * so they must be covered when it is started.
 */
class LeakedDescriptors {
  readonly #inherited = new Map<string, boolean>()
  #readAt = -Infinity

  /** The numbers of those that are open now. */
  find(): readonly number[] {
    const now = performance.now()
    if (now - this.#readAt > trustedMs) {
      this.#inherited.clear()
      this.#readAt = now
    }
    return readdirSync('/proc/self/fd')
      .map(Number)
      .filter((fd) => {
        if (fd <= 2) return false
        const name = identity(fd)
        if (name === undefined) return false
        const known = this.#inherited.get(name)
        if (known !== undefined) return known
        const inherited = isInherited(fd)
        this.#inherited.set(name, inherited)
        return inherited
      })
  }
}
