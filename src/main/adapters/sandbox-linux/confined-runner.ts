import type { CommandRunner, OutputListener, RunResult, RunSpec } from '../../core/ports'
import { runProcess } from '../process-execa/run-process'
import { bwrapArgs, staged, type Stage } from './bwrap-args'
import { commandEnvironment } from './command-environment'
import { ConfiguredPlaces } from './configured-places'
import { watchDevices } from './devices'
import { enginePlaces } from './engine-places'
import { openFiltered, wantsNetwork, type FilteringParts } from './filtered-network'
import { attemptOf, foreseenStops, stoppedBefore } from './foreseen-stop'
import { holdSandbox } from './held-sandbox'
import { KnownListings } from './known-listings'
import { launchOf, layOnView, layoutOf, layOwn, planWithGrants, toldOf } from './laid-run'
import type { LaidRun, LayingParts, RehearsalView } from './laid-run'
import { MadeRepositories } from './made-repositories'
import { NestedRepositories } from './nested-repositories'
import { ownCaches } from './own-caches'
import { Pins } from './pins'
import type { CommandLimits } from './limits/command-limits'
import { LimitWatch, limitsMet, type WatchedCommand } from './limits/limit-watch'
import { Placeholders } from './placeholders'
import { realPath } from './protected-entry'
import { PortWatch } from './ports/port-watch'
import { runEvidence, runningStops } from './run-evidence'
import { whyNoSharedNetwork, type SessionNetworks } from './session-networks'
import { runStages } from './run-stages'
import { startResult, withNotes, type StartResult } from './run-result'
import { setUpAgain } from './set-up-again'
import { RunNotes, runNotesFolder } from './run-notes'
import { watchRun } from './settle-run'
import { Standby, type Taken } from './standby'
import type { SearchRepositories } from './search-repositories'
import { unixSocketGuess } from './unix-socket-guess'
import type { Started, StartParts, Underway } from './underway'
import type { UnreadableSettings } from './unreadable-places'
import { isUnder, writablePlaces } from './writable-roots'
import { whyNonePrepared } from './why-none-prepared'

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

