import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
// oxlint-disable-next-line countersign/no-restricted-imports -- the kernel's own file
import { readFileSync } from 'node:fs'
import type { RehearsalLimit } from '@shared/domain/rehearsal'
import type { FoundRehearsal, RehearsalSpec } from '../../../core/rehearsal/rehearser'
import type { RunResult } from '../../../core/ports/sandbox'
import { findMoved } from '../../../core/rehearsal/find-moved'
import { runProcess } from '../../process-execa/run-process'
import type { ConfinedRunner } from '../run/confined-runner'
import { Looks } from '../looks'
import { cachesFolder } from '../protection/own-caches'
import { realPath } from '../protection/protected-entry'
import type { FilterArch } from '../seccomp/syscall-numbers'
import { namedPlaces } from '../run/run-evidence'
import { unixSocketGuess } from '../run/run-result'
import { judgeRoot, isUnder, kernelPlaces } from '../writable-roots'
import { viewPrograms } from '../view/view-program'
import { KeptCopies } from './kept-copies'
import { readContents } from './read-contents'
import { readChanges, type ReadChanges, type ViewedPlace } from './read-changes'
import { freeBytes, openStaging, type Staging } from './staging'
import { watchRoom, type RoomLimit } from './watch-room'
import type { Made } from '../mounts/journal'
import type { Layout } from '../mounts/bwrap-args'
import { maskedPlaces } from '../mounts/mask'

/** What rehearsing takes. */
export interface RehearsalParts {
  readonly launcher: string
  readonly runner: ConfinedRunner
  /** The folder of all engines of this user, which holds sockets that a run needs. */
  readonly shared: string
  /** This engine's own folder, for the program that makes the view. */
  readonly own: string
  /** Where copies may lie, the preferred first. */
  readonly folders: readonly string[]
  /** The engine's home, which has the journals of what is put in place; undefined: nothing is. */
  readonly engineHome: string | undefined
}

/** The folder that works, and the program; or why there is none. */
type Ready = { readonly folder: string; readonly view: string } | { readonly problem: string }

const nothing = (): void => undefined
const viewSaid = /^view: (.*)\n/
/** A place that is laid over cannot be removed or renamed itself. */
const isBusy = /resource busy|EBUSY/i
const noDeviceRename = /cross-device link|EXDEV/i

const noAnswer =
  /ECONNREFUSED|connection refused|ENETUNREACH|network is unreachable|EAI_AGAIN|failure in name resolution/i

/** It failed and says that nobody answered; what went through the proxy is told as what was tried. A guess, which decides nothing. */
const nobodyAnswered = ({ output, evidence, ...result }: Exclude<RunResult, { kind: 'failed' }>): boolean =>
  !(result.kind === 'exited' && result.exitCode === 0) &&
  !evidence.some(({ kind }) => kind === 'network') &&
  noAnswer.test(output.aggregated)

/** Runs commands on a copy-on-write view of what they may write to, and reads what they did there (decision 100). */
export class Rehearsals {
  readonly #parts: RehearsalParts
  #ready: Promise<Ready> | undefined
  readonly #kept: KeptCopies

  constructor(parts: RehearsalParts) {
    this.#parts = parts
    this.#kept = new KeptCopies(parts)
  }

