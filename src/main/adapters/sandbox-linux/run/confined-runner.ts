import type { CommandRunner, OutputListener, RunResult, RunSpec } from '../../../core/ports/sandbox'
import { runProcess } from '../../process-execa/run-process'
import type { RunNetwork } from '../../../core/network/run-network'
import { ownSession } from '../../process-execa/own-session'
import { bwrapArgs, staged, type Stage } from '../mounts/bwrap-args'
import { controlGroups } from '../mounts/control-groups'
import { ConfiguredPlaces } from '../protection/configured-places'
import { watchDevices } from '../mounts/devices'
import { enginePlaces } from '../protection/engine-places'
import { openFiltered, wantsNetwork, type FilteringParts } from '../network/filtered-network'
import { attemptOf, predictedStops, stoppedBefore } from './predicted-stop'
import { prewarmSandbox, type Launch } from '../prewarmed/prewarmed-sandbox'
import { KnownListings } from '../protection/known-listings'
import {
  launchOf,
  layoutOf,
  observerEnv,
  planWithGrants,
  prepareOnView,
  prepareOwn,
} from '../mounts/mount-plan'
import type { MountPlan, MountPlanParts, RehearsalView } from '../mounts/mount-plan'
import { MadeRepositories } from '../repositories/made-repositories'
import { NestedRepositories } from '../repositories/nested-repositories'
import { ownCaches } from '../protection/own-caches'
import { Pins } from '../mounts/pins'
import type { CommandLimits } from '../limits/command-limits'
import { LimitWatch, limitsReached, type WatchedCommand, type ListenForEnd } from '../limits/limit-watch'
import { Placeholders } from '../mounts/placeholders'
import { realPath } from '../protection/protected-entry'
import { PortWatch } from '../network/port-watch'
import { runEvidence, runningStops } from './run-evidence'
import { whyNoSharedNetwork, type SessionNetworks } from '../network/session-networks'
import {
  foldedNotes,
  refusalGuesses,
  startResult,
  withNotes,
  type StartResult,
  unixSocketGuess,
} from './run-result'
import { setUpAgain } from './set-up-again'
import { RunNotes, runNotesFolder } from './run-notes'
import { watchRun } from './settle-run'
import { WaitingTime } from './waiting-time'
import { PrewarmedSandboxes, type Taken } from '../prewarmed/prewarmed-sandboxes'
import type { SearchRepositories } from '../repositories/search-repositories'
import type { UnreadableSettings } from '../protection/unreadable-places'
import { isUnder, writablePlaces } from '../writable-roots'
import { whyNonePrepared } from '../prewarmed/why-none-prepared'
import { confineStage } from '../confine/confine-stage'
import type { Machinery } from '../machinery'
import type { Observation } from './observer'

/** What a runner is made of. */
export interface ConfinedRunnerParts extends FilteringParts {
  readonly launcher: string
  readonly unreadable: UnreadableSettings
  readonly search: SearchRepositories
  readonly limits: CommandLimits
  /** The program that carries forwarded connections, looked up anew for each; undefined: it is missing. */
  readonly socat: () => string | undefined
  /** Undefined: runs of one session meet nowhere. */
  readonly networks: SessionNetworks | undefined
}

/** How a run went, and which limits it met, in words. */
interface Started {
  readonly result: StartResult
  readonly limited: readonly string[]
}

/** How one run is under way; `start` is called once. */
interface Underway {
  readonly mountPlan: MountPlan
  readonly observation: Observation | undefined
  readonly start: (network: RunNetwork | undefined, listen: ListenForEnd) => Promise<Started>
}

/** What one is started with. */
interface StartParts extends Omit<Underway, 'start'> {
  readonly network: RunNetwork | undefined
  readonly listen: ListenForEnd
  /** How it gets into the sandbox that is held for it. Absent: its own is made. */
  readonly held?: Launch
}

/** Runs commands under one launcher. Every run has a sandbox of its own; what they share is listed in Machinery. */
export class ConfinedRunner implements CommandRunner {
  readonly #parts: ConfinedRunnerParts
  readonly #mountParts: MountPlanParts
  readonly #prewarmed: PrewarmedSandboxes | undefined
  readonly #watch: LimitWatch
  readonly #ports: PortWatch
  readonly #notes: RunNotes
  readonly #ownCaches: (spec: RunSpec) => RunSpec

