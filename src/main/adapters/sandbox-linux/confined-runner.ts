import type { Evidence } from '@shared/domain/evidence'
import { wantsFilteredNetwork, type OpenRunNetwork, type RunNetwork } from '../../core/network/run-network'
import type { CommandRunner, OutputListener, RunResult, RunSpec } from '../../core/ports'
import { ownSession } from '../process-execa/own-session'
import { runProcess } from '../process-execa/run-process'
import { disarmNewRepositories, restoreLinks } from './after-run'
import type { AttemptList } from './attempts'
import { bwrapArgs, type BwrapPlan, type Stage } from './bwrap-args'
import { commandEnvironment } from './command-environment'
import { watchDevices } from './devices'
import { grantMounts, type GrantMounts } from './grant-mounts'
import type { Machinery } from './machinery'
import { NestedRepositories } from './nested-repositories'
import type { Observation } from './observer'
import { Pins } from './pins'
import { Placeholders } from './placeholders'
import { evidenceOf, guessReads } from './run-evidence'
import { planRun, type RunPlan } from './run-plan'
import { notStarted, withNotes, type Ran } from './run-result'
import type { UnreadableSettings } from './unreadable-places'
import { isUnder } from './writable-roots'

const backend = 'bubblewrap'

/** What a runner is made of. */
export interface ConfinedRunnerParts {
  readonly launcher: string
  readonly machinery: Machinery
  readonly unreadable: UnreadableSettings
  /** Undefined: runs that want hosts have no network. */
  readonly openNetwork: OpenRunNetwork | undefined
}

/** One run, from its plan to what is laid out for it. */
interface Laid {
  readonly spec: RunSpec
  readonly plan: RunPlan
  readonly grants: GrantMounts
  readonly layout: Pick<BwrapPlan, 'writable' | 'masks' | 'files'>
}

/** Runs commands under one launcher. Every run has a sandbox of its own; what they share is listed in Machinery. */
export class ConfinedRunner implements CommandRunner {
  readonly #parts: ConfinedRunnerParts
  readonly #nested = new NestedRepositories()
  readonly #placeholders: Placeholders
  readonly #pins = new Pins()

  constructor(parts: ConfinedRunnerParts) {
    this.#parts = parts
    this.#placeholders = new Placeholders(parts.machinery.folder.journal)
  }

  async run(spec: RunSpec, signal: AbortSignal, onOutput: OutputListener): Promise<RunResult> {
    const { folder, helper } = this.#parts.machinery
    const plan = await planRun(spec, {
      nested: this.#nested,
      unreadable: this.#parts.unreadable,
      engine: [folder.shared, process.execPath, import.meta.dirname, ...(helper ? [helper.path] : [])],
    })
    if ('problem' in plan) return { kind: 'failed', reason: plan.problem }
    const grants = grantMounts(plan.grants)
    if ('problem' in grants) return { kind: 'failed', reason: grants.problem }
    let release: () => void
    try {
      release = this.#placeholders.hold([...plan.protection.missing, ...grants.missing])
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return { kind: 'failed', reason: `what the sandbox protects cannot be put in place: ${reason}` }
    }
    const pins = this.#pins.begin(plan.protection.masks, plan.places.roots)
    const layout = {
      writable: [...plan.places.roots, ...plan.places.temporary, ...grants.folders],
      masks: [...grants.masks, ...pins.masks, ...plan.closed],
      files: grants.files,
    }
    try {
      return await this.#observed({ spec, plan, grants, layout }, signal, onOutput)
    } finally {
      pins.end()
      release()
    }
  }

  /** The run between its setting up and its clearing away: what it did is watched, reported and, where it must be, undone. */
  async #observed(laid: Laid, signal: AbortSignal, onOutput: OutputListener): Promise<RunResult> {
    const observation = this.#parts.machinery.helper?.observer.observe()
    const devices = watchDevices(process.getuid?.())
    const { network, problem } = await this.#network(laid.spec)
    try {
      const result = await this.#start({ ...laid, observation, network }, signal, onOutput)
      const attempts = await observation?.finish()
      if (result.kind === 'failed') return result
      const evidence = [...(await this.#evidence(laid, attempts, result)), ...(network?.evidence() ?? [])]
      const undone = [...devices.restore(), ...(await this.#settle(laid, attempts))]
      return { ...withNotes(result, undone, problem), evidence }
    } finally {
      devices.restore()
      await network?.close()
    }
  }

  /** The filtered network, where the run wants one. Without the helper the relay's socket could not be taken away again. */
  async #network(spec: RunSpec): Promise<{ network?: RunNetwork; problem?: string }> {
    const { openNetwork, machinery } = this.#parts
    if (!openNetwork || !machinery.helper || !wantsFilteredNetwork(spec)) return {}
    try {
      return { network: await openNetwork(spec) }
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return { problem: `no network: ${error.message}` }
    }
  }

  async #start(
    run: Laid & { observation: Observation | undefined; network: RunNetwork | undefined },
    signal: AbortSignal,
    onOutput: OutputListener,
  ): Promise<RunResult> {
    const { spec, layout, observation, network } = run
    const { machinery } = this.#parts
    const { helper, folder } = machinery
    const { policy } = spec
    const stages: Stage[] = network ? [network.bridge] : []
    if (helper) stages.push({ binds: [], wrap: (command) => [helper.path, ...command] })
    const lead = spec.input ? ownSession(spec.input.terminal !== undefined) : []
    if (lead === undefined && spec.input?.terminal)
      return { kind: 'failed', reason: 'a terminal needs setsid, which this system does not have' }
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
    const result = await runProcess(
      {
        file: this.#parts.launcher,
        args,
        cwd: '/',
        env: commandEnvironment(env, observation?.env ?? {}, process.getuid?.()),
        timeoutMs: spec.timeoutMs,
        descriptors: machinery.descriptors,
        input: spec.input,
        holds: 'launcher',
      },
      signal,
      onOutput,
    )
    return notStarted(result, observation?.connected() === true, spec.input?.terminal !== undefined)
  }

  async #evidence(laid: Laid, attempts: AttemptList | undefined, result: Ran): Promise<readonly Evidence[]> {
    const { spec, plan, layout } = laid
    const rules = { writable: [...layout.writable, ...layout.files], masks: layout.masks }
    const refused = attempts ? await evidenceOf(attempts, rules, backend) : []
    if (result.kind === 'exited' && result.exitCode === 0) return refused
    const texts = [...spec.command, result.output.aggregated]
    return [...refused, ...guessReads(plan.closed, texts, this.#parts.unreadable.home, backend)]
  }

  /** After the run: what the command did to links and with new repositories is undone or disarmed. */
  async #settle(
    { plan, grants, layout }: Laid,
    attempts: AttemptList | undefined,
  ): Promise<readonly string[]> {
    const links = restoreLinks([...plan.protection.links, ...grants.links])
    const allowed = plan.grants.flatMap((grant) => (grant.kind === 'write' ? [grant.path] : []))
    const untouched = layout.masks.filter((mask) => mask.kind !== 'pinned').map((mask) => mask.path)
    const { gitFolders, held } = await disarmNewRepositories(
      { writable: layout.writable, known: plan.known, exempt: [...allowed, ...untouched] },
      attempts,
    )
    for (const folder of gitFolders)
      for (const root of plan.places.roots) if (isUnder(folder, root)) await this.#nested.add(root, folder)
    return [...links, ...held]
  }
}