  /** Why nothing can be rehearsed here, as a clause; undefined: it can. Tried out once. */
  async whyNot(): Promise<string | undefined> {
    const ready = await (this.#ready ??= this.#tryOut())
    return 'problem' in ready ? ready.problem : undefined
  }

  /** Frees what is kept of all rehearsals. */
  close(): Promise<void> {
    return this.#kept.close()
  }

  async rehearse(spec: RehearsalSpec, signal: AbortSignal): Promise<FoundRehearsal> {
    // Whoever asks has just been told of a request: that goes out before the first process of a rehearsal is started.
    await setImmediate()
    const ready = await (this.#ready ??= this.#tryOut())
    if ('problem' in ready) return { kind: 'unavailable', reason: ready.problem }
    let staging: Staging | undefined
    let found: FoundRehearsal | undefined
    try {
      const free = freeBytes(ready.folder)
      if (free < spec.bounds.maxBytes)
        return {
          kind: 'unavailable',
          reason: `${ready.folder} has ${inMb(free)} free, and a rehearsal may take ${inMb(spec.bounds.maxBytes)}`,
        }
      staging = openStaging(ready.folder)
      found = await this.#on(staging, ready.view, spec, signal)
      return found
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return { kind: 'unavailable', reason: error.message }
    } finally {
      if (found?.kind !== 'ran' || found.kept?.kind !== 'kept') await staging?.close()
    }
  }

  async #on(
    staging: Staging,
    view: string,
    spec: RehearsalSpec,
    signal: AbortSignal,
  ): Promise<FoundRehearsal> {
    const { bounds, beyond, shows } = spec
    const found = beyond.map((path) => ({ path, folder: nearestFolder(path) }))
    // Each of them is a mount of its own, which could not be removed in one that holds it.
    const open = outermost(found.flatMap(({ folder }) => folder ?? []))
    const limits: RehearsalLimit[] = found
      .filter(({ folder }) => folder === undefined)
      .map(({ path }) => ({ kind: 'not-opened', path }))
    const viewed: ViewedPlace[] = []
    let made: readonly Made[] = []
    let fixed: readonly string[] = []
    let closed: readonly { readonly path: string }[] = []
    const stop = new AbortController()
    let reached: RoomLimit | undefined
    let unwatch = nothing
    const began = Date.now()
    const ran = await this.#parts.runner.rehearse(
      { ...spec, timeoutMs: bounds.timeoutMs, env: { ...spec.env, GIT_OPTIONAL_LOCKS: '0' } },
      {
        beyond: open,
        left: () => limits.push({ kind: 'left-running' }),
        words: (layout, missing, links) => {
          made = missing
          const masks = layout.masks.filter(({ kind }) => kind !== 'pinned')
          closed = masks.filter(({ kind }) => kind === 'closed' || kind === 'emptied')
          fixed = [...links, ...masks.flatMap(maskedPlaces)]
          const over = viewedPlaces(layout).map((place) => ({ place, number: staging.add(place) }))
          for (const { place, number } of over)
            if (!this.#isCache(place)) viewed.push({ place, upper: staging.upper(number) })
          const uppers = viewed.map(({ upper }) => upper)
          if (uppers.length > 0)
            unwatch = watchRoom({ ...bounds, uppers }, (what) => {
              reached = what
              stop.abort()
            })
          return [
            view,
            ...viewArguments({
              staging: staging.path,
              keep: [realPath(this.#parts.shared) ?? this.#parts.shared],
              over,
              missing,
            }),
          ]
        },
      },
      AbortSignal.any([signal, stop.signal]),
      spec.onOutput ?? nothing,
    )
    unwatch()
    const result = await withoutIncidental(ran, spec)
    if (result.kind === 'failed') return { kind: 'refused', reason: result.reason }
    const said = viewSaid.exec(result.output.stderr)?.[1]
    if (said !== undefined && result.kind === 'exited' && result.exitCode === 125)
      return { kind: 'unavailable', reason: said }
    limits.push(
      ...mountsBelow(viewed.map(({ place }) => place))
        .filter((path) => path !== this.#parts.shared)
        .map((path) => ({ kind: 'mount', path }) as const),
    )
    if (noDeviceRename.test(result.output.aggregated)) limits.push({ kind: 'folder-rename' })
    if (isBusy.test(result.output.aggregated))
      for (const path of open)
        if (result.output.aggregated.includes(path)) limits.push({ kind: 'refused', path })
    if (unixSocketGuess(result).length > 0) limits.push({ kind: 'socket' })
    if (nobodyAnswered(result)) limits.push({ kind: 'no-server' })
    const texts = [...spec.command, result.output.aggregated]
    for (const { path } of namedPlaces(closed, texts, spec.env.HOME)) limits.push({ kind: 'closed', path })
    const read: ReadChanges = signal.aborted
      ? { found: [], read: [], modes: new Map(), limits: [], over: false }
      : await readChanges({
          viewed,
          missing: made,
          maxEntries: bounds.maxEntries,
          view,
          staging: staging.path,
        })
    const over = reached ?? (read.over ? 'entries' : undefined)
    const changes = findMoved(read.found)
    const all = [...limits, ...read.limits]
    const kept = await this.#kept.keep(
      { read: read.read, changes, result, limits: all, ended: over !== undefined || signal.aborted },
      { spec, staging, fixed, began },
    )
    const contents = shows && (await readContents(changes, { viewed, modes: read.modes, shows }, signal))
    return {
      kind: 'ran',
      result,
      changes,
      ...(contents && { contents }),
      limits: all,
      ...(kept && { kept }),
      ...(over === undefined ? {} : { over }),
    }
  }

  /** What package managers keep is written to as in a run, and thrown away: it is no change of anything that is the person's. */
  #isCache(place: string): boolean {
    const { engineHome } = this.#parts
    return engineHome !== undefined && isUnder(place, cachesFolder(engineHome, new Looks()))
  }

  /** Lays the program, and tries it with an overlay in each folder until one works. */
  async #tryOut(): Promise<Ready> {
    const { own, folders, launcher } = this.#parts
    const program = viewPrograms[process.arch as FilterArch] as string | undefined
    if (program === undefined) return { problem: `there is no view for ${process.arch} processors yet` }
    const problems: string[] = []
    try {
      const view = join(own, 'view')
      writeFileSync(view, Buffer.from(program, 'base64'), { mode: 0o500 })
      for (const folder of folders) {
        const problem = await tryFolder(folder, view, launcher)
        if (problem === undefined) return { folder, view }
        problems.push(`${folder}: ${problem}`)
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      problems.push(error.message)
    }
    return { problem: `no copy-on-write view can be made (${problems.join('; ')})` }
  }
}

async function withoutIncidental(result: RunResult, { incidental }: RehearsalSpec): Promise<RunResult> {
  if (result.kind !== 'exited' || result.evidence.length === 0 || !incidental) return result
  const isIncidental = await incidental(result.evidence, result.exitCode === 0)
  return { ...result, evidence: result.evidence.filter((each) => !isIncidental(each)) }
}

/** The real path of the nearest folder at or above a path that is there; undefined: none that an overlay can lie over. */
function nearestFolder(path: string): string | undefined {
  for (let at = path; at !== '/'; at = dirname(at)) {
    const verdict = judgeRoot(at)
    if (verdict.kind === 'root') return canBeViewed(verdict.path) ? verdict.path : undefined
  }
  return undefined
}

const inMb = (bytes: number): string => `${String(Math.round(bytes / 1_000_000))} MB`

async function tryFolder(folder: string, view: string, launcher: string): Promise<string | undefined> {
  let staging: Staging | undefined
  try {
    staging = openStaging(folder)
    // Any folder of ours will do to look through.
    const number = staging.add(staging.path)
    const over = [{ place: join(staging.path, `u${String(staging.add(staging.path))}`), number }]
    const trial = await runProcess(
      {
        file: view,
        args: [
          ...viewArguments({ staging: staging.path, keep: [], over, missing: [] }),
          launcher,
          '--version',
        ],
        cwd: '/',
        env: {},
        timeoutMs: 10_000,
      },
      new AbortController().signal,
      nothing,
    )
    if (trial.kind === 'exited' && trial.exitCode === 0) return undefined
    if (trial.kind === 'failed') return trial.reason
    return viewSaid.exec(trial.output.stderr)?.[1] ?? 'the program that makes it did not end well'
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return error.message
  } finally {
    await staging?.close()
  }
}

/** The outermost of these folders: an overlay holds what lies below it. */
function outermost(paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths)]
  return all.filter((path) => !all.some((other) => other !== path && isUnder(path, other))).sort()
}