/** Runs commands under one launcher. Every run has a sandbox of its own; what they share is listed in Machinery. */
export class ConfinedRunner implements CommandRunner {
  readonly #parts: ConfinedRunnerParts
  readonly #laying: LayingParts
  readonly #standby: Standby | undefined
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
    const laying = {
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
    this.#laying = laying
    if (machinery.enter !== undefined)
      this.#standby = new Standby({
        make: (spec) => holdSandbox(spec, { ...parts, laying }),
        plan: (spec) => planWithGrants(spec, laying),
      })
  }

  /** Whether a run gets nothing of this, whatever was granted: what the engine is made of. */
  readonly keepsShut = (path: string): boolean => this.#laying.engine.some((own) => isUnder(path, own))

  /** Begins the search of folders that commands will run in. */
  foresee(roots: readonly string[]): void {
    for (const root of roots) this.#laying.nested.foresee(root)
  }

  /** As `Sandbox` has both; `settled` as Standby has it. */
  readonly whyNonePrepared = (spec: RunSpec) =>
    whyNonePrepared(spec, { ...this.#parts, laying: this.#laying })
  readonly whyNoSharedNetwork = () => whyNoSharedNetwork(this.#parts)
  readonly settled = async () => (await this.#standby?.settled())?.at(-1)

  /** As `Sandbox` has it. Bounded; never rejects. */
  async rest(): Promise<void> {
    await this.#standby?.rest()
  }

  /** Lets go of what is held for commands. */
  close(): void {
    this.#standby?.close()
  }

  /** As `Sandbox` has it. What is held for commands holds a network too. */
  async leave(session: string): Promise<void> {
    await this.#standby?.leave(session)
    await this.#laying.networks?.leave(session)
  }

  /** As `Sandbox` has it. */
  readonly settingsBelow = (folder: string) => this.#laying.nested.settingsNow(folder)

  async run(spec: RunSpec, signal: AbortSignal, onOutput: OutputListener): Promise<RunResult> {
    const given = this.#ownCaches(spec)
    const run = (heard: OutputListener): Promise<StartResult> => this.#run(given, signal, heard)
    return (await this.#stopped(given, signal, onOutput)) ?? setUpAgain(run, given, onOutput)
  }

  /** Runs it on a view, which whoever made it reads afterwards. It belongs to no session, and nothing of it is kept in mind. */
  async rehearse(spec: RunSpec, view: RehearsalView, signal: AbortSignal): Promise<RunResult> {
    const laid = await layOnView(spec, this.#laying, view)
    if ('problem' in laid) return { kind: 'failed', reason: laid.problem }
    const observation = this.#parts.machinery.helper?.observer.observe(toldOf(laid, this.#laying))
    const start: Underway['start'] = (network, listen) =>
      this.#start({ laid, observation, network, listen }, signal, () => undefined)
    try {
      return await this.#observed({ laid, observation, start })
    } finally {
      if (observation?.soFar().left === true) view.left()
      laid.clear()
    }
  }

  /** What a command comes to that would only be stopped half-way; undefined: none is known to. */
  async #stopped(
    spec: RunSpec,
    signal: AbortSignal,
    onOutput: OutputListener,
  ): Promise<RunResult | undefined> {
    if (!spec.foreseen || spec.input || !this.#parts.machinery.helper) return undefined
    const planned = await planWithGrants(spec, this.#laying)
    if ('problem' in planned) return undefined
    const stops = await foreseenStops(spec.foreseen, layoutOf(planned, planned.plan.protection.masks))
    if (stops.length === 0) return undefined
    return stoppedBefore(await this.#run(attemptOf(spec, stops), signal, () => undefined), stops, onOutput)
  }

  async #run(spec: RunSpec, signal: AbortSignal, onOutput: OutputListener): Promise<StartResult> {
    const taken = wantsNetwork(spec, this.#parts) ? undefined : await this.#standby?.take(spec)
    const underway = taken
      ? this.#inHeld(spec, taken, { signal, onOutput })
      : await this.#inOwn(spec, signal, onOutput)
    if ('problem' in underway) return { kind: 'failed', reason: underway.problem }
    const over = this.#standby?.begin(underway.laid)
    try {
      const result = await this.#observed(underway)
      if (taken) this.#standby?.entered(taken, result.kind !== 'failed')
      return result
    } finally {
      over?.()
      underway.laid.clear()
    }
  }

  /** The run in a copy of the sandbox that is held. */
  #inHeld(
    spec: RunSpec,
    { sandbox, planned }: Taken,
    { signal, onOutput }: { readonly signal: AbortSignal; readonly onOutput: OutputListener },
  ): Underway {
    const { launch, release } = sandbox.enter(spec.cwd)
    const { layout, joined } = sandbox.laid
    const laid: LaidRun = { ...planned, spec, layout, joined, clear: release }
    const observation = this.#parts.machinery.helper?.observer.observe(toldOf(laid, this.#laying))
    return {
      laid,
      observation,
      start: (network, listen) =>
        this.#start({ laid, observation, network, listen, held: launch }, signal, onOutput),
    }
  }

  /** The run in a sandbox of its own, or why there is none. */
  async #inOwn(
    spec: RunSpec,
    signal: AbortSignal,
    onOutput: OutputListener,
  ): Promise<Underway | { readonly problem: string }> {
    await this.#standby?.dismiss(writablePlaces(spec.policy, spec.workspace, undefined).roots)
    const laid = await layOwn(spec, this.#laying)
    if ('problem' in laid) return laid
    const observation = this.#parts.machinery.helper?.observer.observe(toldOf(laid, this.#laying))
    return {
      laid,
      observation,
      start: (network, listen) => this.#start({ laid, observation, network, listen }, signal, onOutput),
    }
  }

  /** The run between its setting up and its clearing away: what it did is watched, reported and, where it must be, undone. */
  async #observed({ laid, observation, start }: Underway): Promise<StartResult> {
    const parts = { ...this.#laying, search: this.#parts.search, notes: this.#notes }
    const watched = watchRun(laid, observation?.soFar(), parts)
    if ('problem' in watched) return { kind: 'failed', reason: watched.problem }
    const devices = watchDevices(process.getuid?.())
    const { network, problem } = await openFiltered(laid.spec, this.#parts)
    try {
      const running = start(network, watched.listen)
      laid.spec.onStops?.(runningStops(laid, observation))
      const { result, limited } = await running
      watched.stop()
      const attempts = await observation?.finish()
      if (result.kind === 'failed') {
        watched.forget()
        return result
      }
      const seen = { attempts, proxy: network?.evidence() ?? [] }
      const evidence = await runEvidence(laid, seen, result, this.#parts.unreadable.home)
      const undone = [...devices.restore(), ...(await watched.settle(attempts))]
      const socket = attempts?.unixSocket === true ? unixSocketGuess(result) : []
      const problems = [...(problem === undefined ? [] : [problem]), ...limited, ...socket]
      return { ...withNotes(result, undone, problems), evidence }
    } finally {
      devices.restore()
      watched.stop()
      await network?.close()
    }
  }

  async #start(run: StartParts, signal: AbortSignal, onOutput: OutputListener): Promise<Started> {
    const { laid, observation, network, listen, held } = run
    const { spec } = laid
    const { machinery, limits } = this.#parts
    const stages = runStages(laid, network, this.#parts)
    if ('problem' in stages) return { result: { kind: 'failed', reason: stages.problem }, limited: [] }
    const { file, args } = held
      ? { file: held.file, args: [...held.before, ...staged(stages, spec.command)] }
      : this.#launched(laid, stages)
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
        descriptors: () => machinery.descriptors(held?.descriptors),
        input: spec.input,
        holds: 'launcher',
        onStart: ({ child }) => {
          watched = this.#watch.watch(child.pid, spec.workspace, listen)
          unwatch = this.#ports.watch(laid.joined, spec, child.pid, network)
        },
      },
      signal,
      onOutput,
    )
    unwatch?.()
    return {
      result: await startResult(result, { spec, observation }, onOutput),
      limited: limitsMet(result, limits, watched),
    }
  }

  /** How the launcher is started for a run whose sandbox it makes. */
  #launched(laid: LaidRun, stages: readonly Stage[]): ReturnType<ReturnType<typeof launchOf>['words']> {
    const { launcher, machinery } = this.#parts
    const { network, words } = launchOf(laid, launcher)
    const { staging, cwd, command } = laid.spec
    return words(
      bwrapArgs({ ...laid.layout, standIns: machinery.folder, staging, network, cwd, stages, command }),
    )
  }
}