  constructor(parts: ConfinedRunnerParts) {
    this.#parts = parts
    this.#watch = new LimitWatch(parts.limits)
    this.#ports = new PortWatch(parts.socat)
    const { machinery, unreadable } = parts
    this.#ownCaches = ownCaches(unreadable.home, unreadable.engineHome)
    const { folder, helper } = machinery
    this.#notes = new RunNotes(runNotesFolder(unreadable.engineHome ?? folder.path))
    const placeholders = new Placeholders(folder.journal)
    const mountParts = {
      nested: new NestedRepositories(parts.search),
      made: new MadeRepositories((path) => placeholders.isStanding(path)),
      configured: new ConfiguredPlaces(unreadable.home, process.env),
      unreadable,
      listings: new KnownListings(),
      runtime: realPath(folder.shared) ?? folder.shared,
      engine: [folder.shared, ...enginePlaces(import.meta.dirname)],
      placeholders,
      pins: new Pins(),
      standsIn: helper?.standsIn === true,
      // Without the helper commands could meet on abstract Unix sockets as well.
      networks: helper && parts.networks,
    }
    this.#mountParts = mountParts
    if (machinery.enter !== undefined)
      this.#prewarmed = new PrewarmedSandboxes({
        make: (spec) => prewarmSandbox(spec, { ...parts, mountParts }),
        plan: (spec) => planWithGrants(spec, mountParts),
      })
  }

  /** Whether no run is offered this: what the engine is made of, its own home, and what holds that. */
  readonly keepsShut = (path: string): boolean => {
    const { engine, unreadable } = this.#mountParts
    const home =
      unreadable.engineHome === undefined ? [] : [realPath(unreadable.engineHome) ?? unreadable.engineHome]
    return [...engine, ...home].some((own) => isUnder(path, own)) || home.some((own) => isUnder(own, path))
  }

  /** Begins the search of folders that commands will run in. */
  prefetch(roots: readonly string[]): void {
    for (const root of roots) this.#mountParts.nested.prefetch(root)
  }

  /** As `Sandbox` has both; `settled` as Standby has it. */
  readonly whyNonePrepared = (spec: RunSpec) =>
    whyNonePrepared(spec, { ...this.#parts, mountParts: this.#mountParts })
  readonly whyNoSharedNetwork = () => whyNoSharedNetwork(this.#parts)
  readonly settled = async () => (await this.#prewarmed?.settled())?.at(-1)

  /** As `Sandbox` has it. Bounded; never rejects. */
  async rest(): Promise<void> {
    await this.#prewarmed?.rest()
  }

  /** Lets go of what is held for commands. */
  close(): void {
    this.#prewarmed?.close()
  }

  /** As `Sandbox` has it. What is held for commands holds a network too. */
  async leave(session: string): Promise<void> {
    await this.#prewarmed?.leave(session)
    await this.#mountParts.networks?.leave(session)
  }

  /** As `Sandbox` has it. */
  readonly settingsBelow = (folder: string) => this.#mountParts.nested.settingsNow(folder)

  async run(spec: RunSpec, signal: AbortSignal, onOutput: OutputListener): Promise<RunResult> {
    const given = withWaiting(this.#ownCaches(spec))
    const run = (heard: OutputListener, input: RunSpec['input']): Promise<StartResult> =>
      this.#run({ ...given, ...(input && { input }) }, signal, heard)
    return (await this.#stopped(given, signal, onOutput)) ?? setUpAgain(run, given, onOutput)
  }

  /** Runs it on a view, which whoever made it reads afterwards. It belongs to no session, and nothing of it is kept in mind. */
  async rehearse(
    spec: RunSpec,
    view: RehearsalView,
    signal: AbortSignal,
    onOutput: OutputListener,
  ): Promise<RunResult> {
    const mountPlan = await prepareOnView(this.#ownCaches(spec), this.#mountParts, view)
    if ('problem' in mountPlan) return { kind: 'failed', reason: mountPlan.problem }
    const observation = this.#parts.machinery.helper?.observer.observe(
      observerEnv(mountPlan, this.#mountParts),
    )
    const start: Underway['start'] = (network, listen) =>
      this.#start({ mountPlan, observation, network, listen }, signal, onOutput)
    try {
      return await this.#observed({ mountPlan, observation, start })
    } finally {
      if (observation?.soFar().left === true) view.left()
      mountPlan.clear()
    }
  }

  /** What a command comes to that would only be stopped half-way; undefined: none is known to. */
  async #stopped(
    spec: RunSpec,
    signal: AbortSignal,
    onOutput: OutputListener,
  ): Promise<RunResult | undefined> {
    if (!spec.predicted || spec.input || !this.#parts.machinery.helper) return undefined
    const planned = await planWithGrants(spec, this.#mountParts)
    if ('problem' in planned) return undefined
    const stops = await predictedStops(spec.predicted, layoutOf(planned, planned.plan.protection.masks))
    if (stops.length === 0) return undefined
    return stoppedBefore(await this.#run(attemptOf(spec, stops), signal, () => undefined), stops, onOutput)
  }

  async #run(spec: RunSpec, signal: AbortSignal, onOutput: OutputListener): Promise<StartResult> {
    const taken = wantsNetwork(spec, this.#parts) ? undefined : await this.#prewarmed?.take(spec)
    const underway = taken
      ? this.#inHeld(spec, taken, { signal, onOutput })
      : await this.#inOwn(spec, signal, onOutput)
    if ('problem' in underway) return { kind: 'failed', reason: underway.problem }
    const over = this.#prewarmed?.begin(underway.mountPlan)
    try {
      const result = await this.#observed(underway)
      if (taken) this.#prewarmed?.entered(taken, result.kind !== 'failed')
      return result
    } finally {
      over?.()
      underway.mountPlan.clear()
    }
  }

  /** The run in a copy of the sandbox that is held. */
  #inHeld(
    spec: RunSpec,
    { sandbox, planned }: Taken,
    { signal, onOutput }: { readonly signal: AbortSignal; readonly onOutput: OutputListener },
  ): Underway {
    const { launch, release } = sandbox.enter(spec.cwd)
    const { layout, joined } = sandbox.mountPlan
    const mountPlan: MountPlan = { ...planned, spec, layout, joined, clear: release }
    const observation = this.#parts.machinery.helper?.observer.observe(
      observerEnv(mountPlan, this.#mountParts),
    )
    return {
      mountPlan,
      observation,
      start: (network, listen) =>
        this.#start({ mountPlan, observation, network, listen, held: launch }, signal, onOutput),
    }
  }

  /** The run in a sandbox of its own, or why there is none. */
  async #inOwn(
    spec: RunSpec,
    signal: AbortSignal,
    onOutput: OutputListener,
  ): Promise<Underway | { readonly problem: string }> {
    await this.#prewarmed?.dismiss(writablePlaces(spec.policy, spec.workspace, undefined).roots)
    const mountPlan = await prepareOwn(spec, this.#mountParts)
    if ('problem' in mountPlan) return mountPlan
    const observation = this.#parts.machinery.helper?.observer.observe(
      observerEnv(mountPlan, this.#mountParts),
    )
    return {
      mountPlan,
      observation,
      start: (network, listen) => this.#start({ mountPlan, observation, network, listen }, signal, onOutput),
    }
  }

  /** The run between its setting up and its clearing away: what it did is watched, reported and, where it must be, undone. */
  async #observed({ mountPlan, observation, start }: Underway): Promise<StartResult> {
    const parts = { ...this.#mountParts, search: this.#parts.search, notes: this.#notes }
    const watched = watchRun(mountPlan, observation?.soFar(), parts)
    if ('problem' in watched) return { kind: 'failed', reason: watched.problem }
    const devices = watchDevices(process.getuid?.())
    const { network, problem } = await openFiltered(mountPlan.spec, this.#parts)
    try {
      const running = start(network, watched.listen)
      mountPlan.spec.onStops?.(runningStops(mountPlan, observation))
      const { result, limited } = await running
      watched.stop()
      const attempts = await observation?.finish()
      if (result.kind === 'failed') {
        watched.forget()
        return result
      }
      const seen = { attempts, proxy: network?.evidence() ?? [] }
      const evidence = await runEvidence(mountPlan, seen, result, this.#parts.unreadable)
      const undone = [...devices.restore(), ...(await watched.settle(attempts))]
      const socket = attempts?.unixSocket === true ? unixSocketGuess(result) : []
      const folded = foldedNotes(mountPlan.plan.folded ?? [], evidence)
      const unreached = network?.unreached() ?? []
      const problems = [
        ...(problem === undefined ? [] : [problem]),
        ...limited,
        ...socket,
        ...refusalGuesses(result),
        ...folded,
        ...unreached,
      ]
      const failedPart = result.kind === 'exited' ? attempts?.failedPart : undefined
      return {
        ...withNotes(result, undone, problems),
        evidence,
        ...(failedPart === undefined ? {} : { failedPart }),
      }
    } finally {
      devices.restore()
      watched.stop()
      await network?.close()
    }
  }

  async #start(run: StartParts, signal: AbortSignal, onOutput: OutputListener): Promise<Started> {
    const { mountPlan, observation, network, listen, held } = run
    const { spec } = mountPlan
    const { machinery, limits } = this.#parts
    const stages = runStages(mountPlan, network, this.#parts)
    if ('problem' in stages) return { result: { kind: 'failed', reason: stages.problem }, limited: [] }
    const { file, args } = held
      ? { file: held.file, args: [...held.before, ...staged(stages, spec.command)] }
      : this.#launched(mountPlan, stages)
    const env = { ...spec.env, ...network?.bridge.env, PWD: spec.cwd }
    let watched: WatchedCommand | undefined
    let unwatch: (() => void) | undefined
    const result = await runProcess(
      {
        file,
        args,
        cwd: '/',
        env: commandEnvironment(env, observation?.env ?? {}, process.getuid?.()),
        timeoutMs: spec.timeoutMs,
        waiting: spec.waiting,
        descriptors: () => machinery.descriptors(held?.descriptors, spec.putsBack === true ? 'any' : 'plain'),
        input: spec.input,
        holds: 'launcher',
        onStart: ({ child }) => {
          watched = this.#watch.watch(child.pid, spec.workspace, listen)
          unwatch = this.#ports.watch(mountPlan.joined, spec, child.pid, network)
        },
      },
      signal,
      onOutput,
    )
    unwatch?.()
    return {
      result: await startResult(result, { spec, observation }, onOutput),
      limited: limitsReached(result, limits, watched),
    }
  }

  /** How the launcher is started for a run whose sandbox it makes. */
  #launched(
    mountPlan: MountPlan,
    stages: readonly Stage[],
  ): ReturnType<ReturnType<typeof launchOf>['words']> {
    const { launcher, machinery } = this.#parts
    const { network, words } = launchOf(mountPlan, launcher)
    const { staging, cwd, command } = mountPlan.spec
    const around = { standIns: machinery.folder, staging, network, groups: controlGroups() }
    return words(bwrapArgs({ ...mountPlan.layout, ...around, cwd, stages, command }))
  }
}

/** While a connection of its own is asked about the time of a run stands still: a person needs longer than most commands may take. */
function withWaiting(spec: RunSpec): RunSpec {
  const { askHost } = spec
  if (!askHost) return spec
  const waiting = new WaitingTime()
  return { ...spec, waiting, askHost: (question, over) => waiting.during(() => askHost(question, over)) }
}

/** What stands in front of a run's command, the outermost first; or why it cannot. */
function runStages(
  { spec, layout }: MountPlan,
  network: RunNetwork | undefined,
  { machinery, limits }: { readonly machinery: Machinery; readonly limits: CommandLimits },
): readonly Stage[] | { readonly problem: string } {
  const { helper, confine } = machinery
  const stages: Stage[] = network ? [network.bridge] : []
  // The relay stands outside: whoever could trace it would have its Unix socket.
  if (confine !== undefined) stages.push(confineStage(confine, layout, limits))
  if (helper) stages.push({ binds: [], wrap: (command) => [helper.path, ...command] })
  const terminal = spec.input?.terminal !== undefined
  const lead = spec.input && (terminal || !spec.input.poured) ? ownSession(terminal) : []
  if (lead === undefined && terminal)
    return { problem: 'a terminal needs setsid, which this system does not have' }
  if (lead) stages.push({ binds: [], wrap: (command) => [...lead, ...command] })
  return stages
}

/** The observer's own variables: only the engine may set them. */
const machinery = /^(?:SRT_|COUNTERSIGN_OBSERVER_)/

/**
 * The environment bubblewrap is started with, which the command gets less the observer's part. As root tar would give
 * extracted files their recorded owners, whom a sandbox of one user does not know, and fail; so it is told not to.
 */
export function commandEnvironment(
  env: Readonly<Record<string, string>>,
  observer: Readonly<Record<string, string>>,
  uid: number | undefined,
): Readonly<Record<string, string>> {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !machinery.test(name)))
  return { ...(uid === 0 ? { TAR_OPTIONS: '--no-same-owner' } : {}), ...own, ...observer }
}