/** Whether an overlay can lie over it. */
const canBeViewed = (path: string): boolean =>
  path !== '/' && !kernelPlaces.some((place) => isUnder(path, place))

/** What a layout needs copies of: all that it opens, and of files the folders around them. */
function viewedPlaces({ writable, files }: Pick<Layout, 'writable' | 'files'>): readonly string[] {
  return outermost([...writable, ...files.map((file) => dirname(file))])
}

/** The mount points below these places, which look empty through an overlay; none where they cannot be read. */
function mountsBelow(places: readonly string[]): readonly string[] {
  const text = readFileSync('/proc/self/mountinfo', 'utf8')
  const points = text.split('\n').flatMap((line) => {
    const point = line.split(' ')[4]
    return point === undefined
      ? []
      : [point.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8)))]
  })
  return [...new Set(points)].filter((point) =>
    places.some((place) => point !== place && isUnder(point, place)),
  )
}

/** The words of the program `view` before its `--`, after its own name (view.c). */
function viewArguments(view: {
  readonly staging: string
  readonly keep: readonly string[]
  readonly over: readonly { readonly place: string; readonly number: number }[]
  readonly missing: readonly Made[]
}): readonly string[] {
  const kept = view.keep.filter((path) => view.over.some(({ place }) => isUnder(path, place)))
  return [
    String(process.pid),
    view.staging,
    ...kept.flatMap((path) => ['keep', path]),
    ...view.over.flatMap(({ place, number }) => ['over', place, String(number)]),
    ...view.missing.flatMap(({ path, kind, content }) =>
      kind === 'folder' ? ['folder', path] : ['file', path, content],
    ),
    '--',
  ]
}
