import {
  mayReachHosts,
  wantsFilteredNetwork,
  type OpenRunNetwork,
  type RunNetwork,
} from '../../core/network/run-network'
import type { CommandRunner, OutputListener, RunResult, RunSpec } from '../../core/ports'
import { ownSession } from '../process-execa/own-session'
import { followProcess, runProcess } from '../process-execa/run-process'
import { unusableWords } from '../process-execa/started-process'
import { bwrapArgs, type Stage } from './bwrap-args'
import { confineStage } from './confine/confine-stage'
import { commandEnvironment } from './command-environment'
import { ConfiguredPlaces } from './configured-places'
import { watchDevices } from './devices'
import { enginePlaces } from './engine-places'
import { attemptOf, foreseenStops, stoppedBefore } from './foreseen-stop'
import { gateLine, gateShell } from './gate'
import { layoutOf, layRun, planWithGrants, type LaidRun, type LayingParts } from './laid-run'
import type { Machinery } from './machinery'
import { MadeRepositories } from './made-repositories'
import { NestedRepositories } from './nested-repositories'
import type { Observation } from './observer'
import { ownCaches } from './own-caches'
import { Pins } from './pins'
import type { CommandLimits } from './limits/command-limits'
import { LimitWatch, limitsMet, type WatchedCommand } from './limits/limit-watch'
import { Placeholders } from './placeholders'
import { realPath } from './protected-entry'
import { runEvidence } from './run-evidence'
import { startResult, withNotes } from './run-result'
import { settleRun } from './settle-run'
import { Standby } from './standby'
import type { SearchRepositories } from './search-repositories'
import { unixSocketGuess } from './unix-socket-guess'
import type { UnreadableSettings } from './unreadable-places'
import { makeWaitingSandbox } from './waiting-sandbox'

/** What a runner is made of. */
export interface ConfinedRunnerParts {
  readonly launcher: string
  readonly machinery: Machinery
  readonly unreadable: UnreadableSettings
  readonly search: SearchRepositories
  readonly limits: CommandLimits
  /** Undefined: runs that want hosts have no network. */
  readonly openNetwork: OpenRunNetwork | undefined
}

/** How a run went, and which limits it met, in words. */
interface Started {
  readonly result: RunResult
  readonly limited: readonly string[]
}

/** How one run is under way. */
interface Underway {
  readonly laid: LaidRun
  readonly observation: Observation | undefined
  /** Starts the command; called once. */
  readonly start: (network: RunNetwork | undefined) => Promise<Started>
}

/** Runs commands under one launcher. Every run has a sandbox of its own; what they share is listed in Machinery. */
export class ConfinedRunner implements CommandRunner {
  readonly #parts: ConfinedRunnerParts
  readonly #laying: LayingParts
  readonly #standby: Standby | undefined
  readonly #watch: LimitWatch
  readonly #ownCaches: (spec: RunSpec) => RunSpec

