import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, resolve, sep } from 'node:path'

/** What the place of the command `countersign` depends on. `resources` is the packaged application's folder of that name. */
export interface LauncherWorld {
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly home: string
  readonly resources: string
  readonly version: string
}

/**
 * How the command stands.
 * - `none`: this copy has no engine to start (a checkout)
 * - `system`: the system's package brought it
 * - `absent`, `ours`: it could be put at `path`, or we did that; `onPath` says whether a terminal finds it
 * - `foreign`: something of somebody else's is at `path`, which is left alone
 */
export type LauncherState =
  | { readonly kind: 'none' }
  | { readonly kind: 'system'; readonly path: string }
  | { readonly kind: 'absent' | 'ours' | 'foreign'; readonly path: string; readonly onPath: boolean }

/** The command for terminals and other programs, as the application can put it there and take it away. */
export interface Launcher {
  state(): LauncherState
  /** Puts it there, or renews it after an update. Throws FaultError-free errors of the file system, and for `foreign`. */
  install(): void
  /** Takes it away with everything that came with it; what is not ours stays. */
  remove(): void
}

/** The file that Windows gets, which can be no link. A `%` in it would stand for a variable. */
const batch = (target: string): string =>
  `@echo off\r\nrem Put here by Countersign.\r\n"${target.replaceAll('%', '%%')}" %*\r\n`
const batchForm = /^@echo off\r\nrem Put here by Countersign\.\r\n"[^"\r\n]+" %\*\r\n$/

/** Decides where the command goes on this system, and does it. */
export function launcherOf({ platform, env, home, resources, version }: LauncherWorld): Launcher {
  const windows = platform === 'win32'
  const bundled = join(resources, 'engine')
  const file = windows ? 'countersign.cmd' : 'countersign'
  const folder = windows
    ? join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Microsoft', 'WindowsApps')
    : join(home, '.local', 'bin')
  const path = join(folder, file)
  // An AppImage is mounted anew at each start, at a place of its own: what it holds is there no longer than it runs.
  const moves = platform === 'linux' && (env['APPIMAGE'] ?? '') !== ''
  const shared = env['XDG_DATA_HOME']?.startsWith('/') ? env['XDG_DATA_HOME'] : join(home, '.local', 'share')
  const copies = join(shared, 'countersign', 'engine')
  const note = join(shared, 'countersign', 'command-links')
  const engine = moves ? join(copies, version) : bundled
  const target = join(engine, 'bin', file)

  /** What the link at `path` says, which may lead nowhere; undefined where there is none. */
  function link(): string | undefined {
    try {
      return readlinkSync(path)
    } catch {
      return undefined
    }
  }

  /** Whether we put it there: no name that it leads to says that, as a person's own link to another copy ends like ours. */
  function isOurs(): boolean {
    try {
      if (windows) return batchForm.test(readFileSync(path, 'utf8'))
      const leads = link()
      if (leads === undefined) return false
      if (leads === target || resolve(folder, leads).startsWith(copies + sep)) return true
      return readFileSync(note, 'utf8').split('\n').includes(leads)
    } catch {
      return false
    }
  }

  const isThere = (): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

  return {
    state() {
      if (!existsSync(join(bundled, 'bin', file))) return { kind: 'none' }
      if (platform === 'linux' && resources.startsWith('/opt/') && existsSync('/usr/bin/countersign'))
        return { kind: 'system', path: '/usr/bin/countersign' }
      const onPath = (env[windows ? 'Path' : 'PATH'] ?? env['PATH'] ?? '')
        .split(windows ? ';' : delimiter)
        .includes(folder)
      return { kind: isOurs() ? 'ours' : isThere() ? 'foreign' : 'absent', path, onPath }
    },
    install() {
      if (isThere() && !isOurs())
        throw new Error(`${path} is somebody else's; expected nothing there, or our own command.`)
      if (moves) copyEngine(bundled, engine, copies)
      mkdirSync(folder, { recursive: true })
      if (!windows) {
        // Before it is put there, and beside what is there until then: cut off at any point, the link is still known for ours.
        mkdirSync(dirname(note), { recursive: true })
        writeFileSync(note, `${target}\n${link() ?? target}\n`)
      }
      // Beside it and then over it: a terminal never finds half of it.
      const fresh = `${path}.${String(process.pid)}`
      rmSync(fresh, { force: true })
      if (windows) writeFileSync(fresh, batch(target))
      else symlinkSync(target, fresh)
      renameSync(fresh, path)
    },
    remove() {
      if (isOurs()) rmSync(path, { force: true })
      rmSync(copies, { recursive: true, force: true })
      rmSync(note, { force: true })
    },
  }
}

/** Copies the engine beside earlier ones, whole or not at all, and takes those away. One that is there already stays. */
function copyEngine(from: string, to: string, all: string): void {
  if (!isWhole(to)) {
    const half = `${to}.half-${String(process.pid)}`
    rmSync(half, { recursive: true, force: true })
    mkdirSync(dirname(half), { recursive: true })
    cpSync(from, half, { recursive: true, verbatimSymlinks: true })
    rmSync(to, { recursive: true, force: true })
    renameSync(half, to)
  }
  for (const name of readdirSync(all))
    if (join(all, name) !== to) rmSync(join(all, name), { recursive: true, force: true })
}

function isWhole(engine: string): boolean {
  try {
    accessSync(join(engine, 'bin', 'countersign'), constants.X_OK)
    accessSync(join(engine, 'node_modules', 'node', 'bin', 'node'), constants.X_OK)
    return true
  } catch {
    return false
  }
}