  constructor(parts: ConfinedRunnerParts) {
    this.#parts = parts
    this.#watch = new LimitWatch(parts.limits)
    const { launcher, machinery, unreadable, limits } = parts
    this.#ownCaches = ownCaches(unreadable.home)
    const { folder, helper } = machinery
    const placeholders = new Placeholders(folder.journal)
    const laying = {
      nested: new NestedRepositories(parts.search),
      made: new MadeRepositories((path) => placeholders.isStanding(path)),
      configured: new ConfiguredPlaces(unreadable.home, process.env),
      unreadable,
      runtime: realPath(folder.shared) ?? folder.shared,
      engine: [folder.shared, ...enginePlaces(import.meta.dirname)],
      placeholders,
      pins: new Pins(),
    }
    this.#laying = laying
    const shell = gateShell()
    // Without the helper the shell would start the command itself, and look for it in its own way.
    if (helper && shell !== undefined)
      this.#standby = new Standby((spec) =>
        makeWaitingSandbox(spec, { launcher, machinery, laying, limits, shell }),
      )
  }

  /** Begins the search of folders that commands will run in. */
  readonly foresee = (roots: readonly string[]): void =>
    roots.forEach((root) => this.#laying.nested.foresee(root))

  /** Takes away what was prepared for a next run, with all that stands for it. Bounded; never rejects. */
  async rest(): Promise<void> {
    await this.#standby?.rest()
  }

  /** As `Sandbox` has it. */
  readonly settingsBelow = (folder: string) => this.#laying.nested.settingsNow(folder)

  async run(spec: RunSpec, signal: AbortSignal, onOutput: OutputListener): Promise<RunResult> {
    const given = this.#ownCaches(spec)
    return (await this.#stopped(given, signal, onOutput)) ?? this.#run(given, signal, onOutput)
  }

  /** What a command comes to that would only be stopped half-way; undefined: none is known to. */
  async #stopped(
    spec: RunSpec,
    signal: AbortSignal,
    onOutput: OutputListener,
  ): Promise<RunResult | undefined> {
    const { foreseen } = spec
    if (!foreseen || spec.input || !this.#parts.machinery.helper) return undefined
    const planned = await planWithGrants(spec, this.#laying)
    if ('problem' in planned) return undefined
    const stops = await foreseenStops(foreseen, layoutOf(planned, planned.plan.protection.masks))
    if (stops.length === 0) return undefined
    return stoppedBefore(await this.#run(attemptOf(spec, stops), signal, () => undefined), stops, onOutput)
  }

  async #run(spec: RunSpec, signal: AbortSignal, onOutput: OutputListener): Promise<RunResult> {
    const underway =
      (await this.#inWaiting(spec, signal, onOutput)) ?? (await this.#inOwn(spec, signal, onOutput))
    if ('problem' in underway) return { kind: 'failed', reason: underway.problem }
    try {
      return await this.#observed(underway)
    } finally {
      if (this.#standby) this.#standby.follow(underway.laid)
      else underway.laid.clear()
    }
  }

  /** The run in the sandbox that waits; undefined where none does, or none that fits. */
  async #inWaiting(
    spec: RunSpec,
    signal: AbortSignal,
    onOutput: OutputListener,
  ): Promise<Underway | undefined> {
    const { helper } = this.#parts.machinery
    const words = [...(helper ? [helper.path] : []), ...spec.command]
    const line = spec.command.length > 0 && !unusableWords(words) ? gateLine(words) : undefined
    if (!this.#standby || line === undefined || !(spec.timeoutMs > 0) || signal.aborted) return undefined
    if (spec.input || this.#wantsNetwork(spec)) return undefined
    const found = await this.#standby.take(spec, () => planWithGrants(spec, this.#laying))
    if (!found) return undefined
    const { sandbox, planned } = found
    return {
      laid: { ...sandbox.laid, ...planned, spec },
      observation: sandbox.observation,
      start: async () => {
        sandbox.open(signal.aborted ? '' : line)
        const limit = { timeoutMs: spec.timeoutMs, signal }
        const watched = this.#watch.watch(sandbox.process.child.pid, spec.workspace)
        const result = await followProcess(sandbox.process, limit, onOutput)
        sandbox.close()
        const begun = sandbox.observation?.connected() === true
        return {
          result: startResult(result, { spec, begun }, onOutput),
          limited: limitsMet(result, this.#parts.limits, watched),
        }
      },
    }
  }

  /** The run in a sandbox of its own, or why there is none. */
  async #inOwn(
    spec: RunSpec,
    signal: AbortSignal,
    onOutput: OutputListener,
  ): Promise<Underway | { readonly problem: string }> {
    await this.#standby?.dismiss()
    const planned = await planWithGrants(spec, this.#laying)
    if ('problem' in planned) return planned
    const laid = layRun(spec, planned, this.#laying)
    if ('problem' in laid) return laid
    const observation = this.#parts.machinery.helper?.observer.observe()
    return {
      laid,
      observation,
      start: (network) => this.#start({ laid, observation, network }, signal, onOutput),
    }
  }

  /** The run between its setting up and its clearing away: what it did is watched, reported and, where it must be, undone. */
  async #observed({ laid, observation, start }: Underway): Promise<RunResult> {
    const began = Date.now()
    const devices = watchDevices(process.getuid?.())
    const { network, problem } = await this.#network(laid.spec)
    try {
      const { result, limited } = await start(network)
      const attempts = await observation?.finish()
      if (result.kind === 'failed') return result
      const seen = { attempts, proxy: network?.evidence() ?? [] }
      const evidence = await runEvidence(laid, seen, result, this.#parts.unreadable.home)
      const { nested, made } = this.#laying
      const settled = await settleRun(laid, attempts, { began, search: this.#parts.search, nested, made })
      const undone = [...devices.restore(), ...settled]
      const socket = attempts?.unixSocket === true ? unixSocketGuess(result) : []
      const problems = [...(problem === undefined ? [] : [problem]), ...limited, ...socket]
      return { ...withNotes(result, undone, problems), evidence }
    } finally {
      devices.restore()
      await network?.close()
    }
  }

  /** The filtered network, where the run wants one. Without the helper the relay's socket could not be taken away again. */
  async #network(spec: RunSpec): Promise<{ network?: RunNetwork; problem?: string }> {
    const { openNetwork } = this.#parts
    if (!openNetwork || !this.#wantsNetwork(spec)) return {}
    try {
      return { network: await openNetwork(spec) }
    } catch (error) {
      if (!(error instanceof Error)) throw error
      // Where nothing could be reached anyway, only its name is lost.
      return mayReachHosts(spec) ? { problem: `no network: ${error.message}` } : {}
    }
  }

  #wantsNetwork(spec: RunSpec): boolean {
    const { openNetwork, machinery } = this.#parts
    return openNetwork !== undefined && machinery.helper !== undefined && wantsFilteredNetwork(spec)
  }

  async #start(
    run: Omit<Underway, 'start'> & { readonly network: RunNetwork | undefined },
    signal: AbortSignal,
    onOutput: OutputListener,
  ): Promise<Started> {
    const { laid, observation, network } = run
    const { spec, layout } = laid
    const { machinery, limits } = this.#parts
    const { helper, folder, confine } = machinery
    const { policy } = spec
    const stages: Stage[] = network ? [network.bridge] : []
    // The relay stands outside: whoever could trace it would have its Unix socket.
    if (confine !== undefined) stages.push(confineStage(confine, layout, limits))
    if (helper) stages.push({ binds: [], wrap: (command) => [helper.path, ...command] })
    const terminal = spec.input?.terminal !== undefined
    const lead = spec.input && (terminal || !spec.input.poured) ? ownSession(terminal) : []
    if (lead === undefined && terminal)
      return {
        result: { kind: 'failed', reason: 'a terminal needs setsid, which this system does not have' },
        limited: [],
      }
    if (lead) stages.push({ binds: [], wrap: (command) => [...lead, ...command] })
    const args = bwrapArgs({
      ...layout,
      standIns: folder,
      staging: spec.staging,
      network: policy.mode !== 'danger-full-access' && policy.network_access,
      cwd: spec.cwd,
      stages,
      command: spec.command,
    })
    const env = { ...spec.env, ...network?.bridge.env }
    let watched: WatchedCommand | undefined
    const result = await runProcess(
      {
        file: this.#parts.launcher,
        args,
        cwd: '/',
        env: commandEnvironment(env, observation?.env ?? {}, process.getuid?.()),
        timeoutMs: spec.timeoutMs,
        descriptors: machinery.descriptors,
        outputs: () => machinery.outputs.take(),
        input: spec.input,
        holds: 'launcher',
        onStart: ({ child }) => {
          watched = this.#watch.watch(child.pid, spec.workspace)
        },
      },
      signal,
      onOutput,
    )
    return {
      result: startResult(result, { spec, begun: observation?.connected() === true }, onOutput),
      limited: limitsMet(result, limits, watched),
    }
  }
}
